//! Certificates for every number of rows: black wins the cylinder of m columns, whatever its height.
//!
//! A [`Certificate`] lists the pairs of neighbouring rows that black allows. `docs/ALL-N.md` explains
//! why such a list is a proof. The checker knows which cells of two rows touch, and nothing else.

mod check;
mod crossing;
mod file;
mod play;
mod rows;

pub use self::{check::check, crossing::Crossing, play::Replies, rows::Row};

use std::collections::BTreeSet;

/// The beginning of a file; a blank, the version and a newline follow.
pub(super) const NAME: &str = "kring all-n";

/// The largest number of columns.
pub const MOST_COLUMNS: usize = 7;
/// The largest period.
pub const MOST_PHASES: usize = 8;
/// The largest distance, in rows, of a reply from white's stone.
pub const MOST_REACH: usize = 3;

/// The pairs of neighbouring rows that black allows on a cylinder without top and bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The number of columns.
    pub columns: usize,
    /// Black replies in the row of white's stone or in one at most this number of rows away.
    pub reach: usize,
    /// Whether black may give up stones of the row in which it replies.
    pub weakening: bool,
    /// The pairs (upper row, lower row) whose upper row has the height y with y mod period = index.
    pub phases: Vec<BTreeSet<(Row, Row)>>,
}

impl Certificate {
    /// The theorem.
    pub fn statement(&self) -> String {
        let columns = self.columns;
        format!("black wins the cylinder {columns}xn for every number n of rows, whoever begins")
    }

    /// The number of pairs in all phases.
    pub fn pairs(&self) -> usize {
        self.phases.iter().map(BTreeSet::len).sum()
    }
}

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// A file of another version.
    #[error("this is a certificate of version '{0}', but only version 1 can be read")]
    Version(String),
    /// A file that was changed or cut off.
    #[error("the file is damaged or cut off: its checksum is wrong")]
    Damaged,
    /// A file that is not written as it should be.
    #[error("line {0} is not written as it should be")]
    Line(usize),
    /// A number outside its limits.
    #[error(
        "there are certificates for 2 to {MOST_COLUMNS} columns, 1 to {MOST_PHASES} phases and a reach of 0 to {MOST_REACH}"
    )]
    Limits,
    /// Empty rows that are not allowed.
    #[error("phase {0}: two empty rows are not allowed, so the empty board is not")]
    Start(usize),
    /// A move without a reply.
    #[error("phase {phase}: rows {rows}: no reply after white plays {cell} of the middle row")]
    Window {
        /// The phase of the row in which white plays.
        phase: usize,
        /// This row, and those above and below it.
        rows: String,
        /// The column of white's move, from 1.
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
}
