//! Who plays which colour.

use std::str::FromStr;

use kring_agents::AgentSpec;
use kring_board::Colour;

/// Which colours people play; agents play the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum People {
    /// One person plays this colour.
    One(Colour),
    /// Two people play each other.
    Both,
    /// Two agents play each other, one move for each Enter.
    None,
}

impl People {
    /// The words for them.
    pub const WORDS: [&str; 4] = ["black", "white", "both", "none"];
}

impl FromStr for People {
    type Err = String;

    fn from_str(word: &str) -> Result<People, String> {
        match word.to_ascii_lowercase().as_str() {
            "both" => Ok(People::Both),
            "none" => Ok(People::None),
            other => other
                .parse()
                .map(People::One)
                .map_err(|_| "expected black, white, both or none".to_owned()),
        }
    }
}

/// A player. It keeps its seat when a swap exchanges the colours.
#[derive(Clone, Default)]
pub(super) struct PlayerSeat {
    pub is_person: bool,
    /// None: the default agent for the game, at the current level.
    pub agent: Option<AgentSpec>,
}

/// The players, and the level of the default agents.
#[derive(Clone, Default)]
pub(super) struct Seats {
    pub seats: [PlayerSeat; 2],
    pub level: Option<u64>,
}
