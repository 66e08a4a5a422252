//! The two colours as GTP spells them.
//!
//! This is the word on the wire; which edges a colour joins is for the rules to say.

use std::fmt;
use std::str::FromStr;

use super::ArgumentError;

/// A colour. Parses from `b`, `w`, `black`, `white` in any case.
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

    /// The opponent.
    #[inline]
    pub fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// 0 for black, 1 for white: an index into arrays of two.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

impl FromStr for Colour {
    type Err = ArgumentError;

    fn from_str(text: &str) -> Result<Colour, ArgumentError> {
        let is = |words: [&str; 2]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
        if is(["b", "black"]) {
            Ok(Colour::Black)
        } else if is(["w", "white"]) {
            Ok(Colour::White)
        } else {
            Err(ArgumentError::Colour(text.to_string()))
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Colour::Black => "black",
            Colour::White => "white",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling() {
        for text in ["b", "B", "black", "BLACK", "Black"] {
            assert_eq!(text.parse(), Ok(Colour::Black));
        }
        for text in ["w", "W", "white", "White"] {
            assert_eq!(text.parse(), Ok(Colour::White));
        }
        for text in ["", "bl", "red", "blackk", " b"] {
            let error = ArgumentError::Colour(text.to_string());
            assert_eq!(text.parse::<Colour>(), Err(error));
        }
        assert_eq!(Colour::White.to_string().parse(), Ok(Colour::White));
    }
}
