//! The transposition table of the minimax search.

use kring_board::Cell;
use kring_eval::distance::Value;

/// How a stored value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Exact,
    Lower,
    Upper,
}

/// An entry of the table: the search result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinimaxEntry {
    pub value: Value,
    pub bound: Bound,
    pub depth: u8,
    pub best: Cell,
}

/// The two slots of an index: one for the deepest search of this decision, one for the latest. A slot
/// is the position's hash and a packed entry; a free slot is zero.
type SlotPair = [[u64; 2]; 2];

const FREE: SlotPair = [[0; 2]; 2];

/// Pairs in a bucket.
const BUCKET: usize = 16;

/// Buckets in a part, the unit of allocation.
const PART: usize = 32;

type Bucket = [SlotPair; BUCKET];

/// A table that grows with what it holds.
///
/// A hash selects an index, as in a table of the largest size. Each bucket has the pairs of several
/// indices, in any order. Where a bucket has no room for another index, the number of buckets doubles;
/// at the largest size it has room for all of its indices. So a small table keeps exactly the entries
/// that one of the largest size keeps.
pub struct MinimaxTable {
    parts: Vec<Box<[Bucket]>>,
    most_parts: usize,
    /// The number of indices.
    indices: usize,
}

impl MinimaxTable {
    /// An empty table of at most this number of bytes, and of one part in any case.
    pub fn new(bytes: usize) -> MinimaxTable {
        let indices = (bytes / size_of::<SlotPair>()).max(1);
        let most_parts = indices.div_ceil(BUCKET * PART);
        MinimaxTable { parts: vec![vec![[FREE; BUCKET]; PART].into()], most_parts, indices }
    }

    /// Removes all entries: values hold for one root only.
    pub fn forget(&mut self) {
        self.parts.truncate(1);
        self.parts[0].fill([FREE; BUCKET]);
    }

    pub fn get(&self, hash: u64) -> Option<MinimaxEntry> {
        let index = self.index(hash);
        let (part, bucket) = self.place(index);
        let pair = self.parts[part][bucket].iter().find(|pair| self.is_of(pair, index))?;
        let slot = pair.iter().find(|slot| slot[0] == hash && slot[1] != 0)?;
        Some(unpack(slot[1]))
    }

    pub fn put(&mut self, hash: u64, entry: MinimaxEntry) {
        let index = self.index(hash);
        let [deepest, latest] = self.pair(index);
        let keep = deepest[0] != hash && deepest[1] != 0 && unpack(deepest[1]).depth > entry.depth;
        let slot = if keep { latest } else { deepest };
        *slot = [hash, pack(entry)];
    }

    /// The pair of an index, which takes a free one if it has none.
    fn pair(&mut self, index: usize) -> &mut SlotPair {
        loop {
            let (part, bucket) = self.place(index);
            let pairs = &self.parts[part][bucket];
            let own = pairs.iter().position(|pair| self.is_of(pair, index));
            if let Some(at) = own.or_else(|| pairs.iter().position(is_free)) {
                return &mut self.parts[part][bucket][at];
            }
            if !self.grow() {
                // There is no memory for a larger table: another index loses its entries.
                let pair = &mut self.parts[part][bucket][index % BUCKET];
                *pair = FREE;
                return pair;
            }
        }
    }

    fn index(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.indices as u128) >> 64) as usize
    }

    fn is_of(&self, pair: &SlotPair, index: usize) -> bool {
        !is_free(pair) && self.index(pair[0][0]) == index
    }

    /// The part of an index among this number of parts.
    fn part(index: usize, parts: usize) -> usize {
        (index / BUCKET / PART) & (parts.next_power_of_two() - 1)
    }

    /// The part and the bucket of an index.
    fn place(&self, index: usize) -> (usize, usize) {
        (MinimaxTable::part(index, self.parts.len()), index / BUCKET % PART)
    }

    /// Doubles the number of parts, up to the limit. Returns whether the table is larger now.
    fn grow(&mut self) -> bool {
        let count = self.parts.len();
        let more = count.min(self.most_parts - count);
        let Some(new) = empty_parts(more) else { return false };
        self.parts.extend(new);
        for part in 0..count {
            for at in 0..BUCKET * PART {
                let pair = self.parts[part].as_flattened()[at];
                let to = MinimaxTable::part(self.index(pair[0][0]), count + more);
                if to != part && !is_free(&pair) {
                    self.parts[part].as_flattened_mut()[at] = FREE;
                    self.parts[to].as_flattened_mut()[at] = pair;
                }
            }
        }
        more > 0
    }
}

/// A pair is taken with its first slot.
fn is_free(pair: &SlotPair) -> bool {
    pair[0][1] == 0
}

/// Parts without entries; `None` if there is no memory for them.
fn empty_parts(count: usize) -> Option<Vec<Box<[Bucket]>>> {
    let mut parts = Vec::new();
    for _ in 0..count {
        let mut part = Vec::new();
        part.try_reserve_exact(PART).ok()?;
        part.resize(PART, [FREE; BUCKET]);
        parts.push(part.into_boxed_slice());
    }
    Some(parts)
}

/// An entry as a word, which is not zero: every search has a depth.
fn pack(entry: MinimaxEntry) -> u64 {
    u64::from(entry.value as u32)
        | u64::from(entry.best.number()) << 32
        | u64::from(entry.depth) << 48
        | (entry.bound as u64) << 56
}

fn unpack(word: u64) -> MinimaxEntry {
    MinimaxEntry {
        value: word as u32 as Value,
        best: Cell::unchecked((word >> 32) as u16),
        depth: (word >> 48) as u8,
        bound: match word >> 56 & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        },
    }
}

#[cfg(test)]
mod tests {
    use kring_board::chance::{Purpose, generator};
    use rand::RngExt;

    use super::*;

    #[test]
    fn entries_are_kept_until_they_are_forgotten() {
        let mut table = MinimaxTable::new(1);
        table.forget();
        let entry = |depth| MinimaxEntry {
            value: -77,
            bound: Bound::Upper,
            depth,
            best: Cell::unchecked(1023),
        };
        table.put(1, entry(3));
        table.put(2, entry(1));
        table.put(3, entry(2));
        assert_eq!(table.get(1), Some(entry(3)));
        assert_eq!(table.get(2), None);
        assert_eq!(table.get(3), Some(entry(2)));
        for _ in 0..200 {
            table.forget();
            assert_eq!(table.get(1), None);
            assert_eq!(table.get(0), None);
        }
    }

    /// The table of `minimax` at its largest size: two slots for each index.
    struct FullTable(Vec<[Option<(u64, MinimaxEntry)>; 2]>);

    impl FullTable {
        fn pair(&mut self, hash: u64) -> &mut [Option<(u64, MinimaxEntry)>; 2] {
            let index = (u128::from(hash) * self.0.len() as u128) >> 64;
            &mut self.0[index as usize]
        }

        fn get(&mut self, hash: u64) -> Option<MinimaxEntry> {
            self.pair(hash).iter().flatten().find(|stored| stored.0 == hash).map(|stored| stored.1)
        }

        fn put(&mut self, hash: u64, entry: MinimaxEntry) {
            let [deepest, latest] = self.pair(hash);
            let keep =
                deepest.is_some_and(|(other, kept)| other != hash && kept.depth > entry.depth);
            *(if keep { latest } else { deepest }) = Some((hash, entry));
        }
    }

    #[test]
    fn a_table_that_grows_keeps_the_entries_of_a_full_one() {
        let mut rng = generator(1, Purpose::Coin);
        for pairs in [1, 500, 512, 513, 7000, 1 << 14] {
            let mut table = MinimaxTable::new(32 * pairs);
            let mut full = FullTable(Vec::new());
            for round in 0..3 {
                table.forget();
                full.0 = vec![[None; 2]; pairs];
                let hashes: Vec<u64> = (0..1000 << (2 * round)).map(|_| rng.random()).collect();
                for _ in 0..2 * hashes.len() {
                    let hash = hashes[rng.random_range(0..hashes.len())];
                    let value = rng.random_range(-99..99);
                    let depth = rng.random_range(1..9);
                    let entry = MinimaxEntry {
                        value,
                        bound: Bound::Exact,
                        depth,
                        best: Cell::unchecked(7),
                    };
                    table.put(hash, entry);
                    full.put(hash, entry);
                    let other = hashes[rng.random_range(0..hashes.len())];
                    assert_eq!(table.get(other), full.get(other));
                }
            }
        }
    }
}
