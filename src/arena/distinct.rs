//! How many games of a match are different.

use std::collections::HashSet;

/// Counts different games. The count is exact up to a million; then only a
/// sample is kept, and the count is an estimate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DistinctGames {
    seen: HashSet<u64>,
    /// Only hashes that end in this many zero bits are kept.
    zeros: u32,
}

impl DistinctGames {
    const MOST: usize = 1 << 20;

    /// Adds a game by its hash.
    pub fn add(&mut self, record: u64) {
        // The low bits of a product depend on few bits, the high ones on all.
        let hash = record.wrapping_mul(0x9e37_79b9_7f4a_7c15).reverse_bits();
        if hash.trailing_zeros() < self.zeros {
            return;
        }
        self.seen.insert(hash);
        if self.seen.len() > DistinctGames::MOST {
            self.zeros += 1;
            self.seen.retain(|hash| hash.trailing_zeros() >= self.zeros);
        }
    }

    /// The number of different games.
    pub fn count(&self) -> u64 {
        (self.seen.len() as u64) << self.zeros
    }
}
