//! What a proof is made of: nodes, which refer to nodes before them.

use kring_board::Cell;

/// A node as another one uses it: moved by a symmetry, or walked backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ref {
    /// The index of the node; always lower than that of the node that uses it.
    pub node: u32,
    /// The index of the symmetry in [`Symmetry::all`](kring_board::Symmetry::all); one that
    /// leaves the colours as they are.
    pub symmetry: u16,
    /// From the end of its walk to the start.
    pub backwards: bool,
}

impl Ref {
    /// The node as it is.
    pub fn to(node: u32) -> Ref {
        Ref { node, symmetry: 0, backwards: false }
    }

    /// The same walk in the other direction.
    pub fn reversed(self) -> Ref {
        Ref { backwards: !self.backwards, ..self }
    }
}

/// An end of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// A stone of the winner.
    Cell(Cell),
    /// The winner's first (0) or second (1) side: the walk ends on one of its cells.
    Side(u8),
}

/// What follows a move of the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Then {
    /// The move has won.
    Won,
    /// The node holds.
    Holds(Ref),
}

/// An answer to one move of the loser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reply {
    /// The loser's move.
    pub to: Cell,
    /// The winner's.
    pub play: Cell,
    /// What follows.
    pub then: Then,
}

/// A move of the winner, and what holds after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Branch {
    /// The move.
    pub play: Cell,
    /// What holds then.
    pub then: Ref,
}

/// A statement, and why it is true.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// The stones are there.
    Walk {
        /// The first stone.
        start: Cell,
        /// The steps to the next ones: indices into [`STEPS`](kring_board::STEPS).
        steps: Box<[u8]>,
        /// The walk begins at a side (0 or 1), on which the first stone lies; and ends at one.
        sides: [Option<u8>; 2],
    },
    /// No move of the loser touches all branches.
    Or(Box<[Branch]>),
    /// One walk after the other, each on cells of its own.
    And(Box<[Ref]>),
    /// A whole position with the loser to move.
    Turn(Box<Turn>),
}

/// A whole position with the loser to move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The winner's stones, a bit for each cell.
    pub own: u128,
    /// The loser's stones.
    pub other: u128,
    /// Each answers all moves of the loser that do not touch it.
    pub branches: Box<[Branch]>,
    /// Answers to the other moves.
    pub replies: Box<[Reply]>,
}
