//! Certificates for every number of rows: black wins the cylinder of m columns, whatever its height;
//! or white wins every rhombus of m columns from some height on.
//!
//! A [`Certificate`] lists the pairs or triples of successive rows that the winner allows. `docs/ALL-N.md`
//! explains why such a list is a proof. The checker knows which cells of two rows touch, and nothing
//! else.

mod check;
mod crossing;
mod file;
mod losses;
mod play;
pub(crate) mod rows;
mod windows;
mod word;

pub use self::{
    check::{check, check_until},
    crossing::Crossing,
    play::Replies,
    rows::Row,
    word::{Word, index},
};

use std::collections::BTreeSet;

use kring_board::Colour;

/// The beginning of a file; a blank, the version and a newline follow.
pub(super) const NAME: &str = "kring all-n";

/// The largest number of columns.
pub const MOST_COLUMNS: usize = 7;
/// The largest number of marks of rows.
pub const MOST_MARKS: usize = 4;
/// The most words that are as long as a tuple: those of triples with five columns.
pub const MOST_WORDS: usize = 3usize.pow(15);
/// The largest period.
pub const MOST_PHASES: usize = 8;
/// The largest distance, in rows, of a reply from white's stone.
pub const MOST_REACH: usize = 3;
/// The largest number of rows from which on a certificate is about rhombi.
pub const MOST_ROWS: usize = 32;

/// The largest number of tuples in all phases.
pub const MOST_TUPLES: usize = 4_000_000;
/// The largest number of steps of the checker, so that a hostile file cannot keep it busy: comparisons of a
/// reply with a row beside it, and rows read by the crossing machine, which count as 100.
pub const MOST_STEPS: u64 = 2_000_000_000;

/// The boards that a certificate is about; all have its number of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Boards {
    /// All cylinders, which black wins.
    Cylinder,
    /// The rhombi with at least this number of rows, which white wins.
    Rhombus {
        /// The least number of rows.
        rows: usize,
    },
}

impl Boards {
    /// The winner.
    pub fn winner(self) -> Colour {
        match self {
            Boards::Cylinder => Colour::Black,
            Boards::Rhombus { .. } => Colour::White,
        }
    }

    /// Whether the first column touches the last.
    pub fn wraps(self) -> bool {
        self == Boards::Cylinder
    }
}

/// The pairs or triples of successive rows that the winner allows on a board without top and bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The boards.
    pub boards: Boards,
    /// The number of columns.
    pub columns: usize,
    /// The number of rows of a tuple: 2 for pairs, 3 for triples.
    pub tuple: usize,
    /// The number of marks. The winner gives one to each row in which it replies; empty rows have the mark 0
    /// at first.
    pub marks: usize,
    /// The winner replies in the row of the loser's stone or in one at most this number of rows away.
    pub reach: usize,
    /// Whether the winner may give up stones of the row in which it replies.
    pub weakening: bool,
    /// The tuples whose first row has the height y with y mod period = index.
    pub phases: Vec<BTreeSet<Word>>,
}

impl Certificate {
    /// The theorem.
    pub fn statement(&self) -> String {
        let columns = self.columns;
        match self.boards {
            Boards::Cylinder => format!(
                "black wins the cylinder {columns}xn for every number n of rows, whoever begins"
            ),
            Boards::Rhombus { rows } => format!(
                "white wins the rhombus {columns}xn for every number n of rows from {rows} on, whoever begins"
            ),
        }
    }

    /// The number of tuples in all phases.
    pub fn tuples(&self) -> usize {
        self.phases.iter().map(BTreeSet::len).sum()
    }

    /// `69 pairs`
    pub fn size(&self) -> String {
        format!("{} {}", self.tuples(), if self.tuple == 2 { "pairs" } else { "triples" })
    }
}

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The check was stopped.
    #[error("the check was stopped before its end")]
    Stopped,
    /// A file of another version.
    #[error("this is a certificate of version '{0}', but only versions 1 and 2 can be read")]
    Version(String),
    /// A file that was changed or cut off.
    #[error("the file is damaged or cut off: its checksum is wrong")]
    Damaged,
    /// A file that is not written as it should be.
    #[error("line {0} is not written as it should be")]
    Line(usize),
    /// A number outside its limits.
    #[error(
        "there are certificates for 2 to {MOST_COLUMNS} columns, or up to 5 with triples of rows, 1 to {MOST_MARKS} marks (1 if there are 7 columns, or 5 and triples), 1 to {MOST_PHASES} phases and a reach of 0 to {MOST_REACH}; of rhombi, from 1 to {MOST_ROWS} rows on, or from 2 with triples"
    )]
    Limits,
    /// Too many tuples.
    #[error("a certificate has at most {MOST_TUPLES} pairs or triples of rows")]
    Tuples,
    /// More work than a check may take.
    #[error("the check takes more than {MOST_STEPS} steps")]
    Steps,
    /// Empty rows that are not allowed.
    #[error("phase {0}: empty rows are not allowed, so the empty board is not")]
    Start(usize),
    /// A move without a reply.
    #[error("phase {phase}: rows {rows}: no reply after {loser} plays {cell} of the middle row")]
    Window {
        /// Who plays.
        loser: Colour,
        /// The phase of the row in which the loser plays.
        phase: usize,
        /// This row, and those around it.
        rows: String,
        /// The column of this move, from 1.
        cell: usize,
    },
    /// A ring within the allowed rows.
    #[error("phase {phase}: rows {rows} are allowed and have a white ring")]
    Ring {
        /// The phase of the first row.
        phase: usize,
        /// The rows.
        rows: String,
    },
    /// A path through the allowed rows of a rhombus.
    #[error("rows {rows} are allowed and have a black path from the first to the last")]
    Path {
        /// The rows.
        rows: String,
    },
}
