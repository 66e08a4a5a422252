use super::{Clock, GameResult, Reason, Seat};
use crate::rules::Colour;

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
