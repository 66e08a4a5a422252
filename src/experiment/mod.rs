//! The experiments of the literature, and of anybody who writes a file.
//!
//! A file says who plays what on which boards, what was published, and what
//! the results mean; nothing about a particular experiment stands in Rust.
//! [`Experiment`] turns a file into an event of the arena, which plays it and
//! keeps its table of games; [`Report`] turns the games into a section of
//! text, a table and pictures; [`insert`] puts the section into a document.

mod convergence;
mod counts;
mod file;
mod first_moves;
mod list;
mod matches;
mod report;

pub use convergence::Convergence;
pub use counts::{Counts, Mean, Outcomes};
pub use file::{
    ExperimentError, ExperimentFile, Kind, MatchEntry, Measure, PlayerEntry, Published, Quick,
};
pub use first_moves::FirstMoves;
pub use list::{built_in, experiments};
pub use matches::{Match, RunScale};
pub use report::{Picture, Report, Run, insert};

use crate::arena::{Entrant, Event, PlayerSpec};

/// An experiment that can be run.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// What was declared.
    pub file: ExperimentFile,
    /// How large a run it is.
    pub scale: RunScale,
    /// Who plays.
    pub players: Vec<PlayerSpec>,
    /// The matches; none if no games are played.
    pub matches: Vec<Match>,
}

impl Experiment {
    /// The experiment of a file.
    pub fn new(file: ExperimentFile, scale: RunScale) -> Result<Experiment, ExperimentError> {
        if file.games == 0 || scale.games == Some(0) {
            return Err(ExperimentError::Missing("there must be at least one game"));
        }
        let (players, matches) = matches::lineup(&file, &scale)?;
        Ok(Experiment { file, scale, players, matches })
    }

    /// All games, bout by bout.
    pub fn event(&self) -> Result<Event<'_>, ExperimentError> {
        let pairing = |matches: &Match| matches.pairing(&self.players);
        let pairings = self.matches.iter().map(pairing).collect::<Result<_, _>>()?;
        let entrants = self.players.iter().map(|player| player as &dyn Entrant).collect();
        Ok(Event::new(entrants, pairings))
    }
}
