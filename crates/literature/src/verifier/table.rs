//! The transposition table of the verifier. Positions that are symmetric to each other share one
//! entry.
//!
//! The table never exceeds its memory limit. Losing an entry is harmless: the position is
//! searched again. The table grows up to the limit and then replaces the entries with the
//! shallowest search.

use kring_board::{
    Cell, CellSet, Symmetry,
    bits::{SetImages, mix},
};

/// The largest number of cells of a board.
pub(super) const MAX_CELLS: usize = 64;

/// The stones of both colours: an exact key.
pub(super) type VerifierKey = [u64; 2];

/// Computes canonical keys, with the images of sets under each symmetry.
pub(super) struct CanonicalKeys(Vec<SetImages<u64>>);

impl CanonicalKeys {
    /// For symmetries that keep the colours; the identity may be omitted.
    pub fn new<'a>(symmetries: impl Iterator<Item = &'a Symmetry>, cells: usize) -> CanonicalKeys {
        let images = |symmetry: &Symmetry| {
            SetImages::new(cells, |cell| symmetry.cell(Cell::unchecked(cell as u16)).index())
        };
        CanonicalKeys(symmetries.map(images).collect())
    }

    /// The smallest image of the stones.
    pub fn key(&self, black: &CellSet, white: &CellSet) -> VerifierKey {
        let key = [black.wide() as u64, white.wide() as u64];
        self.0.iter().map(|images| images.of(key)).fold(key, VerifierKey::min)
    }
}

/// Bounds on the number of stones that the opponent, who is to move, needs to win: `too_few` do
/// not suffice, `enough` do.
#[derive(Clone, Copy)]
pub(super) struct StoneBounds {
    pub too_few: u8,
    pub enough: u8,
}

impl StoneBounds {
    pub const UNKNOWN: StoneBounds = StoneBounds { too_few: 0, enough: u8::MAX };

    /// The depth of the deepest search of the position; 0 for a free slot.
    fn depth(self) -> u8 {
        match self.enough {
            u8::MAX => self.too_few,
            enough => self.too_few.max(enough),
        }
    }
}

pub(super) struct VerifierTable {
    /// A position can be stored in any slot of one group. The table consists of parts of the same
    /// size, so that it grows without a second table beside it and the limit holds at any time.
    parts: Vec<Box<[TableSlot]>>,
    /// The number of stored positions.
    pub held: usize,
    most_parts: usize,
}

type TableSlot = (VerifierKey, StoneBounds);

const GROUP: usize = 4;

/// Slots per part; the table starts with one part.
const PART: usize = 1 << 12;

impl VerifierTable {
    /// An empty table of at most `bytes` bytes, but with at least one part.
    pub fn new(bytes: usize) -> VerifierTable {
        let most_parts =
            (bytes / (PART * size_of::<TableSlot>() + size_of::<Box<[TableSlot]>>())).max(1);
        VerifierTable { parts: vec![empty_part()], held: 0, most_parts: 1 << most_parts.ilog2() }
    }

    pub fn get(&self, key: VerifierKey) -> StoneBounds {
        let (part, start) = self.group(key);
        let group = &self.parts[part][start..][..GROUP];
        let found = group.iter().find(|slot| slot.0 == key && slot.1.depth() > 0);
        found.map_or(StoneBounds::UNKNOWN, |slot| slot.1)
    }

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

    /// Doubles the number of slots: splits each part in two, with positions in the same slots.
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
    mix(mix(0, key[0]), key[1]) as usize
}
