use std::hash::Hasher;

use crate::board::{Cell, CellSet, Symmetry};

/// The stones of both colours on a board of at most 64 cells: an exact key.
pub(super) type Key = (u64, u64);

/// Images of a board under some symmetries, byte by byte from tables.
pub(super) struct Canon {
    /// For each symmetry and each byte of a set, the image of its 256 values.
    images: Vec<Vec<[u64; 256]>>,
}

impl Canon {
    /// The most cells of a board.
    pub const MOST_CELLS: usize = 64;

    /// For symmetries that leave the colours as they are; the identity need
    /// not be among them.
    pub fn new<'a>(symmetries: impl Iterator<Item = &'a Symmetry>, cells: usize) -> Canon {
        let image = |symmetry: &Symmetry, first: usize, value: usize| {
            let cells =
                (first..cells.min(first + 8)).filter(|cell| value >> (cell - first) & 1 != 0);
            let images = cells.map(|cell| symmetry.cell(Cell(cell as u16)));
            images.fold(0, |set, cell| set | 1 << cell.index())
        };
        let tables = |symmetry: &Symmetry| {
            let bytes = (0..cells).step_by(8);
            bytes.map(|first| std::array::from_fn(|value| image(symmetry, first, value))).collect()
        };
        Canon { images: symmetries.map(tables).collect() }
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

/// Spreads keys, which are good numbers already, over the table.
#[derive(Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}
