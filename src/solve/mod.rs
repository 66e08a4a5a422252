//! Solving whole boards: the questions, the store of their answers, and the output of results.
//!
//! A [`SolveRun`] answers [`SolveQuestion`]s with a [`Solver`](kring_solver::Solver) and keeps
//! the results in a [`Store`], a file that later runs continue from. [`Findings`] are printed,
//! drawn or written as JSON.

mod findings;
mod json;
mod merge;
mod opening_map;
mod question;
mod record;
mod run;
mod store;
mod table;

pub use findings::{AnsweredOpening, Findings};
pub use json::{ProofEntry, ResultEntry};
pub use merge::merge_stores;
pub use opening_map::picture;
pub use question::{OpeningClass, QuestionError, SolveQuestion, openings};
pub use record::StoreRecord;
pub use run::{RunStatus, SolveRun, SolvedOpenings};
pub use store::{Store, StoreError, is_store};
pub use table::text;

use std::time::Duration;

use kring_board::{Colour, Move, Symmetry};
use kring_solver::{ProofNumbers, Solution};

/// The answer to a question, with its cost over all runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolveVerdict {
    /// The winner; none if a limit was reached first.
    pub winner: Option<Colour>,
    /// A winning move, if the colour to move wins.
    pub best: Option<Move>,
    /// The principal variation.
    pub line: Vec<Move>,
    /// The number of positions searched.
    pub positions: u64,
    /// The time of the search, in whole microseconds as in a store.
    pub time: Duration,
    /// The proof and the disproof number of the colour to move; none before the first search.
    pub numbers: Option<ProofNumbers>,
}

impl SolveVerdict {
    /// Sets the proof and disproof numbers that follow from the winner.
    fn with_numbers(mut self, to_move: Colour) -> SolveVerdict {
        self.numbers = self.winner.map(|winner| ProofNumbers::of(winner == to_move));
        self
    }

    /// Adds the result of a further search.
    fn add(&mut self, found: Solution) {
        let micros = self.time.as_micros() + found.time.as_micros();
        // The line of an unfinished search is dropped.
        let line = if found.winner.is_some() { found.line } else { Vec::new() };
        *self = SolveVerdict {
            winner: found.winner,
            best: found.best,
            line,
            positions: self.positions + found.positions,
            time: Duration::from_micros(micros as u64),
            numbers: Some(found.numbers),
        };
    }

    /// The verdict on a question, if `self` is the verdict on its image under this symmetry: maps
    /// winner and moves back.
    fn before(&self, symmetry: &Symmetry) -> SolveVerdict {
        let back = |mv: Move| question::before(symmetry, mv);
        SolveVerdict {
            // To exchange the colours is its own inverse.
            winner: self.winner.map(|winner| symmetry.colour(winner)),
            best: self.best.map(back),
            line: self.line.iter().copied().map(back).collect(),
            ..self.clone()
        }
    }
}
