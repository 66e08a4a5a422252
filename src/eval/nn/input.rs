use crate::{
    board::{CellSet, Position},
    rules::Colour,
};

/// What the network looks at: the stones, and who moves. Small and its own,
/// so that a search can collect positions and ask about several at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    pub(super) mover: Colour,
    /// The mover's stones and the opponent's.
    pub(super) stones: [CellSet; 2],
}

impl Input {
    /// The position as this colour sees it when it is to move.
    pub fn new(position: &Position, mover: Colour) -> Input {
        Input { mover, stones: [*position.stones(mover), *position.stones(mover.other())] }
    }

    /// The side that the judgement is for.
    pub fn mover(&self) -> Colour {
        self.mover
    }
}
