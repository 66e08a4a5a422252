//! The word that stands for a move in `play` and in the reply to `genmove`.
//!
//! Clients use a swap in two different meanings, so the bare word is refused.

use std::fmt;
use std::str::FromStr;

use super::{ArgumentError, CellCoordinates};

/// A move as one word, in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveWord {
    /// A stone on a cell, such as `d4`.
    Cell(CellCoordinates),
    /// `swap-pieces`
    SwapPieces,
    /// `swap-sides`
    SwapSides,
    /// `pass`
    Pass,
    /// `resign`
    Resign,
}

impl FromStr for MoveWord {
    type Err = ArgumentError;

    fn from_str(text: &str) -> Result<MoveWord, ArgumentError> {
        if let Ok(cell) = text.parse() {
            return Ok(MoveWord::Cell(cell));
        }
        match text.to_ascii_lowercase().as_str() {
            "swap-pieces" => Ok(MoveWord::SwapPieces),
            "swap-sides" => Ok(MoveWord::SwapSides),
            "pass" => Ok(MoveWord::Pass),
            "resign" => Ok(MoveWord::Resign),
            "swap" => Err(ArgumentError::BareSwap),
            _ => Err(ArgumentError::Move(text.to_string())),
        }
    }
}

impl fmt::Display for MoveWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveWord::Cell(cell) => cell.fmt(f),
            MoveWord::SwapPieces => f.pad("swap-pieces"),
            MoveWord::SwapSides => f.pad("swap-sides"),
            MoveWord::Pass => f.pad("pass"),
            MoveWord::Resign => f.pad("resign"),
        }
    }
}
