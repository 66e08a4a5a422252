use std::{io, path::Path, time::Duration};

use serde::{Deserialize, Deserializer, de::Error as _};

use super::players::{self, TournamentPlayer};
use crate::{
    arena::{
        Colours, EngineTimeouts, OpeningError, Openings, Sprt,
        serde_text::{maybe_text, text, texts},
    },
    files,
    rules::{Rules, Size},
};

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Everybody meets everybody.
    RoundRobin,
    /// The challengers meet all others, but not each other.
    Gauntlet,
}

/// Why there is no such tournament.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// The file cannot be read.
    #[error("the tournament cannot be read: {0}")]
    File(#[from] io::Error),
    /// The file makes no sense.
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    /// A player makes no sense.
    #[error("player {number}: {what}")]
    Player {
        /// Which entry of the file, counted from one.
        number: usize,
        /// What is wrong with it.
        what: String,
    },
    /// Two players that tables could not tell apart.
    #[error("there are two players '{0}': give them different names")]
    SameName(String),
    /// Nobody meets anybody.
    #[error("{0}")]
    Nobody(&'static str),
    /// A player cannot take part.
    #[error(
        "{name} does not play {colour} in {size} {rules}: {why}; skip-unplayable = true leaves such pairs out"
    )]
    Unplayable {
        /// Who.
        name: String,
        /// Which colour it would get.
        colour: crate::rules::Colour,
        /// The board.
        size: Size,
        /// The rules.
        rules: Rules,
        /// What it plays.
        why: String,
    },
    /// The openings make no sense.
    #[error(transparent)]
    Openings(#[from] OpeningError),
}

/// A tournament as its file declares it; see `docs/ARENA.md`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TournamentFile {
    /// Who meets whom.
    #[serde(rename = "type", default = "round_robin")]
    pub form: Form,
    /// The boards.
    #[serde(default = "default_sizes", deserialize_with = "texts")]
    pub sizes: Vec<Size>,
    /// The rules.
    #[serde(default = "default_rules", deserialize_with = "texts")]
    pub variants: Vec<Rules>,
    /// How games begin.
    #[serde(default = "no_openings", deserialize_with = "text")]
    pub openings: Openings,
    /// Which colour the first of a pair has.
    #[serde(default, deserialize_with = "text")]
    pub colours: Colours,
    /// Games of each pair on each board with each rules; none: as a match has.
    pub games: Option<usize>,
    /// Stops the games of a pair on a board as soon as it is clear whether
    /// its first player is stronger.
    #[serde(default, deserialize_with = "maybe_text")]
    pub sprt: Option<Sprt>,
    /// What all random numbers follow from.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// How long an engine may take for a move, in seconds.
    #[serde(default = "minute", deserialize_with = "seconds")]
    pub move_time: Duration,
    /// How long an engine may take to start, in seconds.
    #[serde(default = "minute", deserialize_with = "seconds")]
    pub start_time: Duration,
    /// How long an engine may take for all moves of a game, in seconds.
    #[serde(default, deserialize_with = "maybe_seconds")]
    pub game_clock: Option<Duration>,
    /// Games at a time.
    pub workers: Option<usize>,
    /// Whether pairs in which somebody does not play are left out.
    #[serde(default)]
    pub skip_unplayable: bool,
    /// Who plays; lists of values stand for several players.
    #[serde(default)]
    player: Vec<toml::Table>,
}

impl TournamentFile {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<TournamentFile, TournamentError> {
        Ok(toml::from_str(&files::read_text(path)?)?)
    }

    /// Reads a text.
    pub fn parse(text: &str) -> Result<TournamentFile, TournamentError> {
        Ok(toml::from_str(text)?)
    }

    /// All who play, the lists of parameters written out.
    pub fn players(&self) -> Result<Vec<TournamentPlayer>, TournamentError> {
        let TournamentFile { move_time: mv, start_time: start, game_clock: game, .. } = *self;
        players::expand(&self.player, EngineTimeouts { mv, start, game })
    }
}

fn round_robin() -> Form {
    Form::RoundRobin
}

fn default_sizes() -> Vec<Size> {
    Size::new(11, 11).into_iter().collect()
}

fn default_rules() -> Vec<Rules> {
    vec![Rules::default()]
}

fn no_openings() -> Openings {
    Openings::Empty
}

fn default_seed() -> u64 {
    1
}

fn minute() -> Duration {
    Duration::from_secs(60)
}

fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    let number = f64::deserialize(deserializer)?;
    let time = Duration::try_from_secs_f64(number).ok().filter(|time| !time.is_zero());
    time.ok_or_else(|| D::Error::custom("expected a number of seconds above 0"))
}

fn maybe_seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    seconds(deserializer).map(Some)
}
