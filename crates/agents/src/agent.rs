//! The interface of every agent: [`Task`], [`Choice`] and the trait [`Agent`].

use std::time::Duration;

use kring_board::{Cell, CellSet, Colour, Move, Position};
use rand_chacha::ChaCha8Rng;

use crate::time_manager::{Limits, TimeManager};

/// One decision to make. The game is not over and the colour has a move.
///
/// ```
/// use kring_agents::{AgentSpec, Task};
/// use kring_board::{Colour, Position, chance::{self, Purpose}};
///
/// let position = Position::new(chance::game("4x4".parse()?, "torus".parse()?, 1));
/// let mut rng = chance::generator(1, Purpose::Agent(Colour::Black));
/// let mut task = Task::new(&position, Colour::Black, &mut rng);
/// task.limits.time = Some(std::time::Duration::from_millis(10).into());
/// let choice = "mcts".parse::<AgentSpec>()?.build()?.choose(task);
/// assert!(position.legal_moves(Colour::Black).contains(&choice.mv));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Task<'a> {
    /// The position.
    pub position: &'a Position,
    /// The side to move; not always the colour whose turn it is by the rules.
    pub colour: Colour,
    /// When to stop thinking.
    pub limits: Limits,
    /// The agent's random numbers.
    pub rng: &'a mut ChaCha8Rng,
    /// Receives the state of the search at intervals.
    pub watch: Option<Watch<'a>>,
    /// If set, only these cells may be played, and no swap; it does not count if none of them is
    /// legal. Tree searches (at the root) and `coin-exact` keep to it, `random-spot` only does not
    /// swap, and `book`, `solver` and the solver of endgames prove no moves while it is set. Other
    /// agents ignore it.
    pub allowed: Option<CellSet>,
    /// A tree search ignores its own time and counts: for an analysis, which its watcher ends.
    pub endless: bool,
}

impl<'a> Task<'a> {
    /// A decision within the agent's own limits, without a watcher.
    pub fn new(position: &'a Position, colour: Colour, rng: &'a mut ChaCha8Rng) -> Task<'a> {
        let limits = Limits::default();
        Task { position, colour, limits, rng, watch: None, allowed: None, endless: false }
    }

    /// The limits of a search with its own time and count, and with a default count where there is
    /// no limit at all. An endless search has none of these.
    pub(crate) fn search_limits(
        &self,
        own_time: Option<Duration>,
        own_count: Option<u64>,
        default: u64,
    ) -> TimeManager {
        if self.endless {
            TimeManager::endless(&self.limits)
        } else {
            TimeManager::new(&self.limits, own_time).with_count(own_count, default)
        }
    }

    /// Whether there is only one legal move, so that a search cannot change it.
    pub(crate) fn is_forced(&self) -> bool {
        self.position.legal_moves(self.colour).len() == 1
    }
}

/// A function that receives the state of a search at intervals.
pub struct Watch<'a> {
    /// The time between two calls.
    pub every: Duration,
    /// The function.
    pub see: &'a mut dyn FnMut(&Choice),
}

impl<'a> Watch<'a> {
    /// The same for a task that ends earlier than what the function holds.
    pub fn shorter<'b>(self) -> Watch<'b>
    where
        'a: 'b,
    {
        Watch { every: self.every, see: self.see }
    }
}

/// A decision and what the agent reports about it.
///
/// ```
/// use kring_agents::Choice;
/// use kring_board::Move;
///
/// let choice = Choice::new(Move::Resign);
/// assert!(choice.value.is_none() && choice.variation.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The agent's estimate of its own chance to win, from 0 to 1.
    pub value: Option<f64>,
    /// The score of each cell that the agent has rated, from 0 to 1.
    pub scores: Vec<(Cell, f64)>,
    /// What the scores mean, for legends: "chance to win".
    pub scores_are: &'static str,
    /// The visits of each cell in a search.
    pub visits: Vec<(Cell, u64)>,
    /// The principal variation, the agent's own move first.
    pub variation: Vec<Move>,
    /// The moves that a search has considered, best first.
    pub candidates: Vec<Candidate>,
    /// Numbers for the log, such as simulations.
    pub counters: Vec<(&'static str, f64)>,
    /// Who made the choice, if not the agent itself: the numbers are not its own then.
    pub other: Option<OtherMaker>,
}

/// An agent that chose in place of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherMaker {
    /// Its name.
    pub agent: String,
    /// Why it was asked: "no proof".
    pub why: &'static str,
}

/// A move at the root of a search and the search's results for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move: a cell, or a swap.
    pub mv: Move,
    /// Its visits. A swap has none: its value follows from those of the cells.
    pub visits: u64,
    /// The chance of the player to move to win with it, from 0 to 1. For a first move that the
    /// opponent will swap, the chance after the swap.
    pub win_rate: f64,
    /// The network's policy before the search, from 0 to 1. Without a network, the move's share
    /// of the visits.
    pub prior: f64,
    /// The principal variation after this move, with the move first.
    pub variation: Vec<Move>,
    /// The visits of each of these moves.
    pub variation_visits: Vec<u64>,
}

impl Choice {
    /// A move without any estimates.
    pub fn new(mv: Move) -> Choice {
        Choice {
            mv,
            value: None,
            scores: Vec::new(),
            scores_are: "chance to be played",
            visits: Vec::new(),
            variation: Vec::new(),
            candidates: Vec::new(),
            counters: Vec::new(),
            other: None,
        }
    }
}

/// A player that chooses moves.
///
/// ```
/// use kring_agents::{Agent, Choice, Task};
/// use kring_board::{Colour, Move, Position, chance::{self, Purpose}};
///
/// /// Plays the first legal cell.
/// struct First;
///
/// impl Agent for First {
///     fn choose(&mut self, task: Task<'_>) -> Choice {
///         let cell = task.position.legal_cells(task.colour).iter().next();
///         Choice::new(cell.map_or(Move::Resign, Move::Cell))
///     }
/// }
///
/// let position = Position::new(chance::game("3x3".parse()?, "hex".parse()?, 1));
/// let mut rng = chance::generator(1, Purpose::Agent(Colour::White));
/// let choice = First.choose(Task::new(&position, Colour::White, &mut rng));
/// assert_eq!(choice.mv.name(position.size()), "a1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Agent: Send {
    /// Chooses a move for the task's colour.
    fn choose(&mut self, task: Task<'_>) -> Choice;
}
