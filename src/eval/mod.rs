//! What a position is worth: random games, distances, bridges, a trained
//! network. Nothing here knows of search trees or of the protocol.

pub mod adjacency;
mod bridge;
mod cell_wins;
mod coin;
pub mod distance;
mod evaluator;
mod fill;
mod net;
mod network;

pub use bridge::Bridges;
pub use cell_wins::CellWins;
pub use coin::{CoinValue, Exact, Spots};
pub use evaluator::{Evaluation, Evaluator, RandomGames};
pub use fill::Filler;
pub use net::{Lanes, Net, first_lanes};
pub use network::{Input, Judge, Judgement, Kernel, KernelError, Network, NetworkError};
