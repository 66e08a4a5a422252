//! A question to a search, and what the searches have in common.

use std::time::Duration;

use kring_board::{Colour, Move, Position, host::Instant};
use kring_proof::{MOST_NODES, NodeFault, Proof, ProofError};

use super::{ProofNumbers, Solution, SolvedPosition, SolverLimits, SolverWatch};

/// A search algorithm for the positions of one game.
pub trait SolverSearch: Send + Sync {
    /// Finds the winner if the colour to move places a stone: a swap that is on offer does not
    /// count.
    fn solve(&mut self, question: &SolverQuestion<'_>, watch: SolverWatch<'_>) -> Solution;

    /// A proof that this colour wins. `watch` gets the number of nodes so far.
    fn prove(
        &mut self,
        _: &SolverQuestion<'_>,
        _winner: Colour,
        _watch: &mut dyn FnMut(usize),
    ) -> Result<Proof, ProveError> {
        Err(ProveError::Rules)
    }

    /// The solved positions that took at least this much work.
    fn solved(&self, _work: u32) -> Vec<SolvedPosition> {
        Vec::new()
    }

    /// Adds a result of another search.
    fn learn(&mut self, _: &SolvedPosition) {}
}

/// A position to solve, the colour to move, and the limits.
pub struct SolverQuestion<'a> {
    pub position: &'a Position,
    pub to_move: Colour,
    pub limits: &'a SolverLimits,
    pub begin: Instant,
}

impl SolverQuestion<'_> {
    /// The time left; `None` without a limit.
    pub fn time_left(&self) -> Option<Duration> {
        self.limits.time.map(|time| time.saturating_sub(self.begin.elapsed()))
    }

    pub fn is_over(&self) -> bool {
        self.limits.stop.is_set() || self.time_left().is_some_and(|left| left.is_zero())
    }

    /// The solution, with the numbers that an unsolved position has.
    pub fn solution(
        &self,
        wins: Option<bool>,
        unsolved: ProofNumbers,
        line: Vec<Move>,
        positions: u64,
    ) -> Solution {
        Solution {
            winner: wins.map(|wins| if wins { self.to_move } else { self.to_move.other() }),
            best: line.first().copied().filter(|_| wins == Some(true)),
            line,
            positions,
            time: self.begin.elapsed(),
            numbers: wins.map_or(unsolved, ProofNumbers::of),
        }
    }
}

/// The search was stopped: a limit was reached.
pub struct SearchStopped;

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// A limit was reached first.
    #[error("a limit was reached before the proof was complete")]
    Stopped,
    /// The game does not support proofs.
    #[error("{0}")]
    Game(#[from] ProofError),
    /// The search and the proof disagree: one of them is wrong.
    #[error("the search names a winner that no proof is found for: {0}")]
    Unsound(String),
    /// The proof is too long to be checked.
    #[error("the proof has more than {MOST_NODES} nodes, which is more than can be checked")]
    Nodes,
    /// Proofs of this game are not written.
    #[error("proofs are not written for games with seasons or a swap")]
    Rules,
}

impl From<NodeFault> for ProveError {
    fn from(fault: NodeFault) -> ProveError {
        ProveError::Unsound(fault.to_string())
    }
}
