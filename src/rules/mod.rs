//! The rules as data: one game is a choice on each of four independent axes
//! (topology, seasons, turns, swap), and every combination is a game.
//!
//! Variants are values, not types: nothing here or above it has a struct for
//! a variant or a constant for a size. The rules draw no random number; the
//! coin of random turns and the season map are given to them.

mod colour;
mod error;
mod season_map;
mod seasons;
mod size;
pub(crate) mod text;
mod topology;

pub use colour::Colour;
pub use error::RulesError;
pub use season_map::SeasonMap;
pub use seasons::{Cycle, Seasons};
pub use size::Size;
pub use topology::Topology;

/// Who moves next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Turns {
    /// The players take turns; black begins.
    #[default]
    Alternating,
    /// A fair coin before every move says who plays, the first included.
    Random,
}

/// A game: the four axes. The text form (`Display`, `FromStr`) round-trips.
///
/// ```
/// use kring::rules::{Rules, Topology};
/// let rules: Rules = "cylinder seasons=3 turns=random".parse()?;
/// assert_eq!(rules.topology, Topology::Cylinder);
/// assert_eq!(rules.to_string(), "cylinder seasons=3 turns=random swap=off");
/// # Ok::<(), kring::rules::RulesError>(())
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

    /// Whether the colours take turns and may play on any empty cell: no
    /// seasons, no coin.
    pub fn are_plain(&self) -> bool {
        self.seasons.count() == 1 && self.turns != Turns::Random
    }
}
