//! Exact machines: a position of a cylinder is read as a word, a row at a time, and the state after the
//! last row says who wins, whatever the height.
//!
//! `product.rs` verifies a machine for every height. `docs/ALL-N.md` has the proof.

mod file;
mod order;
mod product;

pub use self::product::Product;

use crate::all_n::{Boards, Row, rows::text};

/// The beginning of a file; a blank, the version and a newline follow.
pub(crate) const NAME: &str = "kring machine";

/// The largest number of columns.
pub const MOST_COLUMNS: usize = 5;
/// The largest number of states.
pub const MOST_STATES: usize = 1_000;
/// The most states of the product of a machine that is read, so that a hostile file cannot keep the checker busy.
pub const MOST_PRODUCT: usize = 20_000;

/// Who wins a position with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// White wins, whoever is to move.
    White,
    /// Whoever is to move wins.
    Mover,
    /// Black wins, whoever is to move.
    Black,
}

impl Verdict {
    /// All verdicts, the worst for black first.
    pub const ALL: [Verdict; 3] = [Verdict::White, Verdict::Mover, Verdict::Black];

    /// Whether black wins with white to move, and with black to move.
    pub fn black_wins(self) -> [bool; 2] {
        [self == Verdict::Black, self != Verdict::White]
    }

    /// `mover`
    pub fn name(self) -> &'static str {
        ["white", "mover", "black"][self as usize]
    }
}

/// A machine that reads rows. The state before the first row is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The number of columns.
    pub columns: usize,
    /// The state after a state and a row.
    pub next: Vec<Vec<usize>>,
    /// The verdict of the words that lead to a state.
    pub verdicts: Vec<Verdict>,
}

impl Machine {
    /// The number of states.
    pub fn states(&self) -> usize {
        self.next.len()
    }

    /// The state after a word.
    pub fn state(&self, word: &[Row]) -> usize {
        word.iter().fold(0, |state, &row| self.next[state][usize::from(row)])
    }

    /// Who wins a position.
    pub fn verdict(&self, word: &[Row]) -> Verdict {
        self.verdicts[self.state(word)]
    }

    /// Whether black wins the empty boards of all heights, whoever begins.
    pub fn black_wins_all(&self) -> bool {
        let mut state = self.next[0][0];
        let mut seen = vec![false; self.states()];
        while !std::mem::replace(&mut seen[state], true) {
            if self.verdicts[state] != Verdict::Black {
                return false;
            }
            state = self.next[state][0];
        }
        true
    }

    /// Verifies a machine for every height. Returns the number of states of the product.
    pub fn verify(&self) -> Result<usize, MachineError> {
        let product = Product::explore(self, 1, MOST_PRODUCT).ok_or(MachineError::Steps)?;
        match product.violations.first() {
            None => Ok(product.states()),
            Some(word) => Err(MachineError::Wrong(self.text(word))),
        }
    }

    /// What the machine says about empty boards, and that it knows all others.
    pub fn statement(&self) -> String {
        let columns = self.columns;
        let empty = if self.black_wins_all() {
            "black wins the empty board of every height, whoever begins"
        } else {
            "black does not win the empty boards of all heights"
        };
        format!(
            "who wins every position of the cylinder {columns}xn, for every number n of rows; {empty}"
        )
    }

    /// Rows as text.
    fn text(&self, word: &[Row]) -> String {
        let rows = word.iter().map(|&row| text(Boards::Cylinder, row, self.columns));
        rows.collect::<Vec<_>>().join(" ")
    }
}

/// Why a machine is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MachineError {
    /// A file of another version.
    #[error("this is a machine of version '{0}', but only version 1 can be read")]
    Version(String),
    /// A file that was changed or cut off.
    #[error("the file is damaged or cut off: its checksum is wrong")]
    Damaged,
    /// A file that is not written as it should be.
    #[error("line {0} is not written as it should be")]
    Line(usize),
    /// A number outside its limits.
    #[error("there are machines for 2 to {MOST_COLUMNS} columns, with 1 to {MOST_STATES} states")]
    Limits,
    /// More work than a check may take.
    #[error("the product has more than {MOST_PRODUCT} states")]
    Steps,
    /// A wrong verdict.
    #[error("rows {0}: the verdict does not follow from the verdicts after each move")]
    Wrong(String),
}
