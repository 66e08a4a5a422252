//! Faults of proofs.

use kring_board::Cell;

/// A fault of a node, and the position that shows it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct NodeFault {
    /// What is wrong.
    pub why: FaultReason,
    /// The winner's stones, one bit per cell.
    pub own: u128,
    /// The loser's stones, without its last move.
    pub other: u128,
    /// The loser's move that has no correct reply.
    pub played: Option<Cell>,
}

impl From<FaultReason> for NodeFault {
    fn from(why: FaultReason) -> NodeFault {
        NodeFault { why, own: 0, other: 0, played: None }
    }
}

/// What is wrong with a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaultReason {
    /// A reference to a later node or to no node.
    #[error("it refers to node {0}, which does not come before it")]
    Order(u32),
    /// A symmetry that the game does not have.
    #[error("the game has no symmetry {0} that keeps the colours")]
    Symmetry(u16),
    /// A cell outside the board.
    #[error("it names a cell outside of the board")]
    Outside,
    /// A walk that leaves the board.
    #[error("step {0} of the walk leaves the board")]
    Step(usize),
    /// A walk that does not end at the side that it names.
    #[error("the walk does not end at the winner's side that it names")]
    Side,
    /// A node without parts.
    #[error("it has no part")]
    Empty,
    /// Branches with different claims.
    #[error("its branches neither claim the same walk nor all win")]
    Different,
    /// A complete position where a walk is expected.
    #[error("it uses a claim that is no walk")]
    NoWalk,
    /// A walk that does not begin where the one before it ends.
    #[error("walk {0} does not begin at the stone where the one before it ends")]
    Joint(usize),
    /// Walks that rely on the same cell.
    #[error("two walks rely on the same cell, where one move breaks both")]
    Overlap,
    /// A walk that is too long.
    #[error("the walk goes round the board too often")]
    Long,
    /// A move that touches all branches.
    #[error("no answer is left after this move")]
    Unanswered,
    /// A cell with two stones.
    #[error("a cell has stones of both colours")]
    Stones,
    /// The loser has won.
    #[error("the loser has won")]
    Lost,
    /// The loser cannot move.
    #[error("the loser has no move, or it is not its turn")]
    NoMove,
    /// A reply to an illegal move.
    #[error("it answers a move that the loser cannot make")]
    NotLegal,
    /// A reply that is illegal.
    #[error("the answer is no legal move")]
    Answer,
    /// A final move that does not win.
    #[error("the answer does not win at once")]
    NotWon,
    /// A claim that does not hold.
    #[error("what should hold after the answer does not hold")]
    NotHolding,
    /// A claim that does not win.
    #[error("what holds after the answer does not win")]
    NotWinning,
    /// A claim other than a complete position in a game with seasons.
    #[error("with seasons the winner cannot always answer: only whole positions are proofs")]
    Seasons,
    /// A ring that winds around the torus both ways.
    #[error(
        "its ring goes round the torus both ways, so that the loser may complete one beside it first"
    )]
    Diagonal,
    /// A root that lacks the winner's move, or has a move although the loser is to move.
    #[error("the winner's first move is missing, or it is not its turn")]
    FirstMove,
}
