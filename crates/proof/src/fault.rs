//! Why a proof is none.

use kring_board::Cell;

/// What is wrong with a node, and in which position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Fault {
    /// What is wrong.
    pub why: Why,
    /// The winner's stones, a bit for each cell.
    pub own: u128,
    /// The loser's stones, without its last move.
    pub other: u128,
    /// The loser's move that has no right answer.
    pub played: Option<Cell>,
}

impl From<Why> for Fault {
    fn from(why: Why) -> Fault {
        Fault { why, own: 0, other: 0, played: None }
    }
}

/// What is wrong with a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Why {
    /// A reference upwards, or to nothing.
    #[error("it refers to node {0}, which does not come before it")]
    Order(u32),
    /// A symmetry that the game does not have.
    #[error("the game has no symmetry {0} that keeps the colours")]
    Symmetry(u16),
    /// A cell outside of the board.
    #[error("it names a cell outside of the board")]
    Outside,
    /// A walk off the board.
    #[error("step {0} of the walk leaves the board")]
    Step(usize),
    /// A walk that does not end at the side that it names.
    #[error("the walk does not end at the winner's side that it names")]
    Side,
    /// No part.
    #[error("it has no part")]
    Empty,
    /// Choices that claim different things.
    #[error("its branches neither claim the same walk nor win all of them")]
    Different,
    /// A whole position where a walk is expected.
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
    /// Nobody can move.
    #[error("the loser has no move, or it is not its turn")]
    NoMove,
    /// A move of the loser that it cannot make.
    #[error("it answers a move that the loser cannot make")]
    NotLegal,
    /// A move of the winner that it cannot make.
    #[error("the answer is no legal move")]
    Answer,
    /// A last move that does not win.
    #[error("the answer does not win at once")]
    NotWon,
    /// A claim that does not hold.
    #[error("what should hold after the answer does not hold")]
    NotHolding,
    /// A claim that does not win.
    #[error("what holds after the answer does not win")]
    NotWinning,
    /// A claim with seasons.
    #[error("with seasons the winner cannot always answer: only whole positions are proofs")]
    Seasons,
    /// A diagonal ring.
    #[error(
        "its ring goes round the torus both ways, so that the loser may have one beside it and first"
    )]
    Diagonal,
    /// A root without the winner's move, or with one too many.
    #[error("the winner's first move is missing, or it is not its turn")]
    FirstMove,
}
