//! Half a word that threads share: a number of 32 bits, two of which lie in each
//! word of a row.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The lower or the upper half of a word.
#[derive(Clone, Copy)]
pub(super) struct Half<'t> {
    pub word: &'t AtomicU64,
    shift: u32,
}

impl<'t> Half<'t> {
    /// The one with this number in a row.
    #[inline]
    pub fn of(row: &'t [AtomicU64], number: usize) -> Half<'t> {
        Half { word: &row[number / 2], shift: number as u32 % 2 * 32 }
    }

    #[inline]
    pub fn load(self) -> u32 {
        self.of_word(self.word.load(Relaxed))
    }

    /// The number in what the word was.
    #[inline]
    pub fn of_word(self, word: u64) -> u32 {
        (word >> self.shift) as u32
    }

    /// Only if no other thread changes either half at the same moment is this sure
    /// to be so.
    pub fn store(self, number: u32) {
        let other = self.word.load(Relaxed) & !self.bits(u32::MAX);
        self.word.store(other | self.bits(number), Relaxed);
    }

    /// The bits of the word that are this number in this half.
    pub fn bits(self, number: u32) -> u64 {
        u64::from(number) << self.shift
    }
}
