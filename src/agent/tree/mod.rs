//! What tree searches share: the nodes, when a search is over, what is
//! certain, and what the tree says in the end. How moves are weighed and
//! positions judged is the business of each search.

mod answer;
mod certain;
mod crew;
mod cut;
mod end;
mod nodes;
mod thought;

pub use answer::describe;
pub use certain::{candidates, decided, plies_to_swap, prove};
pub use crew::{Worker, work};
pub use end::next_batch;
pub use nodes::{Node, Proof, Tree};
pub use thought::Thought;

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
