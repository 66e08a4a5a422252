//! Errors in arguments.
//!
//! The text goes to the client after `?`. It also says what was expected, because the user of a
//! GUI has no manual open.

use thiserror::Error;

use crate::quote::quote;

/// A word that is not what the command expected; each variant contains the word.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ArgumentError {
    /// Not a colour.
    #[error("{} is not a colour, expected black or white", quote(.0))]
    Colour(String),
    /// Not a cell.
    #[error("{} is not a cell, expected a letter and a number such as d4", quote(.0))]
    Cell(String),
    /// Not a move.
    #[error("{} is not a move, expected a cell such as d4, swap-pieces, swap-sides, pass or resign", quote(.0))]
    Move(String),
    /// The word `swap`, which could mean either kind of swap.
    #[error("'swap' can mean two things, expected swap-pieces or swap-sides")]
    BareSwap,
    /// Not a number at all.
    #[error("{} is not a number", quote(.0))]
    NotANumber(String),
    /// A number, but too large, negative or fractional for its argument.
    #[error("the number {} does not fit: too large, negative or not whole", quote(.0))]
    UnfitNumber(String),
}
