//! An experiment as its file declares it, and why it cannot be run.

use std::{io, path::Path};

use serde::Deserialize;

use crate::{
    agent::Unplayable,
    arena::{
        Colours, LedgerError, OpeningError, Openings, PlayerSpec,
        serde_text::{default_seed, maybe_text, no_openings, text, texts},
    },
    files,
    rules::{Colour, Rules, RulesError, Size},
};

/// What is measured, and so what the report looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Each match is a row: published and measured.
    Matches,
    /// Each match is played on boards of many widths and heights and becomes
    /// a table of them.
    Boards,
    /// Everybody meets everybody, itself included, in rounds of two games.
    RoundRobin,
    /// Everybody is asked for the first move of a game, again and again.
    FirstMoves,
    /// How much two heat maps of everybody's first move agree, with each other
    /// and with the exact values, by the number of random fills.
    Convergence,
}

/// What the tables of [`Kind::Boards`] show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The share of games that black won.
    #[default]
    BlackWins,
    /// How many stones black had laid at the end, whoever won.
    BlackStones,
}

/// An experiment as its file declares it; see `docs/RESULTS.md`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ExperimentFile {
    /// What is measured.
    pub kind: Kind,
    /// One line.
    pub title: String,
    /// Where it was published.
    pub source: String,
    /// What is played and how it was read.
    #[serde(default)]
    pub about: String,
    /// What the publication says where it prints no numbers.
    #[serde(default)]
    pub finding: String,
    /// What the results mean; kept here, so that it outlives every new run.
    #[serde(default)]
    pub discussion: String,
    /// What all random numbers follow from.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// Games of each match on each board, questions for a first move, or pairs
    /// of heat maps.
    pub games: usize,
    /// The board.
    #[serde(default, deserialize_with = "maybe_text")]
    pub size: Option<Size>,
    /// The widths of the boards of [`Kind::Boards`].
    #[serde(default)]
    pub columns: Vec<usize>,
    /// Their heights.
    #[serde(default)]
    pub rows: Vec<usize>,
    /// The boards of [`Kind::Convergence`].
    #[serde(default, deserialize_with = "texts")]
    pub boards: Vec<Size>,
    /// Its numbers of random fills.
    #[serde(default)]
    pub fills: Vec<u64>,
    /// The rules.
    #[serde(default, deserialize_with = "text")]
    pub variant: Rules,
    /// How games begin.
    #[serde(default = "no_openings", deserialize_with = "text")]
    pub openings: Openings,
    /// What tables of boards show.
    #[serde(default)]
    pub measure: Measure,
    /// What makes a short run of it.
    #[serde(default)]
    pub quick: Quick,
    /// The matches.
    #[serde(default, rename = "match")]
    pub matches: Vec<MatchEntry>,
    /// Who meets everybody, or is asked for first moves.
    #[serde(default, rename = "player")]
    pub players: Vec<PlayerEntry>,
}

/// A match of a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MatchEntry {
    /// Its name in tables and pictures.
    pub label: String,
    /// Whose wins are counted.
    #[serde(deserialize_with = "text")]
    pub first: PlayerSpec,
    /// The opponent.
    #[serde(deserialize_with = "text")]
    pub second: PlayerSpec,
    /// The board, if it is not the file's.
    #[serde(default, deserialize_with = "maybe_text")]
    pub size: Option<Size>,
    /// The rules, if they are not the file's.
    #[serde(default, deserialize_with = "maybe_text")]
    pub variant: Option<Rules>,
    /// How many games, if not as many as the file says.
    pub games: Option<usize>,
    /// The colour of the first player.
    #[serde(default = "black", deserialize_with = "text")]
    pub colours: Colours,
    /// Who makes the first move.
    #[serde(default, deserialize_with = "maybe_text")]
    pub starter: Option<Colour>,
    /// What the publication has.
    pub published: Option<Published>,
}

/// The result of a match as it was printed.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The first player's wins.
    pub first: u64,
    /// The second player's.
    pub second: u64,
    /// The moves of an average game.
    pub moves: Option<f64>,
}

/// A player of a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerEntry {
    /// Its name in tables and pictures.
    pub label: String,
    /// Who it is.
    #[serde(deserialize_with = "text")]
    pub player: PlayerSpec,
    /// The rounds that were won, drawn and lost, as printed.
    pub published: Option<[u64; 3]>,
    /// The same against each player of the file, in its order.
    #[serde(default)]
    pub pairings: Vec<[u64; 3]>,
}

/// What makes a run short.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Quick {
    /// At most so many games of each match.
    pub games: usize,
    /// The share of their simulations, playouts, fills and seconds that
    /// agents get.
    pub effort: f64,
    /// Other widths than the file's; none: the same.
    pub columns: Vec<usize>,
    /// Other heights.
    pub rows: Vec<usize>,
}

impl Default for Quick {
    fn default() -> Quick {
        Quick { games: 10, effort: 0.1, columns: Vec::new(), rows: Vec::new() }
    }
}

impl ExperimentFile {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<ExperimentFile, ExperimentError> {
        ExperimentFile::parse(&files::read_text(path)?)
    }

    /// Reads a text.
    pub fn parse(text: &str) -> Result<ExperimentFile, ExperimentError> {
        Ok(toml::from_str(text)?)
    }
}

fn black() -> Colours {
    Colours::Fixed(Colour::Black)
}

/// Why an experiment cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// A file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file makes no sense.
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    /// Something that this kind of experiment needs is missing or makes no sense.
    #[error("{0}")]
    Missing(&'static str),
    /// No such board.
    #[error(transparent)]
    Board(#[from] RulesError),
    /// A player with less effort is none.
    #[error("{name}: {what}")]
    Player {
        /// Who.
        name: String,
        /// What is wrong.
        what: String,
    },
    /// A player cannot take part.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    /// The openings make no sense.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// The games cannot be written down.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The results cannot be written into this text.
    #[error("the section of {0} has a beginning but no end")]
    UnclosedSection(String),
}
