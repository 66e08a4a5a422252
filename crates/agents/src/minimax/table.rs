//! The transposition table: what a search has found out about positions, in
//! a fixed amount of memory.

use kring_board::Cell;
use kring_eval::distance::Value;

/// What a stored value says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The value itself.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub value: Value,
    pub bound: Bound,
    /// How many moves ahead the search looked.
    pub depth: u8,
    pub best: Cell,
}

/// Two slots for each index: one for the deepest search of this decision,
/// one for the latest. A slot is the position's hash and the rest packed, so
/// that a fresh table is zeroed memory that costs nothing until it is used.
pub(super) struct Table {
    slots: Vec<[[u64; 2]; 2]>,
    /// Counts decisions; entries of others are as good as gone.
    age: u8,
}

const AGES: u8 = 64;

impl Table {
    /// A table in so many bytes, or in as many as the machine can give.
    pub fn new(bytes: usize) -> Table {
        let mut count = (bytes / size_of::<[[u64; 2]; 2]>()).max(1);
        while count > 1 && Vec::<[[u64; 2]; 2]>::new().try_reserve_exact(count).is_err() {
            count /= 2;
        }
        Table { slots: vec![[[0; 2]; 2]; count], age: 0 }
    }

    /// Forgets everything: values hold for one root only.
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

    /// What is known about the position with this hash.
    pub fn get(&self, hash: u64) -> Option<Known> {
        let pair = &self.slots[self.index(hash)];
        let slot = pair.iter().find(|slot| slot[0] == hash && age_of(slot) == self.age)?;
        Some(unpack(slot[1]))
    }

    /// Keeps what is known about a position.
    pub fn put(&mut self, hash: u64, known: Known) {
        let index = self.index(hash);
        let [deepest, latest] = &mut self.slots[index];
        let keep = deepest[0] != hash
            && age_of(deepest) == self.age
            && unpack(deepest[1]).depth > known.depth;
        let slot = if keep { latest } else { deepest };
        *slot = [hash, pack(known, self.age)];
    }
}

fn age_of(slot: &[u64; 2]) -> u8 {
    (slot[1] >> 58) as u8
}

fn pack(known: Known, age: u8) -> u64 {
    u64::from(known.value as u32)
        | u64::from(known.best.0) << 32
        | u64::from(known.depth) << 48
        | (known.bound as u64) << 56
        | u64::from(age) << 58
}

fn unpack(word: u64) -> Known {
    Known {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_can_be_got_until_it_is_forgotten() {
        let mut table = Table::new(1);
        table.forget();
        let known = |depth| Known { value: -77, bound: Bound::Upper, depth, best: Cell(1023) };
        table.put(1, known(3));
        table.put(2, known(1));
        table.put(3, known(2));
        assert_eq!(table.get(1), Some(known(3)));
        assert_eq!(table.get(2), None);
        assert_eq!(table.get(3), Some(known(2)));
        for _ in 0..200 {
            table.forget();
            assert_eq!(table.get(1), None);
            assert_eq!(table.get(0), None);
        }
    }
}
