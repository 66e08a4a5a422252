use super::{Seasons, Size};

/// Why a text or a number describes no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// A side that is too short or too long.
    #[error("{columns}x{rows}: each side must be from 1 to {max}", max = Size::MAX)]
    Size {
        /// The columns asked for.
        columns: usize,
        /// The rows asked for.
        rows: usize,
    },
    /// A text that is no size at all.
    #[error("'{0}' is not a board size such as 11x11")]
    SizeText(String),
    /// A word that is neither a preset nor `key=value`.
    #[error(
        "'{0}' is neither a variant (hex, cylinder, torus, seasonal, random-turn) nor key=value"
    )]
    Word(String),
    /// An unknown key.
    #[error(
        "'{0}' is not a rule; there are topology, seasons, turns, swap, black-cycle, white-cycle"
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
    /// A text that is no cycle.
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
    /// A map with something that is no season.
    #[error("'{digit}' in the map: seasons are digits from 1 to {count}")]
    MapDigit {
        /// What was found.
        digit: char,
        /// The number of seasons.
        count: usize,
    },
}
