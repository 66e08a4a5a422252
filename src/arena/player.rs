//! Who plays in a match, as the referee sees it: something that is told that
//! a game begins and is asked for moves. Each time it is shown the whole
//! position, record included, so a player behind a pipe can send its engine
//! whatever moves are new since the last time, and needs no other call.

use std::fmt;

use crate::{
    board::{Move, Position},
    rules::{Colour, Rules, Size},
};

/// Who enters a match: a name, and as many players as there are workers.
pub trait Entrant: Sync {
    /// The name in tables and records.
    fn name(&self) -> String;

    /// Whether it plays this colour of this game; if not, what it does play.
    fn plays(&self, rules: &Rules, size: Size, colour: Colour) -> Result<(), String>;

    /// All that makes it what it is, so that the results of different players
    /// are never mixed up; a name may be the same.
    fn identity(&self) -> String {
        self.name()
    }

    /// The network that it uses, if it does: a name and what its file holds.
    fn network(&self) -> Option<String> {
        None
    }

    /// A player for one worker, which plays one game after the other.
    fn player(&self) -> Box<dyn Player>;
}

/// Plays games, one at a time.
pub trait Player: Send {
    /// A game begins: from this position, in which the stones of the opening
    /// lie, with this colour. The same seed must give the same game, whatever
    /// was played before.
    fn begin(&mut self, position: &Position, colour: Colour, seed: u64) -> Result<(), Fault>;

    /// Chooses a move for the colour, which is to move. The referee plays it.
    fn choose(&mut self, position: &Position, colour: Colour) -> Result<Move, Fault>;

    /// The game was lost by a fault of this player, so nothing that it
    /// believes about the board is to be trusted any more.
    fn dismiss(&mut self) {}
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A chain or a ring.
    Connection,
    /// The loser gave up.
    Resignation,
    /// The loser chose a move against the rules.
    IllegalMove,
    /// The loser broke down.
    Crash,
    /// The loser did not answer in time.
    TimeOut,
    /// The loser answered what is no move.
    Garbage,
    /// The loser does not play this game.
    Refusal,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Reason; 7] = [
        Reason::Connection,
        Reason::Resignation,
        Reason::IllegalMove,
        Reason::Crash,
        Reason::TimeOut,
        Reason::Garbage,
        Reason::Refusal,
    ];
}

impl Reason {
    /// The reason with this name.
    pub fn from_name(name: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.to_string() == name)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Reason::Connection => "connection",
            Reason::Resignation => "resignation",
            Reason::IllegalMove => "illegal move",
            Reason::Crash => "crash",
            Reason::TimeOut => "time-out",
            Reason::Garbage => "garbage",
            Reason::Refusal => "refusal",
        })
    }
}

/// What costs a player the game at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind of fault.
    pub reason: Reason,
    /// What happened, for people.
    pub detail: String,
}

/// One of the two who meet in a match; which colour it has changes from game
/// to game, and with `swap-sides` within a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Whose score is counted.
    First = 0,
    /// The opponent.
    Second = 1,
}

impl Seat {
    /// Both, in order.
    pub const ALL: [Seat; 2] = [Seat::First, Seat::Second];

    /// The opponent.
    pub fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// An index into arrays of two.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Seat::First => "first",
            Seat::Second => "second",
        })
    }
}
