//! The verifier of strategies: does a strategy win every game on a board,
//! whatever the opponent plays?
//!
//! A [`VerifierQuestion`] names the strategy, the board and the limits. Its answer is a
//! [`VerifierReport`]: proved, refuted by a shortest lost game, or unknown because a
//! limit was reached.

mod search;
mod table;

use std::{
    fmt,
    str::FromStr,
    sync::Arc,
    time::{Duration, Instant},
};

use kring_board::{Colour, Game, Position, Turns, stop::Stop};

use self::{search::Verifier, table::CanonicalKeys};
use crate::strategy::Strategy;

/// Who makes the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// One colour.
    Only(Colour),
    /// Either: the strategy must win both games.
    Both,
}

impl FromStr for First {
    type Err = String;

    fn from_str(text: &str) -> Result<First, String> {
        match text {
            "both" => Ok(First::Both),
            colour => match colour.parse() {
                Ok(colour) => Ok(First::Only(colour)),
                Err(_) => Err("expected black, white or both".to_owned()),
            },
        }
    }
}

/// Who makes the choices that the strategy leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choices {
    /// The opponent, as it were: the strategy must win whatever is chosen.
    All,
    /// The player of the strategy: some choice must always win.
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

/// Why there is nothing to verify.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// The strategy is for other boards.
    #[error("{strategy} does not play this game: {why}")]
    Game {
        /// The strategy.
        strategy: &'static str,
        /// What it plays.
        why: String,
    },
    /// The search is for other games.
    #[error("only games with alternating turns and without swap can be verified")]
    Rules,
    /// The board is too large.
    #[error("only boards of up to {} cells can be verified", CanonicalKeys::MOST_CELLS)]
    Size,
}

/// Does a strategy win every game on a board?
pub struct VerifierQuestion {
    pub(super) game: Arc<Game>,
    pub(super) strategy: Box<dyn Strategy>,
    /// Who begins.
    pub first: First,
    /// Who makes the free choices.
    pub choices: Choices,
    /// So many positions are searched at most.
    pub limit: Option<u64>,
    /// The search takes so long at most.
    pub time: Option<Duration>,
    /// So many bytes are taken to remember positions, at most.
    pub memory: usize,
    /// Interrupts the search.
    pub stop: Stop,
}

/// Is told now and then how many positions have been searched, and how many
/// stones the opponent lays in the games that are searched just now.
pub type VerifierWatch<'a> = &'a mut dyn FnMut(u64, usize);

impl VerifierQuestion {
    /// A question about any choices of either starter, without limits. A
    /// strategy that has a start of its own also says who begins there.
    pub fn new(
        strategy: Box<dyn Strategy>,
        game: Arc<Game>,
    ) -> Result<VerifierQuestion, VerifyError> {
        let (rules, size) = (game.rules(), game.size());
        let unfit = |why| VerifyError::Game { strategy: strategy.name(), why };
        strategy.check_game(&game).map_err(unfit)?;
        if rules.turns == Turns::Random || rules.swap {
            return Err(VerifyError::Rules);
        }
        if size.cells() > CanonicalKeys::MOST_CELLS {
            return Err(VerifyError::Size);
        }
        let first = strategy.start().map_or(First::Both, |(_, first)| First::Only(first));
        let choices = Choices::All;
        let (limit, time, stop) = (None, None, Stop::default());
        let memory = 1 << 30;
        Ok(VerifierQuestion { game, strategy, first, choices, limit, time, memory, stop })
    }
}

/// What has been found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerifierVerdict {
    /// The strategy wins every game.
    Proved,
    /// A shortest game that it loses. Where the choices are its player's, that
    /// one holds out in it as long as it can.
    Refuted(Box<Position>),
    /// A limit was reached first.
    Unknown,
}

/// The answer and what it took.
#[derive(Clone, Debug)]
pub struct VerifierReport {
    /// The answer.
    pub verdict: VerifierVerdict,
    /// The positions that were searched, repeated ones included.
    pub positions: u64,
    /// The positions that are remembered, up to symmetry.
    pub remembered: usize,
    /// How long it took.
    pub time: Duration,
}

impl VerifierQuestion {
    /// Finds the answer.
    pub fn answer(&self, watch: VerifierWatch<'_>) -> VerifierReport {
        let begin = Instant::now();
        let mut verifier = Verifier::new(self, begin, watch);
        let lost = verifier.run();
        let game = lost
            .and_then(|lost| lost.map(|(first, stones)| verifier.game(first, stones)).transpose());
        let verdict = match game {
            Ok(Some(game)) => VerifierVerdict::Refuted(Box::new(game)),
            Ok(None) => VerifierVerdict::Proved,
            Err(_) => VerifierVerdict::Unknown,
        };
        let (positions, remembered) = verifier.counts();
        VerifierReport { verdict, positions, remembered, time: begin.elapsed() }
    }
}

impl fmt::Display for VerifierReport {
    /// The verdict, what it took, and the moves of a refuting game.
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
