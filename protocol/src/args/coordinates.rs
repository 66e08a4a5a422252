//! Cells as letters and a number.
//!
//! Unlike Go, Hex uses every letter, also `i`. This module does not know the size of the board.

use std::fmt;
use std::str::FromStr;

use super::ArgumentError;

/// Column and row of a cell, both from zero.
///
/// Parses from one or two letters in any case and a number 1–255 without leading zeros or sign.
/// Columns after `z` are `aa`, `ab` and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellCoordinates {
    /// 0 for `a`.
    pub column: u8,
    /// 0 for `1`.
    pub row: u8,
}

impl FromStr for CellCoordinates {
    type Err = ArgumentError;

    fn from_str(text: &str) -> Result<CellCoordinates, ArgumentError> {
        parse(text).ok_or_else(|| ArgumentError::Cell(text.to_string()))
    }
}

fn parse(text: &str) -> Option<CellCoordinates> {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = &text[..text.len() - digits.len()];
    // `parse` would accept a sign and leading zeros.
    if letters.len() > 2 || !digits.starts_with(|c| matches!(c, '1'..='9')) {
        return None;
    }
    let digit = |letter: u8| u16::from(letter.to_ascii_lowercase() - b'a') + 1;
    let column = letters.bytes().fold(0, |column, letter| 26 * column + digit(letter));
    let column = u8::try_from(column.checked_sub(1)?).ok()?;
    Some(CellCoordinates { column, row: digits.parse::<u8>().ok()? - 1 })
}

impl fmt::Display for CellCoordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |number: u8| char::from(b'a' + number % 26);
        let mut text = String::new();
        if self.column >= 26 {
            text.push(letter(self.column / 26 - 1));
        }
        text.push(letter(self.column));
        text.push_str(&(u16::from(self.row) + 1).to_string());
        f.pad(&text)
    }
}
