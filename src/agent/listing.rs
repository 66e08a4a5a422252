//! How the listings of Trevorah's report choose among moves.

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

/// Begins with any of the candidates, goes through all of them in the order of
/// the board, and changes to each that `beats` the one it has.
pub(super) fn scan<'a, T>(
    candidates: &'a [T],
    rng: &mut ChaCha8Rng,
    beats: impl Fn(&T, &T, &mut ChaCha8Rng) -> bool,
) -> Option<&'a T> {
    let mut chosen = candidates.choose(rng)?;
    for other in candidates {
        if beats(other, chosen, rng) {
            chosen = other;
        }
    }
    Some(chosen)
}
