//! The file of an experiment, and the size of a run.

use std::path::Path;

use kring_agents::{Networks, Parameter, ParameterValue, Role};
use kring_board::{Colour, Rules, Size, files};
use serde::Deserialize;

use crate::arena::event_file::{default_seed, maybe_text, text, texts};
use crate::arena::{Colours, EventFileError, Openings, PlayerSpec};

/// The kind of an experiment. It decides the form of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExperimentKind {
    /// Each match is a row with the published and the measured result.
    Matches,
    /// Each match is played on boards of many widths and heights; the report has a table of them.
    Boards,
    /// Each player plays each other and itself, in rounds of two games.
    RoundRobin,
    /// Each player is asked for the first move of a game many times.
    FirstMoves,
    /// How much heat maps of each player's first move agree, with each other and
    /// with the exact values, by the number of random fills.
    Convergence,
}

/// What the tables of [`ExperimentKind::Boards`] show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The share of games that black won.
    #[default]
    BlackWins,
    /// How many stones black had placed at the end, in won and lost games.
    BlackStones,
}

/// An experiment as its file declares it; see `docs/RESULTS.md`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ExperimentFile {
    /// What is measured.
    pub kind: ExperimentKind,
    /// The title, one line.
    pub title: String,
    /// Where it was published.
    pub source: String,
    /// What is played, and how the publication was interpreted.
    #[serde(default)]
    pub about: String,
    /// The published finding, where there are no published numbers.
    #[serde(default)]
    pub finding: String,
    /// The discussion of the results. It is kept here, so that a new run does not lose it.
    #[serde(default)]
    pub discussion: String,
    /// The seed of all random numbers.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// Games of each match on each board, questions for a first move, or pairs of heat maps.
    pub games: usize,
    /// The board.
    #[serde(default, deserialize_with = "maybe_text")]
    pub size: Option<Size>,
    /// The widths of the boards of [`ExperimentKind::Boards`].
    #[serde(default)]
    pub columns: Vec<usize>,
    /// Their heights.
    #[serde(default)]
    pub rows: Vec<usize>,
    /// The boards of [`ExperimentKind::Convergence`].
    #[serde(default, deserialize_with = "texts")]
    pub boards: Vec<Size>,
    /// Its numbers of random fills.
    #[serde(default)]
    pub fills: Vec<u64>,
    /// The rules.
    #[serde(default, deserialize_with = "text")]
    pub variant: Rules,
    /// The openings.
    #[serde(default, deserialize_with = "text")]
    pub openings: Openings,
    /// What tables of boards show.
    #[serde(default)]
    pub measure: Measure,
    /// The settings of a short run.
    #[serde(default)]
    pub quick: RunScale,
    /// The matches.
    #[serde(default, rename = "match")]
    pub matches: Vec<MatchEntry>,
    /// The players of a round robin, or those asked for first moves.
    #[serde(default, rename = "player")]
    pub players: Vec<PlayerEntry>,
}

/// A match of a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MatchEntry {
    /// Its name in tables and pictures.
    pub label: String,
    /// The player whose wins are counted.
    #[serde(deserialize_with = "text")]
    pub first: PlayerSpec,
    /// The opponent.
    #[serde(deserialize_with = "text")]
    pub second: PlayerSpec,
    /// The board; the default is that of the file.
    #[serde(default, deserialize_with = "maybe_text")]
    pub size: Option<Size>,
    /// The rules; the default is those of the file.
    #[serde(default, deserialize_with = "maybe_text")]
    pub variant: Option<Rules>,
    /// How many games; the default is that of the file.
    pub games: Option<usize>,
    /// The colour of the first player.
    #[serde(default = "black", deserialize_with = "text")]
    pub colours: Colours,
    /// The colour that makes the first move.
    #[serde(default, deserialize_with = "maybe_text")]
    pub starter: Option<Colour>,
    /// The published result.
    pub published: Option<Published>,
}

/// The published result of a match.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The first player's wins.
    pub first: u64,
    /// The second player's.
    pub second: u64,
    /// The mean number of moves.
    pub moves: Option<f64>,
}

/// A player of a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerEntry {
    /// Its name in tables and pictures.
    pub label: String,
    /// The player.
    #[serde(deserialize_with = "text")]
    pub player: PlayerSpec,
    /// The published rounds: won, drawn, lost.
    pub published: Option<[u64; 3]>,
    /// The same against each player of the file, in its order.
    #[serde(default)]
    pub pairings: Vec<[u64; 3]>,
}

impl ExperimentFile {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<ExperimentFile> {
        ExperimentFile::parse(&files::read_text(path)?)
    }

    /// Reads a text.
    pub fn parse(text: &str) -> Result<ExperimentFile> {
        Ok(toml::from_str(text)?)
    }
}

fn black() -> Colours {
    Colours::Fixed(Colour::Black)
}

/// The size of a run, compared with the file. A file sets that of its short run.
#[derive(Clone, Debug, Deserialize)]
#[serde(expecting = "struct QuickRun", deny_unknown_fields, default)]
pub struct RunScale {
    /// Games of every match, in place of those in the file.
    pub games: Option<usize>,
    /// The share of the simulations, playouts, fills and seconds in the file that agents get.
    pub effort: f64,
    /// Other widths; the default is those of the file.
    pub columns: Vec<usize>,
    /// Other heights.
    pub rows: Vec<usize>,
}

impl Default for RunScale {
    /// The short run of a file that does not say more.
    fn default() -> RunScale {
        RunScale { games: Some(10), effort: 0.1, columns: Vec::new(), rows: Vec::new() }
    }
}

impl RunScale {
    /// The full run of the file.
    pub fn full() -> RunScale {
        RunScale { games: None, effort: 1.0, columns: Vec::new(), rows: Vec::new() }
    }

    /// The player with its share of the work. Only parameters in the file are
    /// changed; the default limits of an agent stay.
    pub(super) fn scaled(&self, player: &PlayerSpec) -> Result<PlayerSpec> {
        let PlayerSpec::Agent(agent) = player else { return Ok(player.clone()) };
        let scaled = agent.spec().with_given(|parameter| self.scaled_value(parameter));
        let scaled = scaled.and_then(|spec| agent.change(spec, &Networks::default()));
        scaled.map(PlayerSpec::Agent).map_err(|error| {
            let effort = self.effort;
            EventFileError::Invalid(format!("{agent}: with an effort of {effort}: {error}"))
        })
    }

    /// The value of a parameter that sets how much work an agent does for a move.
    fn scaled_value(&self, parameter: &Parameter) -> Option<ParameterValue> {
        let share = parameter.value.as_ref()?.number()? * self.effort;
        match parameter.role? {
            Role::Time => Some(ParameterValue::Real(share)),
            Role::Effort(_) => Some(ParameterValue::Whole(share.round().max(1.0) as u64)),
            _ => None,
        }
    }
}

pub(super) type Result<T, E = EventFileError> = std::result::Result<T, E>;
