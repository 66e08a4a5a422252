//! How a game ended: all of it, and what of it is counted.

use std::time::Duration;

use super::{Fingerprint, Fixture, Reason, Seat};
use crate::{
    board::{Move, Position},
    rules::Colour,
};

/// How long a player thought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The moves it was asked for.
    pub moves: u64,
    /// All of them together.
    pub total: Duration,
    /// The longest.
    pub worst: Duration,
}

impl Clock {
    /// One more move.
    pub fn add(&mut self, time: Duration) {
        *self = self.with(Clock { moves: 1, total: time, worst: time });
    }

    /// Both together.
    pub fn with(self, other: Clock) -> Clock {
        Clock {
            moves: self.moves + other.moves,
            total: self.total + other.total,
            worst: self.worst.max(other.worst),
        }
    }

    /// The time of an average move.
    pub fn mean(self) -> Duration {
        self.total.div_f64(self.moves.max(1) as f64)
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct GameResult {
    /// Which game it was.
    pub fixture: Fixture,
    /// The last position, record included.
    pub position: Position,
    /// Who held black at the end, after a swap of sides if there was one.
    pub black: Seat,
    /// Who won.
    pub winner: Seat,
    /// Why the game ended.
    pub reason: Reason,
    /// The fault that ended it; empty if there was none.
    pub detail: String,
    /// How long each seat thought.
    pub clocks: [Clock; 2],
    /// How long the game took.
    pub time: Duration,
}

impl GameResult {
    /// The colour that a seat held at the end.
    pub fn colour_of(&self, seat: Seat) -> Colour {
        if seat == self.black { Colour::Black } else { Colour::White }
    }

    /// The length of the game: the stones of the opening and a swap count,
    /// giving up does not.
    pub fn moves(&self) -> usize {
        self.position.moves().filter(|&(_, mv)| mv != Move::Resign).count()
    }

    /// A number that two games share only if they are the same: the same
    /// moves on the same board by the same players.
    pub fn record(&self) -> u64 {
        let (game, size) = (&self.fixture.game, self.position.size());
        let mut record = Fingerprint::default();
        if game.rules().seasons.count() > 1 {
            record.text(&game.map().to_string());
        }
        record.text(&self.fixture.black.to_string());
        for (colour, mv) in self.position.moves() {
            record.text(if colour == Colour::Black { "b" } else { "w" });
            record.text(&mv.name(size));
        }
        record.value()
    }

    /// Whether the first stone was answered with a swap of either kind.
    pub fn swapped(&self) -> bool {
        let second = self.position.moves().nth(1);
        matches!(second, Some((_, Move::SwapPieces | Move::SwapSides)))
    }
}

/// What a game's row tells: enough to count the game again later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Whether the first stone was answered with a swap.
    pub swapped: bool,
    /// Who won.
    pub winner: Seat,
    /// The colour with which it won.
    pub colour: Colour,
    /// Why the game ended.
    pub reason: Reason,
    /// The length of the game.
    pub moves: u64,
    /// How long each seat thought.
    pub clocks: [Clock; 2],
    /// What the game shares with those that are the same; see
    /// [`GameResult::record`].
    pub record: u64,
}

impl Outcome {
    /// The colour that a seat held at the end.
    pub fn colour_of(&self, seat: Seat) -> Colour {
        if seat == self.winner { self.colour } else { self.colour.other() }
    }
}

impl GameResult {
    /// What counts.
    pub fn outcome(&self) -> Outcome {
        Outcome {
            swapped: self.swapped(),
            winner: self.winner,
            colour: self.colour_of(self.winner),
            reason: self.reason,
            moves: self.moves() as u64,
            clocks: self.clocks,
            record: self.record(),
        }
    }
}
