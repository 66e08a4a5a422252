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
pub(super) type Key = (u64, u64);

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
    pub fn key(&self, black: &CellSet, white: &CellSet) -> Key {
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

/// What is known of a position with the opponent to move: so many stones do not
/// suffice, so many do.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub too_few: u8,
    pub enough: u8,
}

impl Known {
    /// Nothing.
    pub const NOTHING: Known = Known { too_few: 0, enough: u8::MAX };

    /// The depth of the deepest search behind it; none for a free place.
    fn depth(self) -> u8 {
        match self.enough {
            u8::MAX => self.too_few,
            enough => self.too_few.max(enough),
        }
    }
}

/// Positions and what is known of them.
pub(super) struct Memo {
    /// A position can lie anywhere in one group of places. They lie in parts
    /// of the same size, so that the table grows without a second one beside
    /// it: the limit holds at every moment.
    parts: Vec<Box<[Place]>>,
    held: usize,
    most_parts: usize,
}

type Place = (Key, Known);

/// Places of a group.
const GROUP: usize = 4;

/// Places of a part; there is one at the start.
const PART: usize = 1 << 12;

impl Memo {
    /// An empty memory that takes at most so many bytes, and a few thousand
    /// places in any case.
    pub fn new(bytes: usize) -> Memo {
        let most_parts = (bytes / (PART * size_of::<Place>() + size_of::<Box<[Place]>>())).max(1);
        Memo { parts: vec![empty_part()], held: 0, most_parts: 1 << most_parts.ilog2() }
    }

    /// The positions remembered.
    pub fn len(&self) -> usize {
        self.held
    }

    /// What is known of a position.
    pub fn get(&self, key: Key) -> Known {
        let (part, start) = self.group(key);
        let group = &self.parts[part][start..][..GROUP];
        let found = group.iter().find(|place| place.0 == key && place.1.depth() > 0);
        found.map_or(Known::NOTHING, |place| place.1)
    }

    /// Remembers what is known of a position now.
    pub fn put(&mut self, key: Key, known: Known) {
        let (part, start) = self.group(key);
        let group = &self.parts[part][start..][..GROUP];
        let same = group.iter().position(|place| place.0 == key && place.1.depth() > 0);
        let place = same.unwrap_or_else(|| {
            (0..GROUP).min_by_key(|&place| group[place].1.depth()).unwrap_or_default()
        });
        let free = group[place].1.depth() == 0;
        if same.is_none() && !free && self.parts.len() * 2 <= self.most_parts {
            self.grow();
            return self.put(key, known);
        }
        self.parts[part][start + place] = (key, known);
        self.held += usize::from(free);
    }

    /// A position's group: the part, and the first place in it.
    fn group(&self, key: Key) -> (usize, usize) {
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
            for (place, to) in self.parts[part].iter_mut().zip(&mut new) {
                if place.1.depth() > 0 && (hash(place.0) / PART) & parts != 0 {
                    std::mem::swap(place, to);
                }
            }
            self.parts.push(new);
        }
    }
}

fn empty_part() -> Box<[Place]> {
    vec![(Key::default(), Known::NOTHING); PART].into_boxed_slice()
}

fn hash(key: Key) -> usize {
    mix(mix(0, key.0), key.1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growing_forgets_nothing_and_stops_at_the_limit() {
        let limit = 16 * (PART + 1) * size_of::<Place>();
        let mut memo = Memo::new(limit);
        let known = |n: u64| Known { too_few: 1 + (n % 7) as u8, enough: u8::MAX };
        let mut put = 0;
        while memo.parts.len() < 8 {
            memo.put((put, !put), known(put));
            put += 1;
        }
        let found = (0..put).filter(|&n| memo.get((n, !n)).too_few == known(n).too_few).count();
        assert_eq!((found, memo.len()), (put as usize, put as usize));
        (put..200_000).for_each(|n| memo.put((n, !n), known(n)));
        assert!(memo.parts.len() == 16 && memo.len() <= 16 * PART);
    }
}
