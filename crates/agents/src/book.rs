//! Plays the moves of a proof, and those of the default agent where the proof has no reply.

use std::sync::Arc;

use kring_board::{Cell, Move};
use kring_proof::AnyBook;

use super::substitute::Substitute;
use crate::{
    agent::{Agent, Choice, Task},
    entry::{AgentBuilder, AgentEntry, Parameter, ParameterKind, SupportedGames},
};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "book",
    summary: "plays the moves of a proof (book:FILE), and otherwise as the default agent does",
    parameters: &[
        Parameter::new("file", ParameterKind::Proof).help("the proof; book:FILE is the same"),
        Parameter::whole("evals", 1, 1_000_000_000).help(
            "evaluations of neural where the proof has no reply; ten times as many \
                   simulations of mcts, a thousand times as many fills of coin-exact",
        ),
    ],
    quick: "evals=2",
    games: SupportedGames::All,
    builder: AgentBuilder::Agent(|settings| {
        let (book, evals) = (settings.book.clone(), settings.whole("evals"));
        Box::new(BookPlayer { book, evals, substitute: Substitute::new(settings.substitutes) })
    }),
};

pub struct BookPlayer {
    book: Option<Arc<AnyBook>>,
    evals: Option<u64>,
    substitute: Substitute,
}

impl BookPlayer {
    /// The proof's move, if the proof wins for the colour to move.
    fn reply(&self, task: &Task<'_>) -> Option<Cell> {
        let book = self.book.as_ref().filter(|book| book.winner() == task.colour)?;
        if task.endless || task.allowed.is_some() {
            return None;
        }
        book.reply(task.position, &task.limits.stop)
    }
}

impl Agent for BookPlayer {
    fn choose(&mut self, task: Task<'_>) -> Choice {
        match self.reply(&task) {
            Some(cell) => Choice {
                value: Some(1.0),
                scores: vec![(cell, 1.0)],
                scores_are: "chance to win",
                variation: vec![Move::Cell(cell)],
                ..Choice::new(Move::Cell(cell))
            },
            None => {
                let spec = (self.substitute.agents.default)(&task, self.evals, &[]);
                self.substitute.choose(spec, None, task, "no reply in the proof")
            }
        }
    }
}
