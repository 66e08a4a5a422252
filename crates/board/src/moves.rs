//! Moves: what a player can do, and why a move is illegal.

use nom::{
    Parser,
    branch::alt,
    bytes::complete::tag_no_case,
    combinator::{map, value},
};

use crate::{
    Cell, Colour, Size,
    grammar::{ParseResult, whole},
};

/// What a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Place a stone.
    Cell(Cell),
    /// Take over the only stone on the board: it is recoloured and mirrored.
    SwapPieces,
    /// Exchange the colours of the players; the board stays.
    SwapSides,
    /// Place no stone: for analysis only. Hex has no pass, so agents never choose it and the
    /// arena's referee refuses it.
    Pass,
    /// Give up.
    Resign,
}

impl Move {
    /// The cell of the stone that is placed, if the move places one.
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
            Move::Pass => "pass".to_owned(),
            Move::Resign => "resign".to_owned(),
        }
    }

    /// The move with this name, in either case.
    pub fn from_name(size: Size, name: &str) -> Option<Move> {
        whole::<_, ()>(|text| Move::read(size, text), name).ok()
    }

    fn read<E>(size: Size, text: &str) -> ParseResult<'_, Move, E> {
        alt((
            map(|text| Cell::read(size, text), Move::Cell),
            value(Move::SwapPieces, tag_no_case("swap-pieces")),
            value(Move::SwapSides, tag_no_case("swap-sides")),
            value(Move::Pass, tag_no_case("pass")),
            value(Move::Resign, tag_no_case("resign")),
        ))
        .parse(text)
    }
}

/// Why a move is illegal. The message continues a sentence that begins with the move's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The cell belongs to another season than the player's next move; both are counted from one.
    #[error("belongs to season {cell}, but {colour} must play in season {due}")]
    Season {
        /// The player.
        colour: Colour,
        /// The season of the cell.
        cell: usize,
        /// The season that is due.
        due: usize,
    },
    /// Any other reason.
    #[error("{0}")]
    Other(&'static str),
}

impl IllegalMove {
    /// There is no such cell.
    pub const OUTSIDE: IllegalMove = IllegalMove::Other("is not on the board");
    /// Another stone is there.
    pub const TAKEN: IllegalMove = IllegalMove::Other("is taken");
}
