//! Exact machines: a position of a cylinder is read as a word, a row at a time, and the state after the
//! last row says who wins, whatever the height.
//!
//! `learn.rs` guesses a machine from answers of the solver, `product.rs` verifies it without the solver,
//! for every height. `docs/ALL-N.md` has the proof.

mod compare;
mod learn;
mod oracle;
mod order;
mod picture;
mod product;
mod tree;

pub use self::{compare::compare, learn::learn, oracle::Oracle, picture::states};

use kring_proof::all_n::Row;

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
    /// Whether black wins with white to move, and with black to move.
    fn black_wins(self) -> [bool; 2] {
        [self == Verdict::Black, self != Verdict::White]
    }
}

/// A machine that reads rows. The state before the first row is 0.
pub struct Machine {
    /// The number of columns.
    pub columns: usize,
    /// The state after a state and a row.
    next: Vec<Vec<usize>>,
    /// The verdict of the words that lead to a state.
    verdicts: Vec<Verdict>,
    /// The word by which each state was found.
    words: Vec<Vec<Row>>,
}

impl Machine {
    /// The number of states.
    pub fn states(&self) -> usize {
        self.next.len()
    }

    /// The state after a word.
    fn state(&self, word: &[Row]) -> usize {
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
}
