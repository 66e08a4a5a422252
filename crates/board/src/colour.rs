//! The two players.

use std::fmt;
use std::str::FromStr;

/// One of the two players. Black plays first and joins top and bottom (on the torus: closes a
/// ring down the board). White joins left and right (on the cylinder and the torus: closes a ring
/// across). Parses from `b`, `w`, `black`, `white` in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// `black`
    Black = 0,
    /// `white`
    White = 1,
}

impl Colour {
    /// Both colours, black first.
    pub const ALL: [Colour; 2] = [Colour::Black, Colour::White];

    /// A value for each colour, black's first.
    #[inline]
    pub fn each<T>(mut value: impl FnMut(Colour) -> T) -> [T; 2] {
        [value(Colour::Black), value(Colour::White)]
    }

    /// The opponent.
    #[inline]
    pub fn other(self) -> Colour {
        if self == Colour::Black { Colour::White } else { Colour::Black }
    }

    /// This colour's win probability, given black's; or black's, given this colour's.
    #[inline]
    pub fn chance(self, black: f32) -> f32 {
        if self == Colour::Black { black } else { 1.0 - black }
    }

    /// `B` or `W`.
    pub fn letter(self) -> char {
        if self == Colour::Black { 'B' } else { 'W' }
    }

    /// 0 for black, 1 for white: an index into arrays of two.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A text that names no colour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a colour, expected black or white")]
pub struct NotAColour(pub String);

impl FromStr for Colour {
    type Err = NotAColour;

    fn from_str(text: &str) -> Result<Colour, NotAColour> {
        match text.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Colour::Black),
            "w" | "white" => Ok(Colour::White),
            _ => Err(NotAColour(text.to_string())),
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(if *self == Colour::Black { "black" } else { "white" })
    }
}
