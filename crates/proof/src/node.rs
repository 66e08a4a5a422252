//! The nodes of a proof, which refer to earlier nodes.

use kring_board::Cell;

/// A reference to a node, under a symmetry and possibly reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeRef {
    /// The index of the node, lower than that of the node that refers to it.
    pub node: u32,
    /// The index of the symmetry in [`Symmetry::all`](kring_board::Symmetry::all); it must keep
    /// the colours.
    pub symmetry: u16,
    /// Whether the walk leads from its end to its start.
    pub backwards: bool,
}

impl NodeRef {
    /// A reference to the node itself.
    pub fn to(node: u32) -> NodeRef {
        NodeRef { node, symmetry: 0, backwards: false }
    }

    /// The same walk in the opposite direction.
    pub fn reversed(self) -> NodeRef {
        NodeRef { backwards: !self.backwards, ..self }
    }
}

/// An end of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WalkEnd {
    /// A stone of the winner.
    Cell(Cell),
    /// The winner's first (0) or second (1) side: the walk ends on one of its cells.
    Side(u8),
}

/// What holds after a move of the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Then {
    /// The move wins at once.
    Won,
    /// The node's claim holds.
    Holds(NodeRef),
}

/// The reply to one move of the loser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnReply {
    /// The loser's move.
    pub to: Cell,
    /// The winner's reply.
    pub play: Cell,
    /// What holds after the reply.
    pub then: Then,
}

/// A move of the winner and the claim that holds after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Branch {
    /// The move.
    pub play: Cell,
    /// The claim that holds after the move.
    pub then: NodeRef,
}

/// A claim and its justification.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ProofNode {
    /// A chain of stones.
    Walk {
        /// The first stone.
        start: Cell,
        /// The steps to the next stones: indices into [`STEPS`](kring_board::STEPS).
        steps: Box<[u8]>,
        /// Whether the walk begins and ends at a side (0 or 1), on which its first or last stone
        /// lies.
        sides: [Option<u8>; 2],
    },
    /// Branches, of which every move of the loser leaves at least one intact.
    Or(Box<[Branch]>),
    /// A sequence of walks with disjoint carriers.
    And(Box<[NodeRef]>),
    /// A complete position with the loser to move.
    Turn(Box<TurnNode>),
}

/// A complete position with the loser to move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TurnNode {
    /// The winner's stones, one bit per cell.
    pub own: u128,
    /// The loser's stones.
    pub other: u128,
    /// Each branch answers all moves of the loser outside its carrier.
    pub branches: Box<[Branch]>,
    /// The replies to the other moves.
    pub replies: Box<[TurnReply]>,
}
