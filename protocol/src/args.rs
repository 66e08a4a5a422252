//! Typed arguments: cells, moves and numbers from words.
//!
//! Every command reads its arguments here, so that the same spellings are accepted and the same
//! mistakes get the same message everywhere.

mod coordinates;
mod error;
mod move_word;

use std::str::FromStr;

pub use coordinates::CellCoordinates;
pub use error::ArgumentError;
pub use move_word::MoveWord;

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
