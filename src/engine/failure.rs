use crate::{
    agent::SpecError,
    board::{IllegalMove, Move},
    rules::{RulesError, Size},
};
use kring_protocol::ArgumentError;

/// Why a command did nothing. The first words are those that clients know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// There is no such command; perhaps with one that was meant.
    #[error("unknown command{}", detail(.0))]
    Unknown(Option<String>),
    /// The arguments do not fit.
    #[error("syntax error: {0}")]
    Syntax(String),
    /// There is no such board.
    #[error("unacceptable size: {0}")]
    Size(String),
    /// The move is against the rules.
    #[error("illegal move: {0}")]
    Illegal(String),
    /// There is nothing to undo.
    #[error("cannot undo: no move has been made")]
    Undo,
    /// There is no score yet.
    #[error("cannot score: the game is not over")]
    Score,
    /// A file cannot be read or understood.
    #[error("cannot load file: {0}")]
    Load(String),
    /// A file cannot be written.
    #[error("cannot save file: {0}")]
    Save(String),
    /// The client may not ask for this.
    #[error("refused: {0}")]
    Refused(String),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

fn detail(hint: &Option<String>) -> String {
    hint.as_ref().map_or_else(String::new, |hint| format!(": {hint}"))
}

impl Failure {
    /// A move that the rules forbid.
    pub fn illegal(size: Size, mv: Move, reason: IllegalMove) -> Failure {
        Failure::Illegal(format!("{} {reason}", mv.name(size)))
    }
}

impl From<ArgumentError> for Failure {
    fn from(error: ArgumentError) -> Failure {
        Failure::Syntax(error.to_string())
    }
}

impl From<RulesError> for Failure {
    fn from(error: RulesError) -> Failure {
        Failure::Syntax(error.to_string())
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Failure {
        match error {
            SpecError::File { .. } => Failure::Load(error.to_string()),
            SpecError::Refused { .. } => Failure::Refused(error.to_string()),
            _ => Failure::Syntax(error.to_string()),
        }
    }
}
