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

use crate::word::short;

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
    /// The named games: the name, and the rules in which a game differs from plain Hex.
    pub const PRESETS: [(&str, &str); 5] = [
        ("hex", ""),
        ("cylinder", "topology=cylinder"),
        ("torus", "topology=torus"),
        ("seasonal", "seasons=3"),
        ("random-turn", "turns=random"),
    ];

    /// The names of the named games.
    pub fn preset_names() -> Vec<&'static str> {
        Rules::PRESETS.into_iter().map(|(name, _)| name).collect()
    }

    /// Whether a swap exchanges the pieces: on a board of this size the game is the same for both
    /// colours. Otherwise the players exchange their colours.
    pub fn swaps_pieces(&self, size: Size) -> bool {
        self.topology.is_self_dual(size) && self.seasons.count() == 1
    }

    /// The board and its turns in words, such as `torus, 3 seasons, random turns`.
    pub fn in_words(&self) -> String {
        let seasons = match self.seasons.count() {
            1 => String::new(),
            count => format!(", {count} seasons"),
        };
        let turns = if self.turns == Turns::Random { ", random turns" } else { "" };
        format!("{}{seasons}{turns}", self.topology)
    }
}

/// Why a text or a number describes no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RulesError(String);

impl RulesError {
    /// A value that a rule cannot have.
    fn value(key: &str, value: &str, expected: &str) -> RulesError {
        RulesError(format!("{key}={}: expected {expected}", short(value)))
    }
}
