//! The transposition table of the minimax search, with a fixed size.

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

/// Two slots per index: one for the deepest search of this decision, one for the latest. A slot
/// is the position's hash and a packed entry, so that a new table is zeroed memory, which costs
/// nothing until it is used.
pub struct MinimaxTable {
    slots: Vec<[[u64; 2]; 2]>,
    /// Counts decisions. Entries of earlier ones are ignored.
    age: u8,
}

const AGES: u8 = 64;

impl MinimaxTable {
    /// A table of this number of bytes, or of as many as can be allocated.
    pub fn new(bytes: usize) -> MinimaxTable {
        let mut count = (bytes / size_of::<[[u64; 2]; 2]>()).max(1);
        while count > 1 && Vec::<[[u64; 2]; 2]>::new().try_reserve_exact(count).is_err() {
            count /= 2;
        }
        MinimaxTable { slots: vec![[[0; 2]; 2]; count], age: 0 }
    }

    /// Invalidates all entries: values hold for one root only.
    pub fn forget(&mut self) {
        self.age += 1;
        if self.age == AGES {
            self.age = 1;
            self.slots.fill([[0; 2]; 2]);
        }
    }

    fn index(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.slots.len() as u128) >> 64) as usize
    }

    pub fn get(&self, hash: u64) -> Option<MinimaxEntry> {
        let pair = &self.slots[self.index(hash)];
        let slot = pair.iter().find(|slot| slot[0] == hash && age_of(slot) == self.age)?;
        Some(unpack(slot[1]))
    }

    pub fn put(&mut self, hash: u64, entry: MinimaxEntry) {
        let index = self.index(hash);
        let [deepest, latest] = &mut self.slots[index];
        let keep = deepest[0] != hash
            && age_of(deepest) == self.age
            && unpack(deepest[1]).depth > entry.depth;
        let slot = if keep { latest } else { deepest };
        *slot = [hash, pack(entry, self.age)];
    }
}

fn age_of(slot: &[u64; 2]) -> u8 {
    (slot[1] >> 58) as u8
}

fn pack(entry: MinimaxEntry, age: u8) -> u64 {
    u64::from(entry.value as u32)
        | u64::from(entry.best.0) << 32
        | u64::from(entry.depth) << 48
        | (entry.bound as u64) << 56
        | u64::from(age) << 58
}

fn unpack(word: u64) -> MinimaxEntry {
    MinimaxEntry {
        value: word as u32 as Value,
        best: Cell((word >> 32) as u16),
        depth: (word >> 48) as u8,
        bound: match word >> 56 & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        },
    }
}
