use std::io;

use crate::{
    agent::Unplayable,
    arena::{LedgerError, OpeningError},
    rules::RulesError,
};

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
