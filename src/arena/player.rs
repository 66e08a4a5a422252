//! The players of a match. The referee asks a player for moves. Each time the player gets the whole
//! position with its moves, so that a player behind a pipe can send its engine the new ones.

use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

use kring_agents::UnplayableReason;
use kring_board::{Colour, Move, Position, Rules, Size};

use crate::external::{DriverError, EngineFault, ExternalError, FaultKind};

/// A participant of a match. It makes a player for each worker.
pub trait Entrant: Send + Sync {
    /// The name in tables and records.
    fn name(&self) -> String;

    /// Whether it plays this colour of this game; the error says what it plays.
    fn plays(&self, rules: &Rules, size: Size, colour: Colour) -> Result<(), UnplayableReason>;

    /// Everything that its moves depend on, as its user gave it. Different players may have the same
    /// name, but their results must not be mixed. Games tables of format 1 hold a hash of this
    /// text, so its form must stay.
    fn identity(&self) -> String {
        self.name()
    }

    /// The settings that its moves depend on, each with its name: fields of the event's fingerprint.
    fn settings(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The program that chooses its moves, as far as it can be told from others; empty if it
    /// cannot. The error says why it cannot be asked.
    fn fingerprint(&self) -> Result<String, String> {
        Ok(String::new())
    }

    /// Ends the process that was started to ask it, if there is one.
    fn rest(&self) {}

    /// The network that it uses, if any: its name and a hash of its file.
    fn network(&self) -> Option<String> {
        None
    }

    /// A player for one worker. It plays one game after another.
    fn player(&self) -> Box<dyn Player>;
}

/// Plays games, one at a time.
pub trait Player: Send {
    /// Begins a game from this position, which holds the stones of the opening, with this colour.
    /// The same seed must give the same game, whatever was played before.
    fn begin(&mut self, position: &Position, colour: Colour, seed: u64) -> Result<(), PlayerError>;

    /// Chooses a move for the colour whose turn it is. The referee plays it.
    fn choose(&mut self, position: &Position, colour: Colour) -> Result<Move, PlayerError>;

    /// How long the last choice took, where the player knows it better than a clock beside it.
    fn last_time(&self) -> Option<Duration> {
        None
    }

    /// Called when the game was lost by a fault of this player. Its view of the
    /// board may be wrong, so it must start afresh.
    fn dismiss(&mut self) {}
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The winner has joined its sides or closed a ring.
    Connection,
    /// The loser resigned.
    Resignation,
    /// The loser chose an illegal move.
    IllegalMove,
    /// The loser crashed.
    Crash,
    /// The loser did not answer in time.
    TimeOut,
    /// The loser gave an answer that is not a move.
    Garbage,
    /// The loser refused to play this game.
    Refusal,
}

impl Reason {
    /// Every reason with its name, in the order of their numbers: a connection, which is no fault,
    /// comes first.
    pub(super) const ALL: [(Reason, &'static str); 7] = [
        (Reason::Connection, "connection"),
        (Reason::Resignation, "resignation"),
        (Reason::IllegalMove, "illegal move"),
        (Reason::Crash, "crash"),
        (Reason::TimeOut, "time-out"),
        (Reason::Garbage, "garbage"),
        (Reason::Refusal, "refusal"),
    ];

    /// Whether the game says nothing about strength: the loser broke the rules or the protocol, or
    /// ended. A time-out is not one of these: who is too slow is weaker.
    pub fn is_malfunction(self) -> bool {
        self.is_fault() && self != Reason::TimeOut
    }

    /// Whether the loser did not lose on the board and did not resign.
    pub fn is_fault(self) -> bool {
        !matches!(self, Reason::Connection | Reason::Resignation)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Reason::ALL[*self as usize].1)
    }
}

/// An error of a player that loses the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}: {detail}")]
pub struct PlayerFault {
    /// The kind of fault.
    pub reason: Reason,
    /// What happened, as a message.
    pub detail: String,
}

/// Why the referee itself cannot go on. No player is to blame, and the game has no result.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RefereeError {
    /// It cannot drive an engine.
    #[error(transparent)]
    Driver(#[from] DriverError),
    /// There is no thread to play in.
    #[error("the referee has no thread for a game: {0}")]
    Thread(Arc<io::Error>),
}

/// Why a player has no move.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PlayerError {
    /// By its own fault: it loses the game.
    #[error(transparent)]
    Fault(#[from] PlayerFault),
    /// The referee could not ask it.
    #[error(transparent)]
    Referee(#[from] RefereeError),
}

impl From<ExternalError> for PlayerError {
    fn from(error: ExternalError) -> PlayerError {
        match error {
            ExternalError::Fault(EngineFault { kind, detail }) => {
                PlayerFault { reason: kind.into(), detail }.into()
            }
            ExternalError::Driver(error) => RefereeError::from(error).into(),
        }
    }
}

impl From<FaultKind> for Reason {
    fn from(kind: FaultKind) -> Reason {
        match kind {
            FaultKind::Crash => Reason::Crash,
            FaultKind::TimeOut => Reason::TimeOut,
            FaultKind::Garbage => Reason::Garbage,
            FaultKind::Refusal => Reason::Refusal,
            FaultKind::IllegalMove => Reason::IllegalMove,
        }
    }
}
