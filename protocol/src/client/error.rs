//! Errors of a client.

use std::io::Error;
use std::time::Duration;

use crate::quote::quote;

/// Why an operation of a [`GtpClient`](crate::GtpClient) failed.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The command line that could not be started, and the error.
    #[error("cannot start {}: {}", quote(.0), .1)]
    Start(String, Error),
    /// The process ended or closed its output; with its exit status as text.
    #[error("the engine ended: {0}")]
    Exited(String),
    /// The engine neither replied nor ended within this time.
    #[error("the engine did not answer within {0:?}")]
    TimedOut(Duration),
    /// The engine wrote this text, which is not a GTP reply.
    #[error("the engine wrote something that is not a GTP reply: {}", quote(.0))]
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
    /// A copy for later calls; an [`Error`] cannot be cloned.
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
