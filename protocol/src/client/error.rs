//! What can go wrong with an engine at the other end.

use std::io::Error;
use std::time::Duration;

use crate::quote::quote;

/// Why a [`GtpClient`](crate::GtpClient) could not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The command line, and why no process came of it.
    #[error("cannot start {}: {}", quote(.0), .1)]
    Start(String, Error),
    /// The process ended, or closed its output; with its exit status in words.
    #[error("the engine ended: {0}")]
    Exited(String),
    /// No reply, or no end, within this time.
    #[error("the engine did not answer within {0:?}")]
    TimedOut(Duration),
    /// The engine wrote this, which is no GTP reply.
    #[error("the engine wrote what is no GTP reply: {}", quote(.0))]
    Garbage(String),
    /// A reply longer than [`MAX_REPLY`](crate::MAX_REPLY).
    #[error("the engine wrote a reply of more than {} bytes", crate::MAX_REPLY)]
    TooLong,
    /// The engine answered `? message`; it is still usable.
    #[error("the engine refused: {0}")]
    Refused(String),
    /// A pipe failed, or the command could not be sent.
    #[error("cannot talk to the engine: {0}")]
    Io(Error),
}

impl ClientError {
    /// The same error once more, for later calls; an [`Error`] cannot be cloned.
    pub(super) fn repeat(&self) -> ClientError {
        let copy = |error: &Error| Error::new(error.kind(), error.to_string());
        match self {
            ClientError::Start(command, error) => ClientError::Start(command.clone(), copy(error)),
            ClientError::Exited(status) => ClientError::Exited(status.clone()),
            ClientError::TimedOut(limit) => ClientError::TimedOut(*limit),
            ClientError::Garbage(text) => ClientError::Garbage(text.clone()),
            ClientError::TooLong => ClientError::TooLong,
            ClientError::Refused(message) => ClientError::Refused(message.clone()),
            ClientError::Io(error) => ClientError::Io(copy(error)),
        }
    }
}
