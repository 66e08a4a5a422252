//! The question whether a strategy always wins.

use std::{str::FromStr, sync::Arc, time::Duration};

use super::canon::Canon;
use crate::{
    board::Game,
    rules::{Colour, Turns},
    stop::Stop,
    strategy::Strategy,
};

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
    /// White, as it were: the strategy must win whatever is chosen.
    All,
    /// Black: some choice must always win.
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
    #[error("only boards of up to {} cells can be verified", Canon::MOST_CELLS)]
    Size,
}

/// Does a strategy win every game on a board?
pub struct Question {
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
    /// Somebody wants the search to end.
    pub stop: Stop,
}

/// Is told now and then how many positions have been searched, and how many
/// white stones the games have that are searched just now.
pub type Watch<'a> = &'a mut dyn FnMut(u64, usize);

impl Question {
    /// A question about any choices of either starter, without limits.
    pub fn new(strategy: Box<dyn Strategy>, game: Arc<Game>) -> Result<Question, VerifyError> {
        let (rules, size, boards) = (game.rules(), game.size(), strategy.boards());
        if !boards.include(rules, size) {
            let why = boards.what_is_played();
            return Err(VerifyError::Game { strategy: strategy.name(), why });
        }
        if rules.turns == Turns::Random || rules.swap {
            return Err(VerifyError::Rules);
        }
        if size.cells() > Canon::MOST_CELLS {
            return Err(VerifyError::Size);
        }
        let (first, choices) = (First::Both, Choices::All);
        let (limit, time, stop) = (None, None, Stop::default());
        let memory = 1 << 30;
        Ok(Question { game, strategy, first, choices, limit, time, memory, stop })
    }
}
