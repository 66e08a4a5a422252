//! Why an external engine has no answer: by its own fault, or because it could not be asked.

use std::sync::Arc;
use std::{fmt, io};

use kring_protocol::ClientError;

/// What an engine did wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// It did not start, or it ended.
    Crash,
    /// It did not answer in time.
    TimeOut,
    /// Its answer has no meaning.
    Garbage,
    /// It refused a command.
    Refusal,
    /// Its answer is a cell outside the board.
    IllegalMove,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            FaultKind::Crash => "crash",
            FaultKind::TimeOut => "time-out",
            FaultKind::Garbage => "garbage",
            FaultKind::Refusal => "refusal",
            FaultKind::IllegalMove => "illegal move",
        })
    }
}

/// A fault of an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {detail}")]
pub struct EngineFault {
    /// What it did wrong.
    pub kind: FaultKind,
    /// What happened, as a message.
    pub detail: String,
}

impl EngineFault {
    /// A refused command, or a game that the engine cannot play.
    pub(super) fn refusal(detail: impl Into<String>) -> EngineFault {
        EngineFault { kind: FaultKind::Refusal, detail: detail.into() }
    }
}

/// Why an engine cannot be driven. It is not to blame.
#[derive(Clone, Debug, thiserror::Error)]
pub enum DriverError {
    /// There are no descriptors, processes, threads or memory for an engine, or a pipe failed.
    #[error("an engine cannot be driven: {0}")]
    Engine(ClientError),
    /// There is no pipe or thread for what an engine writes to its standard error.
    #[error("the standard error of an engine cannot be read: {0}")]
    Stderr(Arc<io::Error>),
    /// An engine was started again and is another program than its first process of the run.
    #[error(
        "'{name}' was replaced during the run: it is another program now ({found}, not {first}), \
         whose games are not those of the first"
    )]
    OtherProgram {
        /// The engine's name in tables.
        name: String,
        /// The fingerprint of the new process.
        found: String,
        /// That of the first process.
        first: String,
    },
}

/// Why an engine has no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ExternalError {
    /// By its own fault.
    #[error(transparent)]
    Fault(#[from] EngineFault),
    /// It could not be asked.
    #[error(transparent)]
    Driver(#[from] DriverError),
}
