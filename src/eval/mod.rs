//! What a position is worth: random games, distances, bridges. Nothing here
//! knows of search trees or of the protocol.

mod bridge;
pub mod distance;
mod evaluator;
mod fill;
mod net;

pub use bridge::Bridges;
pub use evaluator::{Evaluation, Evaluator, RandomGames};
pub use fill::Filler;
pub use net::{Lanes, Net};
