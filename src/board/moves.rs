use super::Cell;
use crate::rules::{Colour, Size};

/// What a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Lay a stone.
    Cell(Cell),
    /// Take over the lone stone: recoloured and mirrored.
    SwapPieces,
    /// Exchange the colours of the players; the board stays.
    SwapSides,
    /// Give up.
    Resign,
}

impl Move {
    /// The cell of a stone that is laid.
    pub fn cell(self) -> Option<Cell> {
        match self {
            Move::Cell(cell) => Some(cell),
            _ => None,
        }
    }

    /// The move as clients write it.
    pub fn name(self, size: Size) -> String {
        match self {
            Move::Cell(cell) => cell.name(size),
            Move::SwapPieces => "swap-pieces".to_owned(),
            Move::SwapSides => "swap-sides".to_owned(),
            Move::Resign => "resign".to_owned(),
        }
    }

    /// The move with this name.
    pub fn from_name(size: Size, name: &str) -> Option<Move> {
        match name.to_ascii_lowercase().as_str() {
            "swap-pieces" => Some(Move::SwapPieces),
            "swap-sides" => Some(Move::SwapSides),
            "resign" => Some(Move::Resign),
            cell => Cell::from_name(size, cell).map(Move::Cell),
        }
    }
}

/// Why a move cannot be made; the text goes on from the name of the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// There is no such cell.
    #[error("is not on the board")]
    Outside,
    /// A stone lies there.
    #[error("is taken")]
    Taken,
    /// The cell is of another season than the player's next move.
    #[error("belongs to season {cell}, but {colour} must play in season {due}")]
    Season {
        /// Who wants to move.
        colour: Colour,
        /// The cell's season, counted from one.
        cell: usize,
        /// The season that is due, counted from one.
        due: usize,
    },
    /// The rules in force have no swap.
    #[error("is not allowed: the swap rule is off")]
    SwapOff,
    /// Swap is only the answer to the first stone.
    #[error("can only answer the opponent's first stone")]
    SwapLate,
    /// The other kind of swap is the one for this game.
    #[error("does not fit this game: use {0}")]
    SwapKind(&'static str),
    /// Nothing is left to give up.
    #[error("comes too late: the game is over")]
    Over,
}
