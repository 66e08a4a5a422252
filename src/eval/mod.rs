//! What a position is worth: random games, distances, bridges. Nothing here
//! knows of search trees or of the protocol.

pub mod adjacency;
mod bridge;
mod coin;
pub mod distance;
mod evaluator;
mod fill;
mod net;

pub use bridge::Bridges;
pub use coin::{CoinValue, Exact, Spots};
pub use evaluator::{Evaluation, Evaluator, RandomGames};
pub use fill::Filler;
pub use net::{Lanes, Net, first_lanes};
