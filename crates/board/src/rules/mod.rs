//! The rules as data: a game is a choice on each of four independent axes (topology, seasons,
//! turns, swap), and every combination is a game.
//!
//! Variants are values, not types: no struct stands for a variant and no constant for a size. The
//! rules draw no random numbers; the caller supplies the coin of random turns and the season map.

mod seasons;
mod shape;
mod text;

pub use seasons::{Cycle, SeasonMap, Seasons};
pub use shape::{Size, Topology};

use crate::suggest::hint;

/// Who moves next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Turns {
    /// The players take turns; black begins.
    #[default]
    Alternating,
    /// A fair coin before every move, also the first, decides who plays.
    Random,
}

/// The rules of a game: the four axes. The text form (`Display`, `FromStr`) round-trips.
///
/// ```
/// use kring_board::{Rules, Topology};
/// let rules: Rules = "cylinder seasons=3 turns=random".parse()?;
/// assert_eq!(rules.topology, Topology::Cylinder);
/// assert_eq!(rules.to_string(), "cylinder seasons=3 turns=random swap=off");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which sides are glued.
    pub topology: Topology,
    /// The seasons and the cycles through them.
    pub seasons: Seasons,
    /// Who moves next.
    pub turns: Turns,
    /// The second player's first move may be a swap.
    pub swap: bool,
}

impl Rules {
    /// The named games.
    pub const PRESETS: [&str; 5] = ["hex", "cylinder", "torus", "seasonal", "random-turn"];

    /// Whether the colours take turns and may play on any empty cell: no seasons, no random
    /// turns.
    pub fn are_plain(&self) -> bool {
        self.seasons.count() == 1 && self.turns != Turns::Random
    }
}

/// Why a text or a number describes no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// A side that is too short or too long.
    #[error("{columns}x{rows}: each side must be from 1 to {max}", max = Size::MAX)]
    Size {
        /// The columns asked for.
        columns: usize,
        /// The rows asked for.
        rows: usize,
    },
    /// A text that is not a size.
    #[error("'{0}' is not a board size such as 11x11")]
    SizeText(String),
    /// A word that is neither a preset nor `key=value`.
    #[error(
        "'{0}'{hint} is neither a variant (hex, cylinder, torus, seasonal, random-turn) nor key=value",
        hint = hint(.0, Rules::PRESETS)
    )]
    Word(String),
    /// A preset that is not the first word.
    #[error("'{0}' is a second variant, or stands behind a rule: a variant comes first, and alone")]
    Second(String),
    /// An unknown key.
    #[error(
        "'{0}'{hint} is not a rule; there are topology, seasons, turns, swap, black-cycle, white-cycle",
        hint = hint(.0, ["topology", "seasons", "turns", "swap", "black-cycle", "white-cycle"])
    )]
    Key(String),
    /// The same rule twice.
    #[error("'{0}' is given twice")]
    Twice(String),
    /// A value that a rule cannot have.
    #[error("{key}={value}: expected {expected}")]
    Value {
        /// The rule.
        key: &'static str,
        /// What was given.
        value: String,
        /// What can be given.
        expected: &'static str,
    },
    /// A text that is not a cycle.
    #[error("'{0}' is not a cycle of seasons such as 1,2,3 (seasons from 1 to {max})", max = Seasons::MAX)]
    CycleText(String),
    /// A cycle that does not fit the number of seasons.
    #[error("cycle {cycle}: it must name every season from 1 to {count} and no other")]
    CycleSeasons {
        /// The cycle as text.
        cycle: String,
        /// The number of seasons.
        count: u8,
    },
    /// A map with the wrong number of rows or columns.
    #[error("the map needs {} rows of {} digits", size.rows(), size.columns())]
    MapShape {
        /// The board.
        size: Size,
    },
    /// A map with a character that is not a season.
    #[error("'{digit}' in the map: seasons are digits from 1 to {count}")]
    MapDigit {
        /// What was found.
        digit: char,
        /// The number of seasons.
        count: usize,
    },
}
