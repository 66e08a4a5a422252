//! Plays the moves of a proof, and those of the default agent where the proof has no reply.

use std::{path::PathBuf, sync::Arc};

use kring_board::{Cell, Move};
use kring_proof::AnyBook;

use super::substitute::Substitute;
use crate::{
    agent::{Agent, Choice, Task},
    entry::{AgentEntry, SupportedGames},
    parameter::{Effort, Role},
    settings::{Field, Resources, Row, Settings, defaults},
};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "book",
    summary: "plays the moves of a proof (book:FILE), and otherwise as the default agent does",
    quick: "evals=2",
    games: SupportedGames::All,
    settings: defaults::<BookSettings>,
};

#[derive(Clone, Default)]
struct BookSettings {
    file: Option<PathBuf>,
    evals: Option<u64>,
}

impl Settings for BookSettings {
    const ROWS: &'static [Row<BookSettings>] = &[
        Row::own("file", "the proof; book:FILE is the same", |it| Field::Proof(&mut it.file)),
        Row::of(
            Role::Effort(Effort::Evaluations),
            "evaluations of neural where the proof has no reply; ten times as many simulations of \
             mcts, a thousand times as many fills of coin-exact",
            |it| Field::Whole(&mut it.evals, 1, 1_000_000_000),
        ),
    ];

    fn build(&self, resources: &Resources) -> Box<dyn Agent> {
        Box::new(BookPlayer {
            book: resources.book.clone(),
            evals: self.evals,
            substitute: Substitute::new(resources.substitutes),
        })
    }
}

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
                let spec = (self.substitute.agents.default)(&task, self.evals);
                self.substitute.choose(spec, None, task, "no reply in the proof")
            }
        }
    }
}
