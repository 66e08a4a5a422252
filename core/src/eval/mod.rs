//! What a position is worth: playouts, distances, path counts, bridges and a
//! trained network. Nothing here knows of search trees or of the protocol.

pub mod adjacency;
mod bit_flood;
mod bridge;
mod coin;
pub mod distance;
mod nn;
mod playout;

pub use bit_flood::{BitFlood, BoardBatch, first_boards};
pub use bridge::Bridges;
pub use coin::{CellWins, CoinValue, Exact, NoCoinValue, Spots};
pub use nn::{Evaluation, Input, Kernel, KernelError, NetEvaluator, Network, NetworkError};
pub use playout::{PlayoutEvaluator, PlayoutResult, Playouts};
