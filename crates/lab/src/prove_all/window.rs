//! What the clauses are about: the rows around a stone of the loser, and those on one side of it.

use kring_proof::all_n::{Row, Word};

/// A direction: towards smaller or larger heights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    Up,
    Down,
}

impl Way {
    pub fn back(self) -> Way {
        if self == Way::Up { Way::Down } else { Way::Up }
    }
}

/// The loser has played in a row: this row and, with tuples of k rows, k − 1 rows on either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The phase of the middle row.
    pub phase: usize,
    /// The rows before the loser's move.
    pub word: Word,
    /// The middle row after it.
    pub played: Row,
}

/// The rows that an answer on one side of the loser's stone depends on, but for the one that lies beyond:
/// with tuples of k rows, k − 1 rows before the nearest row of the answer, this row, and k − 2 rows after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    pub way: Way,
    pub phase: usize,
    /// The rows in the direction.
    pub word: Word,
    /// The distance of the row of the answer from the loser's stone.
    pub distance: usize,
}
