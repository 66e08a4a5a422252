//! The plain search's table: winners of positions, in fixed memory.

use crate::SolveError;

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Whether the colour to move wins.
    pub wins: bool,
    /// The positions that it took: their binary logarithm.
    pub work: u8,
}

/// Entries that a position may lie in: a cache line.
const BUCKET: usize = 8;
const WORK_BITS: u32 = 7;
const LOW_BITS: u32 = WORK_BITS + 1;

/// Winners by the positions' hashes. An entry is one word: the low half of the
/// hash but its last bits, which hold what is known. The bucket comes from the
/// high half, so about 80 bits of the hash must agree before two positions
/// are taken for one.
pub(super) struct Table(Vec<u64>);

impl Table {
    /// A table of at most so many bytes, and of one bucket at least.
    pub fn new(memory: usize) -> Result<Table, SolveError> {
        let words = (memory / size_of::<u64>() / BUCKET).max(1) * BUCKET;
        // Only the check can fail: pages are zero, and are not there, until they are used.
        let fits = Vec::<u64>::new().try_reserve_exact(words).is_ok();
        fits.then(|| Table(vec![0; words])).ok_or(SolveError::Memory(memory >> 20))
    }

    pub fn get(&self, hash: u128) -> Option<Entry> {
        let tag = tag(hash);
        let word = self.0[self.bucket(hash)].iter().find(|&&word| word >> LOW_BITS == tag)?;
        Some(Entry { wins: word & 1 != 0, work: (word >> 1) as u8 & ((1 << WORK_BITS) - 1) })
    }

    /// Keeps what is known in place of what took the least work.
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

/// Never zero, which marks an empty entry.
fn tag(hash: u128) -> u64 {
    (hash as u64 >> LOW_BITS).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_took_more_work_stays() {
        let mut table = Table::new(0).unwrap();
        let hash = |i: u128| i << 70 | i << 20;
        (1..=100).for_each(|i| table.put(hash(i), i % 2 == 0, i as u64 % 50));
        assert_eq!(table.0.len(), BUCKET);
        // Of those that took the same work, the last comers make room.
        assert_eq!(table.get(hash(39)), Some(Entry { wins: false, work: 5 }));
        assert_eq!(table.get(hash(49)), None);
        assert_eq!(table.get(hash(1)), None);
        table.put(hash(39), true, 3);
        assert_eq!(table.get(hash(39)), Some(Entry { wins: true, work: 1 }));
        assert!(Table::new(usize::MAX / 2).is_err());
    }
}
