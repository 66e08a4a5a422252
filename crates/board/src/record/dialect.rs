//! The ways in which other programs write moves in SGF.
//!
//! | program | difference |
//! | --- | --- |
//! | Little Golem | two letters for a cell, column and row (`ll` is l12); `W` is the first player, who joins top and bottom; `swap` |
//! | HexGui to 0.9 | `swap-pieces` where the sides were swapped |
//! | any | `forfeit` for a resignation; an empty value for a pass |

use super::sgf::{self, SgfNode};
use crate::{Cell, Colour, Move, Position, Size};

/// How to read the moves of a file.
pub struct SgfDialect {
    /// `W` is black, and `B` white.
    is_exchanged: bool,
    /// `swap-pieces` means `swap-sides`.
    swaps_sides: bool,
}

impl SgfDialect {
    /// The dialect of a game's nodes.
    pub fn of(nodes: &[SgfNode<'_>]) -> SgfDialect {
        let begins_with_white = sgf::moves(nodes).next().is_some_and(|(name, _)| name == "W");
        let mut texts = sgf::moves(nodes).flat_map(|(_, values)| values);
        let letters = texts.any(|value| two_letters(value.text()).is_some());
        let program = sgf::root_value(nodes, "AP");
        let version = program.and_then(|program| program.text().strip_prefix("HexGui:0."));
        let minor = version.and_then(|version| version.split(|c: char| !c.is_ascii_digit()).next());
        SgfDialect {
            is_exchanged: letters && begins_with_white,
            swaps_sides: minor.is_some_and(|minor| minor.parse::<u32>().is_ok_and(|n| n < 10)),
        }
    }

    /// The colour that plays the moves of this property, `B` or `W`.
    pub fn mover(&self, property: &str) -> Colour {
        let is_black = (property == "B") != self.is_exchanged;
        if is_black { Colour::Black } else { Colour::White }
    }

    /// The move that a text means in a position.
    pub fn mv(&self, position: &Position, colour: Colour, text: &str) -> Option<Move> {
        let text = text.to_ascii_lowercase();
        match text.as_str() {
            "swap" => Some(position.swap(colour).unwrap_or(Move::SwapPieces)),
            "swap-pieces" if self.swaps_sides => Some(Move::SwapSides),
            "forfeit" => Some(Move::Resign),
            "" => Some(Move::Pass),
            text => Move::from_name(position.size(), text)
                .or_else(|| cell(position.size(), text).map(Move::Cell)),
        }
    }
}

/// Whether a text is a swap, in any dialect.
pub fn is_swap(text: &str) -> bool {
    ["swap", "swap-pieces", "swap-sides"].iter().any(|swap| text.eq_ignore_ascii_case(swap))
}

/// A cell in either notation.
pub fn cell(size: Size, text: &str) -> Option<Cell> {
    let letters = || two_letters(text).and_then(|(column, row)| Cell::at(size, column, row));
    Cell::from_name(size, text).or_else(letters)
}

/// Column and row, counted from zero, of a cell in letters.
fn two_letters(text: &str) -> Option<(usize, usize)> {
    let number = |byte: u8| {
        byte.is_ascii_alphabetic().then(|| usize::from(byte.to_ascii_lowercase() - b'a'))
    };
    match text.as_bytes() {
        &[column, row] => Some((number(column)?, number(row)?)),
        _ => None,
    }
}
