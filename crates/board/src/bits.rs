//! Sets of cells in one word, for boards of up to 64 or 128 cells, where searches need the speed;
//! [`CellSet`](crate::CellSet) holds every board.

use std::{
    fmt::Debug,
    hash::Hash,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not},
};

/// A set of cells, as bits at the cells' indices.
pub trait Bits:
    Copy
    + Debug
    + Default
    + Eq
    + Ord
    + Hash
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// No cell.
    const EMPTY: Self;
    /// The largest number of cells.
    const MAX_CELLS: usize;

    /// The set of one cell.
    fn one(cell: usize) -> Self;
    /// The number of cells.
    fn len(self) -> usize;
    /// The lowest cell; the set must not be empty.
    fn first(self) -> usize;
    /// The set without its lowest cell.
    fn rest(self) -> Self;
    /// Byte `i` of the set: eight cells.
    fn byte(self, i: usize) -> usize;
    /// The set at full width.
    fn wide(self) -> u128;
    /// The set from its full width; cells beyond this one's width are lost.
    fn narrow(wide: u128) -> Self;

    /// Whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether a cell is in the set.
    #[inline]
    fn has(self, cell: usize) -> bool {
        !(self & Self::one(cell)).is_empty()
    }

    /// Whether the sets have a cell in common.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether the set is a subset of the other.
    #[inline]
    fn within(self, other: Self) -> bool {
        (self & !other).is_empty()
    }

    /// The cells in ascending order.
    #[inline]
    fn cells(self) -> BitsIter<Self> {
        BitsIter(self)
    }
}

/// The iterator over the cells of a set.
#[derive(Clone)]
pub struct BitsIter<B>(B);

impl<B: Bits> Iterator for BitsIter<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let cell = self.0.first();
        self.0 = self.0.rest();
        Some(cell)
    }
}

macro_rules! bits {
    ($word:ty) => {
        impl Bits for $word {
            const EMPTY: Self = 0;
            const MAX_CELLS: usize = <$word>::BITS as usize;

            #[inline]
            fn one(cell: usize) -> Self {
                1 << cell
            }
            #[inline]
            fn len(self) -> usize {
                self.count_ones() as usize
            }
            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn byte(self, i: usize) -> usize {
                (self >> (8 * i) & 255) as usize
            }
            #[inline]
            fn wide(self) -> u128 {
                self.into()
            }
            #[inline]
            fn narrow(wide: u128) -> Self {
                wide as $word
            }
        }
    };
}

bits!(u64);
bits!(u128);

/// The images of sets under a map of cells, by lookup tables: for each byte of a set, the images of
/// its 256 values.
pub struct SetImages<B>(Vec<[B; 256]>);

impl<B: Bits> SetImages<B> {
    /// The tables of a map of this number of cells.
    pub fn new(cells: usize, to: impl Fn(usize) -> usize) -> SetImages<B> {
        let image = |first: usize, value: usize| {
            (first..cells.min(first + 8))
                .filter(|cell| value >> (cell - first) & 1 != 0)
                .fold(B::EMPTY, |set, cell| set | B::one(to(cell)))
        };
        let byte = |first: usize| std::array::from_fn(|value| image(first, value));
        SetImages((0..cells).step_by(8).map(byte).collect())
    }

    /// The images of some sets.
    #[inline]
    pub fn of<const N: usize>(&self, sets: [B; N]) -> [B; N] {
        let mut images = [B::EMPTY; N];
        for (i, table) in self.0.iter().enumerate() {
            images.iter_mut().zip(sets).for_each(|(image, set)| *image |= table[set.byte(i)]);
        }
        images
    }
}

/// Mixes a word into a hash. One wide multiplication spreads the bits enough for a table. By hand,
/// because the hashers of libraries take bytes of any number, and this runs for every set of cells.
#[inline]
pub fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
    (product >> 64) as u64 ^ product as u64
}
