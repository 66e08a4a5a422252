//! Slow, obvious code that the fast code is compared with. It is a package of its own, because the
//! tests of several crates use it.

mod brute_force;
mod oracle;
mod slow_verifier;

pub use brute_force::{empty, wins};
pub use oracle::{check_unwrapped, has_won, is_winning_chain};
pub use slow_verifier::SlowVerifier;

use kring_board::{Rules, Topology};

/// The largest boards and the narrowest.
pub const LARGEST: [(usize, usize); 5] = [(32, 32), (32, 5), (5, 32), (27, 1), (1, 32)];

/// All combinations of topology × seasons × turns × swap.
///
/// # Panics
/// Never: all of them are rules.
pub fn all_rules() -> impl Iterator<Item = Rules> {
    let texts = Topology::ALL.into_iter().flat_map(|topology| {
        (1..=3).flat_map(move |seasons| {
            ["alternating", "random"].into_iter().flat_map(move |turns| {
                ["on", "off"]
                    .map(|swap| format!("{topology} seasons={seasons} turns={turns} swap={swap}"))
            })
        })
    });
    texts.map(|text| text.parse().unwrap())
}
