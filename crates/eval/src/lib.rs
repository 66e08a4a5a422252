//! Evaluation of positions: playouts, distances, bridges and a trained network. Nothing here
//! depends on search trees or on the protocol.

mod bit_flood;
mod bridge;
pub mod distance;
mod nn;
mod pivotal;
mod playout;

pub use bit_flood::{BitFlood, BoardBatch, first_boards};
use bridge::Bridges;
pub use nn::{
    BoardKind, Evaluation, Input, Kernel, KernelError, NetEvaluator, Network, NetworkError,
};
pub use pivotal::PivotalFlood;
pub use playout::{PlayoutEvaluator, PlayoutResult, PlayoutRng, Playouts};
