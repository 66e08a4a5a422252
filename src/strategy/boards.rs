use crate::rules::{Rules, Size, Topology};

/// The boards that a strategy is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boards {
    /// Every cylinder.
    Cylinder,
    /// Cylinders with an even number of columns.
    EvenCylinder,
    /// Cylinders with an odd number of columns.
    OddCylinder,
    /// Every cylinder and every torus.
    CylinderAndTorus,
}

impl Boards {
    /// Whether the board of a game is one of them.
    pub fn include(self, rules: &Rules, size: Size) -> bool {
        let is_cylinder = rules.topology == Topology::Cylinder;
        let is_even = size.columns().is_multiple_of(2);
        match self {
            Boards::Cylinder => is_cylinder,
            Boards::EvenCylinder => is_cylinder && is_even,
            Boards::OddCylinder => is_cylinder && !is_even,
            Boards::CylinderAndTorus => rules.topology.wraps_columns(),
        }
    }

    /// What such a strategy plays, said to those who ask for something else.
    pub fn what_is_played(self) -> String {
        let boards = match self {
            Boards::Cylinder => "the cylinder",
            Boards::EvenCylinder => "a cylinder with an even number of columns",
            Boards::OddCylinder => "a cylinder with an odd number of columns",
            Boards::CylinderAndTorus => "the cylinder and the torus",
        };
        format!("it plays black on {boards}")
    }
}
