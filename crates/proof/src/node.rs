//! The nodes of a proof, which refer to earlier nodes, and their claims: computed from the nodes
//! that they refer to, never stored in the file.

use kring_board::{Cell, Colour, Game, Goal, Topology};

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

/// What the winner can force when the loser is to move. The claim holds in a position if the winner
/// has all `needed` stones and the loser has no stone on the `carrier`; other stones do not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// What the winner can force.
    pub promise: Promise,
    /// The winner's stones that the claim relies on, one bit per cell.
    pub needed: u128,
    /// The other cells that the claim relies on: all replies lie there, and only moves there need
    /// one.
    pub carrier: u128,
}

/// What a claim promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// A walk of the winner's stones.
    Walk {
        /// The first end.
        from: WalkEnd,
        /// The second end.
        to: WalkEnd,
        /// The displacement in the unwrapped plane, in columns and rows. Zero if the winner joins
        /// two sides, where it does not matter.
        by: (i32, i32),
    },
    /// One of several walks, each of which wins.
    Win {
        /// None of the walks also winds around the torus the other way, so the loser has no ring.
        excludes_loser: bool,
    },
    /// The game, from a complete position.
    Game,
}

impl Promise {
    /// Whether it is a winning walk: from side to side, or a ring.
    pub fn wins(self, game: &Game, winner: Colour) -> bool {
        match self {
            Promise::Walk { from: WalkEnd::Side(a), to: WalkEnd::Side(b), .. } => a != b,
            Promise::Walk { from: WalkEnd::Cell(a), to: WalkEnd::Cell(b), by } => {
                game.geometry().goal(winner) == Goal::Ring && a == b && along(winner, by) != 0
            }
            Promise::Win { .. } => true,
            Promise::Walk { .. } | Promise::Game => false,
        }
    }

    /// Whether every walk that fulfils the promise and wins excludes a win of the loser. Only on
    /// the torus can both colours have rings, and only if both rings wind both ways.
    pub fn excludes_loser(self, game: &Game, winner: Colour) -> bool {
        game.rules().topology != Topology::Torus
            || match self {
                Promise::Walk { by, .. } => along(winner.other(), by) == 0,
                Promise::Win { excludes_loser } => excludes_loser,
                Promise::Game => true,
            }
    }
}

/// The part of a displacement in the direction of a colour's rings.
fn along(colour: Colour, (x, y): (i32, i32)) -> i32 {
    if colour == Colour::Black { y } else { x }
}

impl Claim {
    /// Whether the claim holds with these stones of the winner and of the loser.
    pub fn holds(&self, own: u128, other: u128) -> bool {
        self.needed & !own == 0 && self.carrier & other == 0
    }
}
