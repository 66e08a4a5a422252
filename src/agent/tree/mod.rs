//! What tree searches share: the nodes, when a search is over, what is
//! certain, and what the tree says in the end. How moves are weighed and
//! positions judged is the business of each search.

mod cut;
mod limits;
mod nodes;
mod proofs;
mod result;
mod reuse;
mod threads;

pub use limits::next_batch;
pub use nodes::{Node, Proof, Tree};
pub use proofs::{candidates, decided, plies_to_swap, prove};
pub use result::describe;
pub use reuse::KeptTree;
pub use threads::{Worker, work};

use crate::rules::Colour;

/// A choice on the way down: among whose children, who chose, and what.
#[derive(Clone, Copy)]
pub struct Step {
    /// The node at which was chosen.
    pub parent: u32,
    /// Who chose.
    pub colour: Colour,
    /// The node of the move.
    pub child: u32,
}
