//! The verifier of strategies: does a strategy win every game on a board against every opponent?
//!
//! A [`VerifierQuestion`] names the strategy, the board and the limits. Its answer is a
//! [`VerifierReport`]: proved, refuted by a shortest lost game, or unknown because a
//! limit was reached.
//!
//! The search goes through each position up to symmetry: every white move, and every black move
//! that the strategy permits, with a table of known positions.

mod search;
mod table;

use std::{fmt, str::FromStr, sync::Arc, time::Duration};

use kring_board::{Colour, Game, Position, Turns, stop::Stop};

use self::{search::Verifier, table::MAX_CELLS};
use crate::strategy::{OtherGame, Strategy};

/// The colour that begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// One colour.
    Only(Colour),
    /// Either colour: the strategy must win both games.
    Both,
}

impl FromStr for First {
    type Err = String;

    fn from_str(text: &str) -> Result<First, String> {
        match text {
            "both" => Ok(First::Both),
            _ => text.parse().map(First::Only).map_err(|_| "expected black, white or both".into()),
        }
    }
}

/// The player that makes the choices that the strategy leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choices {
    /// The opponent: the strategy must win with every choice.
    All,
    /// The strategy's player: the strategy must win with some choice.
    Best,
}

impl FromStr for Choices {
    type Err = String;

    fn from_str(text: &str) -> Result<Choices, String> {
        match text {
            "all" => Ok(Choices::All),
            "best" => Ok(Choices::Best),
            _ => Err("expected all or best".to_owned()),
        }
    }
}

/// Why a question cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct VerifyError(String);

/// Does a strategy win every game on a board?
pub struct VerifierQuestion {
    pub(super) game: Arc<Game>,
    pub(super) strategy: Box<dyn Strategy>,
    /// The colour that begins.
    pub first: First,
    /// The player that makes the free choices.
    pub choices: Choices,
    /// The largest number of positions to search.
    pub limit: Option<u64>,
    /// The time limit.
    pub time: Option<Duration>,
    /// The largest size of the transposition table in bytes.
    pub memory: usize,
    /// Interrupts the search.
    pub stop: Stop,
}

/// Progress callback: the number of positions searched, and the number of the opponent's stones
/// in the games of the current iteration.
pub type VerifierWatch<'a> = &'a mut dyn FnMut(u64, usize);

impl VerifierQuestion {
    /// A question about all choices and both starting colours, without limits. A strategy with a
    /// start of its own also determines who begins there.
    pub fn new(
        strategy: Box<dyn Strategy>,
        game: Arc<Game>,
    ) -> Result<VerifierQuestion, VerifyError> {
        let name = strategy.name();
        let unfit = |why: OtherGame| VerifyError(format!("{name} does not play this game: {why}"));
        strategy.check_game(&game).map_err(unfit)?;
        let only = |games: &str| VerifyError(format!("only {games} can be verified"));
        if game.rules().turns == Turns::Random || game.rules().swap {
            return Err(only("games with alternating turns and without swap"));
        }
        if game.size().cells() > MAX_CELLS {
            return Err(only(&format!("boards of up to {MAX_CELLS} cells")));
        }
        let first = strategy.start().map_or(First::Both, |(_, first)| First::Only(first));
        let choices = Choices::All;
        let limit = None;
        let time = None;
        let stop = Stop::default();
        let memory = 1 << 30;
        Ok(VerifierQuestion { game, strategy, first, choices, limit, time, memory, stop })
    }

    /// Finds the answer.
    pub fn answer(&self, watch: VerifierWatch<'_>) -> VerifierReport {
        let mut verifier = Verifier::new(self, watch);
        let verdict = match verifier.lost_game() {
            Ok(Some(game)) => VerifierVerdict::Refuted(Box::new(game)),
            Ok(None) => VerifierVerdict::Proved,
            Err(_) => VerifierVerdict::Unknown,
        };
        let positions = verifier.positions;
        let remembered = verifier.table.held;
        VerifierReport { verdict, positions, remembered, time: verifier.begin.elapsed() }
    }
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerifierVerdict {
    /// The strategy wins every game.
    Proved,
    /// A shortest game that it loses. If its player makes the choices, that player holds out as
    /// long as possible in the game.
    Refuted(Box<Position>),
    /// A limit was reached first.
    Unknown,
}

/// The answer and its cost.
#[derive(Clone, Debug)]
pub struct VerifierReport {
    /// The answer.
    pub verdict: VerifierVerdict,
    /// The number of positions searched, repetitions included.
    pub positions: u64,
    /// The number of positions in the transposition table, up to symmetry.
    pub remembered: usize,
    /// The time that it took.
    pub time: Duration,
}

impl fmt::Display for VerifierReport {
    /// The verdict, its cost, and the moves of a refuting game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match &self.verdict {
            VerifierVerdict::Proved => "proved",
            VerifierVerdict::Refuted(_) => "refuted",
            VerifierVerdict::Unknown => "unknown",
        };
        write!(f, "{name}: {} positions, {} remembered", self.positions, self.remembered)?;
        match &self.verdict {
            VerifierVerdict::Refuted(game) => write!(f, "\n{}", moves(game)),
            _ => Ok(()),
        }
    }
}

/// The moves of a game: `white b2 black c2 white a2`.
pub fn moves(game: &Position) -> String {
    let size = game.size();
    let moves = game.moves().map(|(colour, mv)| format!("{colour} {}", mv.name(size)));
    moves.collect::<Vec<_>>().join(" ")
}
