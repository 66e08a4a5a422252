//! Values in the TOML files of tournaments and experiments: texts such as
//! `"7x7"`, times, and shared defaults. Also why such a file cannot be played.

use std::{fmt::Display, io, str::FromStr, time::Duration};

use kring_board::word::{above_zero, duration};
use serde::{Deserialize, Deserializer, de::Error as _};

use super::openings::OpeningError;

/// Why a tournament or an experiment cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum EventFileError {
    /// The file of a tournament cannot be read.
    #[error("the tournament cannot be read")]
    Tournament(#[source] io::Error),
    /// The file of an experiment cannot be read.
    #[error(transparent)]
    Experiment(#[from] io::Error),
    /// The file is not valid.
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    /// A value is missing or not valid, a player does not play one of the games, there are no games
    /// or too many, or the section of the results document has no end mark.
    #[error("{0}")]
    Invalid(String),
    /// The openings cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningError),
}

impl EventFileError {
    pub(crate) fn invalid(what: impl ToString) -> EventFileError {
        EventFileError::Invalid(what.to_string())
    }
}

/// A value that is written as a text.
pub(crate) fn text<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(
    deserializer: D,
) -> Result<T, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

/// A value that can be left out.
pub(crate) fn maybe_text<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    text(deserializer).map(Some)
}

pub(crate) fn texts<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
}

pub(crate) fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    let time = duration(f64::deserialize(deserializer)?);
    above_zero(time).map_err(D::Error::custom)
}

/// A time in seconds that can be left out.
pub(crate) fn maybe_seconds<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Duration>, D::Error> {
    seconds(deserializer).map(Some)
}

pub(crate) fn default_seed() -> u64 {
    1
}
