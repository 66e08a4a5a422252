//! The ways in which other programs write moves in SGF.
//!
//! | program | difference |
//! | --- | --- |
//! | Little Golem | two letters for a cell, column and row (`ll` is l12); `W` is the first player, who joins top and bottom; `swap` |
//! | HexGui to 0.9 | `swap-pieces` where the sides were swapped |
//! | any | `forfeit` for a resignation; an empty value for a pass |

use nom::{
    Parser,
    branch::alt,
    bytes::complete::tag,
    character::complete::{satisfy, u32},
    combinator::{map, map_opt},
    sequence::preceded,
};

use super::sgf::{self, SgfNode};
use crate::{
    Cell, Colour, Move, Position, Size,
    grammar::{ParseResult, whole},
};

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
        let letters = texts.any(|value| whole::<_, ()>(two_letters, value.text()).is_ok());
        let program = sgf::root_value(nodes, "AP");
        let minor = program.and_then(|program| hexgui_minor(program.text()));
        SgfDialect {
            is_exchanged: letters && begins_with_white,
            swaps_sides: minor.is_some_and(|minor| minor < 10),
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
    let numbered = |text| Cell::read(size, text);
    let lettered = map_opt(two_letters, |(column, row)| Cell::at(size, column, row));
    whole::<_, ()>(alt((numbered, lettered)), text).ok()
}

/// Column and row, counted from zero, of a cell in letters.
fn two_letters<E>(text: &str) -> ParseResult<'_, (usize, usize), E> {
    (letter, letter).parse(text)
}

fn letter<E>(text: &str) -> ParseResult<'_, usize, E> {
    let number = |letter: char| letter.to_ascii_lowercase() as usize - 'a' as usize;
    map(satisfy(|c| c.is_ascii_alphabetic()), number).parse(text)
}

/// The minor version of HexGui 0, which wrote the file: 9 for `HexGui:0.9.1`.
fn hexgui_minor(program: &str) -> Option<u32> {
    let mut minor = preceded(tag("HexGui:0."), u32::<_, ()>);
    minor.parse(program).ok().map(|(_, minor)| minor)
}
