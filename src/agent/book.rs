//! Plays by a proof, and where the proof has no reply as the default agent does.

use std::sync::Arc;

use super::{
    ANYTHING, Agent, AgentSpec, Builder, Choice, Entry, Games, Kind, Parameter, Settings, Task,
};
use crate::{
    board::{Cell, Move},
    proof::Book,
    rules::{Colour, Rules, Size},
};

/// The agent's row in the list of agents.
pub(super) const ENTRY: Entry = Entry {
    name: "book",
    summary: "plays the moves of a proof (book:FILE), and otherwise as the default agent does",
    parameters: &[
        Parameter {
            name: "file",
            kind: Kind::Proof,
            default: None,
            help: "the proof; book:FILE is the same",
        },
        Parameter {
            name: "evals",
            kind: Kind::Whole(1, 1_000_000_000),
            default: None,
            help: "evaluations of neural where the proof has no reply; ten times as many \
                   simulations of mcts",
        },
    ],
    quick: "evals=2",
    games: Games::All,
    builder: Builder::Agent(|settings| Box::new(BookPlayer::new(settings))),
};

/// The agent: the proof, and who plays where it has no reply.
pub struct BookPlayer {
    book: Option<Arc<Book>>,
    evals: Option<u64>,
    /// With the text that names it.
    other: Option<(String, Box<dyn Agent>)>,
}

impl BookPlayer {
    /// An agent with these settings.
    pub fn new(settings: &Settings) -> BookPlayer {
        BookPlayer { book: settings.book(), evals: settings.whole("evals"), other: None }
    }

    /// The proof's move, if the colour wins by the proof.
    fn reply(&self, task: &Task<'_>) -> Option<Cell> {
        let book = self.book.as_ref().filter(|book| book.winner() == task.colour)?;
        if task.endless || task.allowed.is_some() {
            return None;
        }
        book.reply(task.position)
    }

    /// The choice of the agent that plays where the proof has no reply.
    fn choose_without_proof(&mut self, task: Task<'_>) -> Choice {
        let spec = self.default_agent(&task);
        let kept = self.other.take().filter(|(name, _)| *name == spec.to_string());
        let (_, agent) = self.other.insert(kept.unwrap_or_else(|| {
            let agent = spec.build().expect("default agents name no file");
            (spec.to_string(), agent)
        }));
        agent.choose(task)
    }

    fn default_agent(&self, task: &Task<'_>) -> AgentSpec {
        let spec = default_agent(task.position.rules(), task.position.size(), task.colour);
        let sims = self.evals.map(|evals| evals.saturating_mul(10).min(1_000_000_000));
        let counts = [("evals", self.evals), ("sims", sims)];
        counts.into_iter().fold(spec, |spec, (key, count)| {
            let count = count.map(|count| count.to_string());
            count.and_then(|count| spec.with(key, Some(&count), ANYTHING).ok()).unwrap_or(spec)
        })
    }
}

/// The strongest agent that plays the game.
fn default_agent(rules: &Rules, size: Size, colour: Colour) -> AgentSpec {
    let plays = |spec: &AgentSpec| spec.entry().plays(rules, size, colour).is_ok();
    let mut agents = ["neural", "mcts"].iter().filter_map(|name| name.parse().ok());
    agents.find(plays).expect("mcts plays every game")
}

impl Agent for BookPlayer {
    fn choose(&mut self, task: Task<'_>) -> Choice {
        match self.reply(&task) {
            Some(cell) => Choice {
                value: Some(1.0),
                scores: vec![(cell, 1.0)],
                scores_are: "chance to win",
                variation: vec![Move::Cell(cell)],
                ..Choice::plain(Move::Cell(cell))
            },
            None => self.choose_without_proof(task),
        }
    }
}
