//! Numbers of less than 64 bits, several per word: a row of them is a slice of atomic words.

use super::sync::{AtomicU64, Relaxed};

/// A number of `BITS` bits in a word.
#[derive(Clone, Copy)]
pub(super) struct Part<'t, const BITS: usize> {
    pub word: &'t AtomicU64,
    shift: usize,
}

/// Half of a word.
pub(super) type Half<'t> = Part<'t, 32>;

/// A quarter of a word.
pub(super) type Quarter<'t> = Part<'t, 16>;

impl<'t, const BITS: usize> Part<'t, BITS> {
    const ALL: u64 = !(!0 << BITS);

    /// The number with this index in a row.
    #[inline]
    pub fn of(row: &'t [AtomicU64], index: usize) -> Part<'t, BITS> {
        let in_a_word = 64 / BITS;
        Part { word: &row[index / in_a_word], shift: index % in_a_word * BITS }
    }

    #[inline]
    pub fn load(self) -> u64 {
        self.of_word(self.word.load(Relaxed))
    }

    /// The number's part of a loaded word.
    #[inline]
    pub fn of_word(self, word: u64) -> u64 {
        word >> self.shift & Self::ALL
    }

    /// Not atomic: a concurrent store to another part of the same word can be lost.
    pub fn store(self, number: impl Into<u64>) {
        let others = self.word.load(Relaxed) & !self.bits(Self::ALL);
        self.word.store(others | self.bits(number), Relaxed);
    }

    /// A word that has the number in this part and zeros elsewhere.
    pub fn bits(self, number: impl Into<u64>) -> u64 {
        number.into() << self.shift
    }
}
