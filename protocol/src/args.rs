//! Typed arguments: numbers from words, and the messages about words of every kind.
//!
//! Every command reads its arguments here or fails with one of these errors, so that the same
//! mistakes get the same message everywhere. The text goes to the client after `?`. It also says
//! what was expected, because the user of a GUI has no manual open.

use std::str::FromStr;

use thiserror::Error;

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

/// Parses a number of any type.
///
/// Words such as `inf` and `nan`, which Rust parses as floating-point numbers, are refused; but
/// `1e999` is still infinite as an `f64`.
pub fn parse_number<T: FromStr>(text: &str) -> Result<T, ArgumentError> {
    let numeric = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E');
    if !text.starts_with(|c: char| numeric(c) && !matches!(c, 'e' | 'E'))
        || !text.chars().all(numeric)
    {
        return Err(ArgumentError::NotANumber(text.to_string()));
    }
    text.parse().map_err(|_| ArgumentError::UnfitNumber(text.to_string()))
}

/// Splits `key=value` at the first `=`; `None` if there is none or the key is empty.
pub fn key_value(word: &str) -> Option<(&str, &str)> {
    word.split_once('=').filter(|(key, _)| !key.is_empty())
}

/// The largest number of quoted characters.
const QUOTED: usize = 40;

/// The first characters of `text` in quotes, with control characters replaced and dots if it was
/// truncated. A message is read by a person or logged by a referee, so it must stay one short line.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::from("'");
    let shown = text.chars().take(QUOTED);
    quoted.extend(shown.map(|c| if c.is_control() { '?' } else { c }));
    if text.chars().nth(QUOTED).is_some() {
        quoted.push_str("...");
    }
    quoted.push('\'');
    quoted
}
