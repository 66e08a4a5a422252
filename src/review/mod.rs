//! The review of a game: for each move its chance to win, the best move, and
//! how much was lost (`docs/REVIEW.md`).
//!
//! **How a move is judged.** An agent searches the position before the move. It
//! names the best move. Then the position *after* the best move and the position
//! *after* the move played are searched with the same number of evaluations, from
//! the side of whoever moves next, and the chance of a move is what these
//! searches leave to its player. So both chances are found in the same way: a search of
//! the position before the move would have a good estimate of the move it likes, and
//! often none of the one that was played; and its own value is that of its best
//! line, which is higher than what the next search says of the same move. The
//! position after the move played is the one before the next move, so most moves
//! cost one or two searches.
//!
//! If the move played turns out to be better than the one that the agent named, it
//! is the best one. So a loss is never negative, and the agent's own move loses
//! nothing.
//!
//! - Where a coin decides who moves next, the chance after a move is the mean over
//!   both sides of the coin. Each move is judged on the coin that its player got.
//! - Where a swap is on offer, the swap and the best cell are both searched.
//! - Who resigns has no chance; it is a loss if there was one.
//! - Moves after the decision of a game lose nothing.
//!
//! `plan` knows which searches are needed, `search` and `batch` make them on several
//! threads, `judge` says what they mean, and the other modules write it.

mod batch;
mod chart;
mod html;
mod json;
mod judge;
mod notes;
mod plan;
mod search;
mod table;
mod tally;

use std::{
    fmt,
    time::{Duration, Instant},
};

pub use self::{
    html::page,
    json::line,
    notes::notes,
    table::{HEAD, move_row, sparkline},
    tally::{Tally, write_csv},
};
use kring_agents::{AgentFactory, Stop, Unplayable};
use kring_board::{Colour, Move, Position};

use self::{plan::Plan, search::Workers};

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// A loss of 5 % or more.
    Inaccuracy,
    /// A loss of 10 % or more.
    Mistake,
    /// A loss of 20 % or more.
    Blunder,
}

impl Mark {
    /// All marks and the least loss of each.
    pub const ALL: [(Mark, f64); 3] =
        [(Mark::Inaccuracy, 0.05), (Mark::Mistake, 0.10), (Mark::Blunder, 0.20)];

    /// The mark of a loss.
    pub fn of(loss: f64) -> Option<Mark> {
        // 0.7 - 0.6 is a little less than 0.1.
        let reached = Mark::ALL.iter().rev().find(|(_, least)| loss + 1e-9 >= *least);
        reached.map(|(mark, _)| *mark)
    }

    /// As players write it behind a move.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        })
    }
}

/// What the review says of one move, or of the position at the end.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReview {
    /// The number of the move, counted from one after the set-up.
    pub number: usize,
    /// Who is to move.
    pub colour: Colour,
    /// The move, and its player's chance to win with it; none at the end of a
    /// game that is not over.
    pub played: Option<(Move, f64)>,
    /// The best move that was found; the one played if none is better.
    pub best: Move,
    /// The player's chance with the best move.
    pub best_chance: f64,
    /// The best move and what is expected after it.
    pub variation: Vec<Move>,
}

impl MoveReview {
    /// What the move lost of the chance to win, from 0 to 1.
    pub fn loss(&self) -> f64 {
        self.played.map_or(0.0, |(_, chance)| (self.best_chance - chance).max(0.0))
    }

    /// How bad the move was.
    pub fn mark(&self) -> Option<Mark> {
        Mark::of(self.loss())
    }

    /// Black's chance after the move.
    pub fn black_chance(&self) -> f64 {
        let (mv, chance) = self.played.unwrap_or((self.best, self.best_chance));
        match plan::side_after(self.colour, mv) {
            Colour::Black => chance,
            Colour::White => 1.0 - chance,
        }
    }
}

/// How a game is reviewed.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Who searches. It has to play both colours.
    pub agent: AgentFactory,
    /// Evaluations of each search; none: what the agent's own settings say.
    pub evals: Option<u64>,
    /// The first move that is reviewed, counted from one.
    pub from: usize,
    /// Threads that search.
    pub threads: usize,
    /// The seed of agents that draw random numbers.
    pub seed: u64,
    /// Ends the review.
    pub stop: Stop,
    /// Ends it after so long.
    pub time: Option<Duration>,
}

impl Settings {
    /// Evaluations of a search if nothing else is said.
    pub const EVALS: u64 = 200;
    /// The most evaluations.
    pub const MOST_EVALS: u64 = 1_000_000;

    /// The whole game by this agent, on one thread. Its own number of
    /// evaluations or its own time counts, if it has one.
    pub fn new(agent: AgentFactory) -> Settings {
        let is_limited =
            ["evals", "sims", "time", "depth"].iter().any(|key| agent.spec().is_given(key));
        Settings {
            agent,
            evals: (!is_limited).then_some(Settings::EVALS),
            from: 1,
            threads: 1,
            seed: 1,
            stop: Stop::default(),
            time: None,
        }
    }
}

/// Why an agent cannot review a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReviewError {
    /// It does not play this game.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    /// It chooses moves without a chance to win.
    #[error("{0} plays without estimates of the chance to win")]
    NoChances(&'static str),
}

/// The review of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The game.
    pub position: Position,
    /// Who has reviewed it.
    pub agent: String,
    /// What was said of each move, in order.
    pub moves: Vec<MoveReview>,
    /// Positions that were searched.
    pub searches: usize,
    /// How long it took.
    pub time: Duration,
}

/// Reviews a game. `see` gets each move as soon as it and all before it are
/// known. If it is stopped, what is known so far is returned.
///
/// ```
/// use kring::{agents::{AgentSpec, Networks}, board::{chance, record}, review::{self, Settings}};
///
/// let game = chance::game("4x4".parse()?, "hex".parse()?, 1);
/// let position = record::load("(;SZ[4];B[b2];W[a1];B[b3];W[d1])", &game, 1, None)?;
/// let agent = "mcts sims=100".parse::<AgentSpec>()?.load(&Networks::default())?;
/// let review = review::review(&position, &Settings::new(agent), |_| {})?;
/// assert_eq!(review.moves.len(), 5);
/// assert!(review.moves.iter().all(|mv| mv.loss() >= 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn review(
    position: &Position,
    settings: &Settings,
    mut see: impl FnMut(&MoveReview),
) -> Result<Review, ReviewError> {
    check(position, &settings.agent)?;
    let begin = Instant::now();
    let searcher = settings.evals.map_or_else(
        || settings.agent.clone(),
        |evals| settings.agent.with_count(evals.clamp(1, Settings::MOST_EVALS)),
    );
    let mut moves = Vec::new();
    let workers = Workers::new(settings, searcher.clone(), Plan::new(position, settings.from));
    let searches = workers.run(|review| {
        see(&review);
        moves.push(review);
    })?;
    Ok(Review {
        position: position.clone(),
        agent: searcher.to_string(),
        moves,
        searches,
        time: begin.elapsed(),
    })
}

/// Whether an agent can review a game.
pub fn check(position: &Position, agent: &AgentFactory) -> Result<(), ReviewError> {
    let entry = agent.spec().entry();
    for colour in Colour::ALL {
        agent
            .plays_in(position.game(), colour)
            .map_err(|why| Unplayable::here(entry.name, colour, why))?;
    }
    Ok(())
}
