//! Solving whole boards: which positions are asked for, the store that
//! remembers the answers, and how results are written.
//!
//! A [`Run`] answers [`Question`]s with a [`Solver`](kring_solver::Solver) and
//! keeps what was found out in a [`Store`], a file that later runs continue
//! from. [`Findings`] are what is printed, drawn or written as JSON.

mod findings;
mod json;
mod known;
mod merge;
mod opening_map;
mod question;
mod record;
mod report;
mod run;
mod store;
mod table;

pub use findings::{Answered, Findings};
pub use json::{Entry, ProofEntry};
pub use merge::{MergedStores, merge_stores};
pub use opening_map::{EntryError, picture};
pub use question::{Opening, Question, QuestionError, openings};
pub use record::Record;
pub use report::{Report, ReportError};
pub use run::{Run, Status};
pub use store::{Store, StoreError, is_store};
pub use table::{bound, text};

use std::time::Duration;

use kring_board::{Colour, Move, Symmetry};
use kring_solver::{INFINITE, Solution};

/// The answer to a question, with what it took, over all runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The winner; none if a limit was reached first.
    pub winner: Option<Colour>,
    /// A winning move, if the colour to move wins.
    pub best: Option<Move>,
    /// The game if both go on as well as they can.
    pub line: Vec<Move>,
    /// The positions that were looked at.
    pub positions: u64,
    /// How long it took, in whole microseconds: what a store keeps.
    pub time: Duration,
    /// The proof and the disproof number of the colour to move; none before
    /// the first search.
    pub numbers: Option<(u32, u32)>,
}

impl Verdict {
    /// A game that is over.
    fn over(winner: Colour, to_move: Colour) -> Verdict {
        Verdict { winner: Some(winner), ..Verdict::default() }.with_numbers(to_move)
    }

    /// The numbers of a question whose winner is known.
    fn with_numbers(mut self, to_move: Colour) -> Verdict {
        self.numbers = self.winner.map(|winner| match winner == to_move {
            true => (0, INFINITE),
            false => (INFINITE, 0),
        });
        self
    }

    /// Takes over what a further search has found out.
    fn add(&mut self, found: Solution) {
        let micros = self.time.as_micros() + found.time.as_micros();
        // The line of a search that is not over is of no use to anybody.
        let line = if found.winner.is_some() { found.line } else { Vec::new() };
        *self = Verdict {
            winner: found.winner,
            best: found.best,
            line,
            positions: self.positions + found.positions,
            time: Duration::from_micros(micros as u64),
            numbers: Some(found.numbers),
        };
    }

    /// The verdict on the question of which this one's question is the image.
    fn before(&self, symmetry: &Symmetry) -> Verdict {
        let back = |mv: Move| question::before(symmetry, mv);
        Verdict {
            winner: self.winner.map(|winner| symmetry.colour(winner)),
            best: self.best.map(back),
            line: self.line.iter().copied().map(back).collect(),
            ..self.clone()
        }
    }

    /// Positions in a second, if there is enough to tell.
    pub fn rate(&self) -> Option<f64> {
        let seconds = self.time.as_secs_f64();
        (self.positions > 0 && seconds > 0.0).then(|| self.positions as f64 / seconds)
    }
}
