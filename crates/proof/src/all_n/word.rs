//! Some successive rows.

use std::ops::Deref;

use super::Row;

/// The most rows of a word: those of a window of triples.
const MOST: usize = 5;

/// Some successive rows, from the top to the bottom. Words of equal length are ordered by their first
/// rows, then by the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word {
    len: u8,
    rows: [Row; MOST],
}

impl Word {
    /// The word of at most five rows.
    pub fn new(rows: &[Row]) -> Word {
        rows.iter().copied().collect()
    }

    /// The word with another row at an index.
    pub fn with(mut self, index: usize, row: Row) -> Word {
        self.rows[index] = row;
        self
    }

    /// The word with one more row below.
    pub fn then(mut self, row: Row) -> Word {
        self.rows[usize::from(self.len)] = row;
        self.len += 1;
        self
    }

    /// The rows in the other order.
    pub fn reversed(self) -> Word {
        self.iter().rev().copied().collect()
    }
}

impl Deref for Word {
    type Target = [Row];

    fn deref(&self) -> &[Row] {
        &self.rows[..usize::from(self.len)]
    }
}

impl FromIterator<Row> for Word {
    fn from_iter<T: IntoIterator<Item = Row>>(rows: T) -> Word {
        rows.into_iter().fold(Word::default(), Word::then)
    }
}

/// The number of a word among all words of its length; there are `count` rows.
pub fn index(word: &[Row], count: usize) -> usize {
    word.iter().fold(0, |index, &row| index * count + usize::from(row))
}
