//! Any bytes as a proof: refused with a reason, or what is written of it is read
//! again as the same proof, and on a tiny board the winner really wins.
#![no_main]

use kring::{board::{Colour, Position}, proof::{Proof, check}};
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};

/// Larger boards take too long to play out.
const MOST_EMPTY: usize = 6;

fuzz_target!(|bytes: &[u8]| {
    // The last bytes of a file are its checksum: without the right one nothing is read.
    let content = &bytes[..bytes.len().saturating_sub(8)];
    let file = [content, &Sha256::digest(content)[..8]].concat();
    let Ok(proof) = Proof::from_bytes(&file) else { return };
    assert_eq!(Proof::from_bytes(&proof.to_bytes()).as_ref(), Ok(&proof));
    let position = &proof.start.position;
    let first = proof.start.first;
    if check(&proof).is_ok() && position.empty().len() <= MOST_EMPTY {
        assert!(wins(position, first, proof.winner), "a wrong proof was found right");
    }
});

/// Whether the winner wins by the best play of both, tried move by move.
fn wins(position: &Position, to_move: Colour, winner: Colour) -> bool {
    if let Some(found) = position.winner() {
        return found == winner;
    }
    let after = |cell| {
        let mut after = position.clone();
        after.play_unchecked(to_move, cell);
        wins(&after, to_move.other(), winner)
    };
    let cells = position.legal_cells(to_move);
    if to_move == winner {
cells.iter().any(after)
} else {
!cells.is_empty() && cells.iter().all(after)
}
}
