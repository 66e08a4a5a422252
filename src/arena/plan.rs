use std::str::FromStr;

use super::Openings;
use crate::rules::{Colour, Rules, Size};

/// Which colour the first player has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// Each opening is played with both.
    #[default]
    Alternate,
    /// Always this one, for players that play only one.
    Fixed(Colour),
}

impl FromStr for Colours {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Colours, &'static str> {
        match text {
            "alternate" => Ok(Colours::Alternate),
            "black" => Ok(Colours::Fixed(Colour::Black)),
            "white" => Ok(Colours::Fixed(Colour::White)),
            _ => Err("expected alternate, black or white"),
        }
    }
}

impl Colours {
    /// How often each opening is played before the next.
    pub(super) fn games_a_start(self) -> usize {
        match self {
            Colours::Alternate => 2,
            Colours::Fixed(_) => 1,
        }
    }
}

/// What a match is about, but for who plays.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The board.
    pub size: Size,
    /// The rules.
    pub rules: Rules,
    /// How games begin.
    pub openings: Openings,
    /// Which colour the first player has.
    pub colours: Colours,
    /// How many games; none: each opening once with each colour, or a hundred
    /// where there is no list of openings.
    pub games: Option<usize>,
    /// What all random numbers follow from.
    pub seed: u64,
}
