//! The trunk of the network: the first convolution and the residual blocks.

use super::{Input, Network, view::BoardView};

/// Computes the convolutions on both views of a board, and holds the memory for it.
pub(super) trait Trunk: Send + Sync {
    /// The maximum number of positions of a batch.
    fn batch(&self) -> usize;

    /// The number of slots of a position, of either view.
    fn slots(&self) -> usize;

    /// Computes a batch of positions.
    fn run(&mut self, network: &Network, views: &[BoardView; 2], inputs: &[Input]);

    /// The channels of each slot after the last block, of one position of the batch.
    fn channels(&self, number: usize) -> &[f32];
}
