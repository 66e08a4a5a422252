//! Why there is no proof.

use kring_proof::{NodeFault, ProofError};

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
    /// Proofs of this game are not written.
    #[error("proofs are not written for games with seasons or a swap")]
    Rules,
}

impl From<NodeFault> for ProveError {
    fn from(fault: NodeFault) -> ProveError {
        ProveError::Unsound(fault.to_string())
    }
}
