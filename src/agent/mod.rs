//! The players: one trait, one list, one file or folder for each agent.
//!
//! An agent is asked for one decision at a time. It gets the position, the
//! colour to play, limits and a seeded generator, and answers with a
//! [`Choice`]. Agents know nothing of the protocol or of pipes.

mod adjacency;
mod choose_by_value;
mod choose_by_win_rate;
mod coin_exact;
mod entry;
mod heuristic;
mod limits;
mod listing;
mod mcts;
mod minimax;
mod montecarlo;
pub mod neural;
mod random;
mod random_path;
mod random_spot;
mod ring_players;
mod settings;
mod spec;
mod strategies;
mod swap;
mod table;
mod time_manager;
mod tree;
mod unplayable;

use rand_chacha::ChaCha8Rng;

pub use entry::Entry;
pub use limits::{Budget, Limits};
pub use settings::{Kind, Parameter, Settings};
pub use spec::{ANYTHING, AgentSpec, Permit, SpecError};
pub use strategies::{NoStrategy, strategy, strategy_names, unknown_strategy};
pub use table::AGENTS;
use time_manager::TimeManager;
pub use unplayable::Unplayable;

pub use crate::stop::Stop;
use crate::{
    board::{Cell, Move, Position},
    rules::Colour,
};

/// One decision to make. The game is not over and the colour has a move.
pub struct Task<'a> {
    /// The position.
    pub position: &'a Position,
    /// Who is to move; not always the colour that the rules would say.
    pub colour: Colour,
    /// When to stop thinking.
    pub limits: Limits,
    /// The agent's random numbers.
    pub rng: &'a mut ChaCha8Rng,
    /// Somebody who wants to see how a search goes on.
    pub watch: Option<Watch<'a>>,
}

impl<'a> Task<'a> {
    /// A decision without limits but the agent's own, which nobody watches.
    pub fn new(position: &'a Position, colour: Colour, rng: &'a mut ChaCha8Rng) -> Task<'a> {
        Task { position, colour, limits: Limits::default(), rng, watch: None }
    }
}

/// Is shown the state of a search now and then.
pub type Watch<'a> = &'a mut dyn FnMut(&Choice);

/// A decision, and what is worth knowing about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The chance to win that the agent sees for itself, from 0 to 1.
    pub value: Option<f64>,
    /// How good the agent finds each cell, from 0 to 1, where it has a view.
    pub scores: Vec<(Cell, f64)>,
    /// What the scores are, for legends: "chance to win".
    pub scores_are: &'static str,
    /// How often a search has looked at each cell.
    pub visits: Vec<(Cell, u64)>,
    /// The moves that the agent expects, its own first.
    pub variation: Vec<Move>,
    /// Numbers for the log, such as simulations.
    pub counters: Vec<(&'static str, f64)>,
}

impl Choice {
    /// A move without any remark.
    pub fn plain(mv: Move) -> Choice {
        Choice {
            mv,
            value: None,
            scores: Vec::new(),
            scores_are: "chance to be played",
            visits: Vec::new(),
            variation: Vec::new(),
            counters: Vec::new(),
        }
    }
}

/// Something that decides.
pub trait Agent: Send {
    /// Chooses a move for the task's colour.
    fn choose(&mut self, task: Task<'_>) -> Choice;
}
