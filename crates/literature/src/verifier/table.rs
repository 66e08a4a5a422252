//! The transposition table of the verifier. Positions that a symmetry of the
//! board turns into each other share one entry.
//!
//! The table never outgrows its memory limit. Losing an entry is harmless: the
//! position is searched again. So the table grows while it may, and then
//! replaces the entries that took the least work.

use kring_board::{
    Cell, CellSet, Symmetry,
    bits::{images, mix},
};

/// The stones of both colours on a board of at most 64 cells: an exact key.
pub(super) type VerifierKey = (u64, u64);

/// Images of a board under some symmetries, byte by byte from tables.
pub(super) struct CanonicalKeys {
    /// For each symmetry and each byte of a set, the image of its 256 values.
    images: Vec<Vec<[u64; 256]>>,
}

impl CanonicalKeys {
    /// The most cells of a board.
    pub const MOST_CELLS: usize = 64;

    /// For symmetries that leave the colours as they are; the identity need
    /// not be among them.
    pub fn new<'a>(symmetries: impl Iterator<Item = &'a Symmetry>, cells: usize) -> CanonicalKeys {
        let tables =
            |symmetry: &Symmetry| images(cells, |cell| symmetry.cell(Cell(cell as u16)).index());
        CanonicalKeys { images: symmetries.map(tables).collect() }
    }

    /// The least image of the stones.
    pub fn key(&self, black: &CellSet, white: &CellSet) -> VerifierKey {
        let (black, white) = (black.words()[0], white.words()[0]);
        let mut least = (black, white);
        for tables in &self.images {
            let mut key = (0, 0);
            for (i, table) in tables.iter().enumerate() {
                key.0 |= table[(black >> (8 * i) & 255) as usize];
                key.1 |= table[(white >> (8 * i) & 255) as usize];
            }
            least = least.min(key);
        }
        least
    }
}

/// What is bounds of a position with the opponent to move: so many stones do not
/// suffice, so many do.
#[derive(Clone, Copy)]
pub(super) struct StoneBounds {
    pub too_few: u8,
    pub enough: u8,
}

impl StoneBounds {
    /// Nothing.
    pub const UNKNOWN: StoneBounds = StoneBounds { too_few: 0, enough: u8::MAX };

    /// The depth of the deepest search behind it; none for a free slot.
    fn depth(self) -> u8 {
        match self.enough {
            u8::MAX => self.too_few,
            enough => self.too_few.max(enough),
        }
    }
}

/// Positions and what is bounds of them.
pub(super) struct VerifierTable {
    /// A position can lie anywhere in one group of places. They lie in parts
    /// of the same size, so that the table grows without a second one beside
    /// it: the limit holds at every moment.
    parts: Vec<Box<[TableSlot]>>,
    held: usize,
    most_parts: usize,
}

type TableSlot = (VerifierKey, StoneBounds);

/// Places of a group.
const GROUP: usize = 4;

/// Places of a part; there is one at the start.
const PART: usize = 1 << 12;

impl VerifierTable {
    /// An empty memory that takes at most so many bytes, and a few thousand
    /// places in any case.
    pub fn new(bytes: usize) -> VerifierTable {
        let most_parts =
            (bytes / (PART * size_of::<TableSlot>() + size_of::<Box<[TableSlot]>>())).max(1);
        VerifierTable { parts: vec![empty_part()], held: 0, most_parts: 1 << most_parts.ilog2() }
    }

    /// The positions remembered.
    pub fn len(&self) -> usize {
        self.held
    }

    /// What is bounds of a position.
    pub fn get(&self, key: VerifierKey) -> StoneBounds {
        let (part, start) = self.group(key);
        let group = &self.parts[part][start..][..GROUP];
        let found = group.iter().find(|slot| slot.0 == key && slot.1.depth() > 0);
        found.map_or(StoneBounds::UNKNOWN, |slot| slot.1)
    }

    /// Remembers what is bounds of a position now.
    pub fn put(&mut self, key: VerifierKey, bounds: StoneBounds) {
        let (part, start) = self.group(key);
        let group = &self.parts[part][start..][..GROUP];
        let same = group.iter().position(|slot| slot.0 == key && slot.1.depth() > 0);
        let slot = same.unwrap_or_else(|| {
            (0..GROUP).min_by_key(|&slot| group[slot].1.depth()).unwrap_or_default()
        });
        let free = group[slot].1.depth() == 0;
        if same.is_none() && !free && self.parts.len() * 2 <= self.most_parts {
            self.grow();
            return self.put(key, bounds);
        }
        self.parts[part][start + slot] = (key, bounds);
        self.held += usize::from(free);
    }

    /// A position's group: the part, and the first slot in it.
    fn group(&self, key: VerifierKey) -> (usize, usize) {
        let hash = hash(key);
        let part = (hash / PART) & (self.parts.len() - 1);
        (part, hash & (PART - 1) & !(GROUP - 1))
    }

    /// Twice as many places. The positions of a part go to two parts, to the
    /// same places there.
    fn grow(&mut self) {
        let parts = self.parts.len();
        self.parts.reserve_exact(parts);
        for part in 0..parts {
            let mut new = empty_part();
            for (slot, to) in self.parts[part].iter_mut().zip(&mut new) {
                if slot.1.depth() > 0 && (hash(slot.0) / PART) & parts != 0 {
                    std::mem::swap(slot, to);
                }
            }
            self.parts.push(new);
        }
    }
}

fn empty_part() -> Box<[TableSlot]> {
    vec![(VerifierKey::default(), StoneBounds::UNKNOWN); PART].into_boxed_slice()
}

fn hash(key: VerifierKey) -> usize {
    mix(mix(0, key.0), key.1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growing_forgets_nothing_and_stops_at_the_limit() {
        let limit = 16 * (PART + 1) * size_of::<TableSlot>();
        let mut table = VerifierTable::new(limit);
        let bounds = |n: u64| StoneBounds { too_few: 1 + (n % 7) as u8, enough: u8::MAX };
        let mut put = 0;
        while table.parts.len() < 8 {
            table.put((put, !put), bounds(put));
            put += 1;
        }
        let found = (0..put).filter(|&n| table.get((n, !n)).too_few == bounds(n).too_few).count();
        assert_eq!((found, table.len()), (put as usize, put as usize));
        (put..200_000).for_each(|n| table.put((n, !n), bounds(n)));
        assert!(table.parts.len() == 16 && table.len() <= 16 * PART);
    }
}
