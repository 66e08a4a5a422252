//! Errors of a client.

use std::io::Error;
use std::sync::Arc;
use std::time::Duration;

use crate::args::quote;

/// Why an operation of a [`GtpClient`](crate::GtpClient) failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ClientError {
    /// The command line that could not be started, and the error.
    #[error("cannot start {}: {}", quote(.0), .1)]
    Start(String, Arc<Error>),
    /// The process ended or closed its output; with its exit status as text.
    #[error("the engine ended: {0}")]
    Exited(String),
    /// The engine neither replied nor ended within this time.
    #[error("the engine did not answer within {0:?}, or not with an empty line at the end")]
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
    Io(Arc<Error>),
}

impl From<Error> for ClientError {
    fn from(error: Error) -> ClientError {
        ClientError::Io(Arc::new(error))
    }
}
