use std::{fmt, str::FromStr};

use super::{RulesError, Size, text::short};

/// Which sides of the board are glued together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Topology {
    /// Classic Hex: no side is glued.
    #[default]
    Rhombus,
    /// The last column meets the first.
    Cylinder,
    /// The last column meets the first and the last row the first.
    Torus,
}

impl Topology {
    /// Every topology.
    pub const ALL: [Topology; 3] = [Topology::Rhombus, Topology::Cylinder, Topology::Torus];

    /// The last column meets the first.
    pub fn wraps_columns(self) -> bool {
        self != Topology::Rhombus
    }

    /// The last row meets the first.
    pub fn wraps_rows(self) -> bool {
        self == Topology::Torus
    }

    /// Exchanging the two colours and mirroring the board gives the same game.
    pub fn is_self_dual(self, size: Size) -> bool {
        self != Topology::Cylinder && size.is_square()
    }
}

impl fmt::Display for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Topology::Rhombus => "rhombus",
            Topology::Cylinder => "cylinder",
            Topology::Torus => "torus",
        })
    }
}

impl FromStr for Topology {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Topology, RulesError> {
        Topology::ALL.into_iter().find(|topology| topology.to_string() == text).ok_or_else(|| {
            RulesError::Value {
                key: "topology",
                value: short(text),
                expected: "rhombus, cylinder or torus",
            }
        })
    }
}
