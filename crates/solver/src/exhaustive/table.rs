//! The transposition table of the exhaustive search: winners of positions, in fixed memory.

use crate::SolveError;

/// Entries in a bucket, which has the size of a cache line.
const BUCKET: usize = 8;
const WORK_BITS: u32 = 7;
const LOW_BITS: u32 = WORK_BITS + 1;

/// Winners by hash. An entry is one word: the low half of the hash, with the result in place of
/// its last bits. The high half selects the bucket, so about 80 bits of the hash must agree
/// before two positions are confused.
pub(super) struct WinnerTable(Vec<u64>);

impl WinnerTable {
    /// A table of at most `memory` bytes, and of at least one bucket.
    pub fn new(memory: usize) -> Result<WinnerTable, SolveError> {
        let words = (memory / size_of::<u64>() / BUCKET).max(1) * BUCKET;
        // Only the check can fail: the pages are zero, and are not allocated until they are used.
        let fits = Vec::<u64>::new().try_reserve_exact(words).is_ok();
        fits.then(|| WinnerTable(vec![0; words])).ok_or(SolveError::Memory(memory >> 20))
    }

    /// Whether the colour to move wins, and the binary logarithm of the positions that it took.
    pub fn get(&self, hash: u128) -> Option<(bool, u8)> {
        let tag = tag(hash);
        let word = self.0[self.bucket(hash)].iter().find(|&&word| word >> LOW_BITS == tag)?;
        Some((word & 1 != 0, (word >> 1) as u8 & ((1 << WORK_BITS) - 1)))
    }

    /// Stores a result in place of the one that took the least work.
    pub fn put(&mut self, hash: u128, wins: bool, positions: u64) {
        let tag = tag(hash);
        let bucket = self.bucket(hash);
        let work = |word: u64| word >> 1 & ((1 << WORK_BITS) - 1);
        let worth = |&&mut word: &&mut u64| match word {
            word if word >> LOW_BITS == tag => 0,
            0 => 1,
            word => 2 + work(word),
        };
        if let Some(word) = self.0[bucket].iter_mut().min_by_key(worth) {
            *word = tag << LOW_BITS | u64::from(positions.max(1).ilog2()) << 1 | u64::from(wins);
        }
    }

    fn bucket(&self, hash: u128) -> std::ops::Range<usize> {
        let buckets = (self.0.len() / BUCKET) as u128;
        let bucket = (((hash >> 64) * buckets) >> 64) as usize;
        bucket * BUCKET..(bucket + 1) * BUCKET
    }
}

/// The tag of a hash. It is never zero, which marks an empty entry.
fn tag(hash: u128) -> u64 {
    (hash as u64 >> LOW_BITS).max(1)
}
