//! Why a command failed.

use kring_agents::SpecError;
use kring_board::grammar::Located;
use kring_board::record::RecordError;
use kring_board::{IllegalMove, Move, NotAColour, Size};
use kring_protocol::ArgumentError;

use super::coordinates::CoordinateError;
use crate::session::{SessionError, SizeError};

/// A part of what a command does, or why it failed.
pub(super) type CommandResult<T = ()> = Result<T, CommandFailure>;

/// Why a command failed. Each message begins with the words that GTP clients expect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandFailure {
    /// There is no such command; the message may suggest a similar one.
    #[error("unknown command{}", .0.as_ref().map_or_else(String::new, |hint| format!(": {hint}")))]
    Unknown(Option<String>),
    /// The arguments are wrong.
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

impl CommandFailure {
    /// A move that the rules forbid.
    pub fn illegal(size: Size, mv: Move, reason: IllegalMove) -> CommandFailure {
        CommandFailure::Illegal(format!("{} {reason}", mv.name(size)))
    }

    /// The failure for a text that names no agent, or one that the client may not use.
    fn of_agent(error: &SpecError, text: String) -> CommandFailure {
        match error {
            SpecError::Network { .. } | SpecError::Proof { .. } => CommandFailure::Load(text),
            SpecError::AboveLimit { .. } | SpecError::FileNotPermitted { .. } => {
                CommandFailure::Refused(text)
            }
            _ => CommandFailure::Syntax(text),
        }
    }
}

pub(super) fn syntax(why: impl ToString) -> CommandFailure {
    CommandFailure::Syntax(why.to_string())
}

/// A failure for which GTP clients expect no particular words.
pub(super) fn other(why: impl ToString) -> CommandFailure {
    CommandFailure::Other(why.to_string())
}

impl From<ArgumentError> for CommandFailure {
    fn from(error: ArgumentError) -> CommandFailure {
        syntax(error)
    }
}

impl From<CoordinateError> for CommandFailure {
    fn from(error: CoordinateError) -> CommandFailure {
        match error {
            CoordinateError::Outside(_) => CommandFailure::Illegal(error.to_string()),
            CoordinateError::Word(error) => error.into(),
        }
    }
}

impl From<NotAColour> for CommandFailure {
    fn from(error: NotAColour) -> CommandFailure {
        ArgumentError::Colour(error.0).into()
    }
}

impl From<SpecError> for CommandFailure {
    fn from(error: SpecError) -> CommandFailure {
        CommandFailure::of_agent(&error, error.to_string())
    }
}

impl From<Located<SpecError>> for CommandFailure {
    fn from(error: Located<SpecError>) -> CommandFailure {
        CommandFailure::of_agent(&error.error, error.to_string())
    }
}

impl From<SizeError> for CommandFailure {
    fn from(error: SizeError) -> CommandFailure {
        CommandFailure::Size(error.to_string())
    }
}

impl From<SessionError> for CommandFailure {
    fn from(error: SessionError) -> CommandFailure {
        let text = error.to_string();
        match error {
            SessionError::Spec(error) => error.into(),
            SessionError::Size(error) => error.into(),
            SessionError::Illegal { .. } => CommandFailure::Illegal(text),
            SessionError::Unreadable { .. } | SessionError::NoGame { .. } => {
                CommandFailure::Load(text)
            }
            SessionError::Unwritable { .. } => CommandFailure::Save(text),
            SessionError::Link(error) => match error.error {
                RecordError::Rules(_) => CommandFailure::Size(text),
                RecordError::Illegal(_) => CommandFailure::Illegal(text),
                _ => CommandFailure::Syntax(text),
            },
            _ => CommandFailure::Other(text),
        }
    }
}
