//! The review of a game: for each move its chance to win, the best move, and the loss
//! (`docs/REVIEW.md`).
//!
//! **How a move is judged.** An agent searches the position before the move and names the best
//! move. Then it searches the position *after* the best move and the position *after* the move
//! played with the same number of evaluations, from the side of the next player. The chance of a
//! move is what its search leaves to the mover. So both chances are measured in the same way. A
//! search of the position before the move would estimate its favourite well, often not the move
//! played, and its value would be higher than what the next search finds for the same move. The
//! position after the move played is the one before the next move, so most moves cost one or two
//! searches.
//!
//! If the move played turns out better than the agent's, it counts as the best move. So a loss is
//! never negative, and the agent's own move loses nothing.
//!
//! - If a coin decides who moves next, the chance after a move is the mean over both results of
//!   the coin. Each move is judged after the toss that gave its player the turn.
//! - If a swap is legal, the swap and the best cell are both searched.
//! - A resignation has chance 0; it loses whatever chance there was.
//! - Moves after the game is decided lose nothing.
//!
//! `plan` lists the searches, `search` runs them on several threads, `judge` turns
//! them into verdicts, and the other modules write these.

mod games;
mod html;
mod judge;
mod notes;
mod plan;
mod search;
mod table;
mod tally;

use std::{fmt, time::Duration};

pub use self::games::{REVIEW_MARK, RecordedGame, RecordedGameError, is_review, sgf_files};
pub use self::html::page;
pub use self::notes::notes;
pub use self::table::{HEADER, line, move_row, player_table, sparkline};
pub use self::tally::{LossTally, write_csv};
use kring_agents::{AgentFactory, Stop, Unplayable};
use kring_board::{Colour, Move, Position, host::Instant};

use self::plan::ReviewPlan;

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
    /// All marks: the smallest loss, the sign that players write after a move, and the name.
    const ALL: [(Mark, f64, &'static str, &'static str); 3] = [
        (Mark::Inaccuracy, 0.05, "?!", "inaccuracy"),
        (Mark::Mistake, 0.10, "?", "mistake"),
        (Mark::Blunder, 0.20, "??", "blunder"),
    ];

    /// The mark of a loss.
    pub fn of(loss: f64) -> Option<Mark> {
        // 0.7 - 0.6 is a little less than 0.1.
        let reached = Mark::ALL.into_iter().rev().find(|(_, least, ..)| loss + 1e-9 >= *least);
        reached.map(|(mark, ..)| mark)
    }

    /// The sign that players write after a move.
    pub fn sign(self) -> &'static str {
        Mark::ALL[self as usize].2
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Mark::ALL[*self as usize].3)
    }
}

/// The review of one move, or of the position at the end.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReview {
    /// The number of the move, counted from one after the set-up.
    pub number: usize,
    /// The colour to move.
    pub colour: Colour,
    /// The move, and its player's chance to win with it; none at the end of a
    /// game that is not over.
    pub played: Option<(Move, f64)>,
    /// The best move found; the move played if none is better.
    pub best: Move,
    /// The player's chance with the best move.
    pub best_chance: f64,
    /// The best move and the principal variation after it.
    pub variation: Vec<Move>,
}

impl MoveReview {
    /// The chance to win that the move lost, from 0 to 1.
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
        let is_black = plan::side_after(self.colour, mv) == Colour::Black;
        if is_black { chance } else { 1.0 - chance }
    }
}

/// The settings of a review.
#[derive(Clone, Debug)]
pub struct ReviewSettings {
    /// The agent that searches. It must play both colours.
    pub agent: AgentFactory,
    /// Evaluations of each search; none: the agent's own limits.
    pub evals: Option<u64>,
    /// The first move that is reviewed, counted from one.
    pub from: usize,
    /// Threads that search.
    pub threads: usize,
    /// The seed of agents that draw random numbers.
    pub seed: u64,
    /// Stops the review.
    pub stop: Stop,
    /// The most time for the review.
    pub time: Option<Duration>,
}

impl ReviewSettings {
    /// The default number of evaluations of a search.
    pub const EVALS: u64 = 200;
    /// The most evaluations.
    pub const MOST_EVALS: u64 = 1_000_000;

    /// The settings to review the whole game on one thread. If the agent has a limit of its own,
    /// that one counts.
    pub fn new(agent: AgentFactory) -> ReviewSettings {
        let is_limited = agent.spec().is_limited();
        ReviewSettings {
            agent,
            evals: (!is_limited).then_some(ReviewSettings::EVALS),
            from: 1,
            threads: 1,
            seed: 1,
            stop: Stop::default(),
            time: None,
        }
    }
}

/// Why an agent cannot review a game.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReviewError {
    /// It does not play this game.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    /// It does not estimate the chance to win.
    #[error("{0} plays without estimates of the chance to win")]
    NoChances(&'static str),
}

/// The review of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The game.
    pub position: Position,
    /// The agent that reviewed it.
    pub agent: String,
    /// The review of each move, in order.
    pub moves: Vec<MoveReview>,
    /// The number of positions searched.
    pub searches: usize,
    /// How long it took.
    pub time: Duration,
}

/// Reviews a game. `see` gets each move in order, as soon as it is reviewed. A stopped review
/// returns the moves reviewed so far.
///
/// ```
/// use kring::{agents::{AgentSpec, Networks}, board::{chance, record}};
/// use kring::review::{self, ReviewSettings};
///
/// let game = chance::game("4x4".parse()?, "hex".parse()?, 1);
/// let position = record::load("(;SZ[4];B[b2];W[a1];B[b3];W[d1])", &game, 1, None)?;
/// let agent = "mcts sims=100".parse::<AgentSpec>()?.load(&Networks::default())?;
/// let review = review::review(&position, &ReviewSettings::new(agent), |_| {})?;
/// assert_eq!(review.moves.len(), 5);
/// assert!(review.moves.iter().all(|mv| mv.loss() >= 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn review(
    position: &Position,
    settings: &ReviewSettings,
    mut see: impl FnMut(&MoveReview),
) -> Result<Review, ReviewError> {
    check(position, &settings.agent)?;
    let begin = Instant::now();
    let searcher = settings.evals.map_or_else(
        || settings.agent.clone(),
        |evals| settings.agent.with_count(evals.clamp(1, ReviewSettings::MOST_EVALS)),
    );
    let mut moves = Vec::new();
    let agent = searcher.to_string();
    let plan = ReviewPlan::new(position, settings.from);
    let searches = search::run(settings, searcher, plan, |review| {
        see(&review);
        moves.push(review);
    })?;
    Ok(Review { position: position.clone(), agent, moves, searches, time: begin.elapsed() })
}

/// Whether an agent can review a game.
pub fn check(position: &Position, agent: &AgentFactory) -> Result<(), ReviewError> {
    Colour::ALL.into_iter().try_for_each(|colour| agent.plays_in(position.game(), colour))?;
    Ok(())
}
