//! The trained network: what it knows (the weights), and how it is asked.
//!
//! One small residual net judges every board. It sees a position from the
//! mover's side (white's board is transposed, so that the mover always goes
//! from top to bottom) and says how likely the mover wins and, with a number
//! for each cell, where it would play. `scripts/train/README.md` describes
//! the net and the file; this module only computes it, on one core, without
//! any library: the files under `kernel` hold the one inner loop that takes
//! all the time, once for each kind of processor.

mod error;
mod evaluation;
mod evaluator;
mod heads;
mod input;
mod kernel;
mod layer;
mod tensors;
#[cfg(target_arch = "x86_64")]
mod tile_weights;
#[cfg(target_arch = "x86_64")]
mod tiles;
mod trunk;
mod view;
mod weights;

pub use error::NetworkError;
pub use evaluation::Evaluation;
pub use evaluator::NetEvaluator;
pub use input::Input;
pub use kernel::{Kernel, KernelError};
pub use weights::Network;
