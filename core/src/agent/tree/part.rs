//! A part of a word that threads share: several numbers lie in each word of a row.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A number of so many bits in a word.
#[derive(Clone, Copy)]
pub(super) struct Part<'t, const BITS: usize> {
    pub word: &'t AtomicU64,
    shift: usize,
}

/// The lower or the upper half of a word.
pub(super) type Half<'t> = Part<'t, 32>;

/// A quarter of a word.
pub(super) type Quarter<'t> = Part<'t, 16>;

impl<'t, const BITS: usize> Part<'t, BITS> {
    const ALL: u64 = !(!0 << BITS);

    /// The one with this number in a row.
    #[inline]
    pub fn of(row: &'t [AtomicU64], number: usize) -> Part<'t, BITS> {
        let in_a_word = 64 / BITS;
        Part { word: &row[number / in_a_word], shift: number % in_a_word * BITS }
    }

    #[inline]
    pub fn load(self) -> u64 {
        self.of_word(self.word.load(Relaxed))
    }

    /// The number in what the word was.
    #[inline]
    pub fn of_word(self, word: u64) -> u64 {
        word >> self.shift & Self::ALL
    }

    /// Only if no other thread changes the word at the same moment is this sure
    /// to be so.
    pub fn store(self, number: impl Into<u64>) {
        let others = self.word.load(Relaxed) & !self.bits(Self::ALL);
        self.word.store(others | self.bits(number), Relaxed);
    }

    /// The bits of the word that are this number in this part.
    pub fn bits(self, number: impl Into<u64>) -> u64 {
        number.into() << self.shift
    }
}
