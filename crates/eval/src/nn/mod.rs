//! The trained network: its weights and its computation.
//!
//! One small residual network evaluates every board. It sees a position from the mover's side
//! (white's board is transposed, so that the mover always connects top and bottom). Its output is
//! the mover's chance to win and a policy logit for each cell. `scripts/train/README.md`
//! describes the network and its file format. This module only computes the network, on one core
//! and without a linear algebra library. Nearly all the time goes into one inner loop. The files
//! under `kernel` hold it, once for each kind of processor.

mod half;
mod kernel;
mod layers;
mod network;
#[cfg(target_arch = "x86_64")]
mod tile_trunk;
mod trunk;
mod view;

use std::sync::Arc;

pub use kernel::{Kernel, KernelError};
pub use layers::Evaluation;
pub use network::{Network, NetworkError};
pub use view::Input;

use kring_board::{Colour, Size, Topology};

use self::{
    kernel::{heads, work::Vectors},
    trunk::Trunk,
    view::BoardView,
};

/// Evaluates positions on one board by a network. It holds all memory that this needs, so each
/// thread has its own.
///
/// ```
/// use kring_board::{Colour, Position, Rules, Size, Topology, chance};
/// use kring_eval::{Evaluation, Input, NetEvaluator, Network};
///
/// let size = Size::new(5, 5).unwrap();
/// let position = Position::new(chance::game(size, Rules::default(), 1));
/// let mut evaluator = NetEvaluator::new(Network::embedded(), size, Topology::Rhombus);
/// let mut evaluations = [Evaluation::default()];
/// evaluator.evaluate(&[Input::new(&position, Colour::Black)], &mut evaluations);
/// // The first player has the advantage on an empty board.
/// assert!(evaluations[0].win_probability() > 0.5);
/// assert_eq!(evaluations[0].policy.len(), 25);
/// ```
pub struct NetEvaluator {
    network: Arc<Network>,
    vectors: Vectors,
    /// The board from black's and from white's view.
    views: [BoardView; 2],
    trunk: Trunk,
    /// Memory for the first layer of the heads.
    heads: Vec<f32>,
}

impl NetEvaluator {
    /// For this board, with the fastest exact kernel of the processor.
    pub fn new(network: Arc<Network>, size: Size, topology: Topology) -> NetEvaluator {
        NetEvaluator::with_kernel(network, size, topology, Kernel::best_exact())
    }

    /// For this board, with this kernel. If the processor does not support it, the fastest exact
    /// kernel is used instead.
    pub fn with_kernel(
        network: Arc<Network>,
        size: Size,
        topology: Topology,
        kernel: Kernel,
    ) -> NetEvaluator {
        let kernel = kernel.for_channels(network.channels());
        NetEvaluator::with_vectors(network, (size, topology), kernel, kernel.vectors())
    }

    /// The same, with vectors that the kernel can use.
    fn with_vectors(
        network: Arc<Network>,
        (size, topology): (Size, Topology),
        kernel: Kernel,
        vectors: Vectors,
    ) -> NetEvaluator {
        let views =
            Colour::ALL.map(|mover| BoardView::new(size, topology, mover, Trunk::tile(kernel)));
        let trunk = Trunk::new(&views, &network, kernel, vectors);
        let heads = vec![0.0; trunk.slots() * network.heads.first.outputs()];
        NetEvaluator { network, vectors, views, trunk, heads }
    }

    /// Evaluates positions of this evaluator's board. Overwrites the evaluations and reuses their
    /// memory.
    ///
    /// # Panics
    /// If the numbers of evaluations and inputs differ, or if an input has a stone outside this
    /// board.
    pub fn evaluate(&mut self, inputs: &[Input], evaluations: &mut [Evaluation]) {
        assert_eq!(inputs.len(), evaluations.len(), "an evaluation for each input");
        let NetEvaluator { network, vectors, views, trunk, heads: first } = self;
        let batches = inputs.chunks(trunk.batch()).zip(evaluations.chunks_mut(trunk.batch()));
        for (inputs, evaluations) in batches {
            trunk.run(network, views, inputs);
            for (i, (input, evaluation)) in inputs.iter().zip(evaluations).enumerate() {
                let view = &views[input.mover.index()];
                let channels = trunk.channels(i);
                heads::evaluate(&network.heads, view, channels, first, evaluation, *vectors);
            }
        }
    }

    /// The approximate number of bytes that it takes, without the network: mostly the channels of
    /// a batch before, in and after a block, and those of the empty board for both colours.
    pub fn bytes(&self) -> usize {
        let position = self.trunk.slots() * self.network.channels();
        let channels = (3 * self.trunk.batch() + 2) * position;
        (channels + self.heads.len()) * size_of::<f32>()
    }

    /// The network that it uses.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }
}

#[cfg(test)]
mod tests {
    use kring_board::{Cell, CellSet};

    use super::*;

    /// Evaluates positions of a board whose numbers are rounded at every step, for both movers.
    fn evaluate(kernel: Kernel, vectors: Vectors) -> Vec<Evaluation> {
        let board = (Size::new(6, 5).unwrap(), Topology::Torus);
        let inputs = [0, 1, 2].map(|first| {
            let stones = |first: u16| -> CellSet { (first..30).step_by(7).map(Cell).collect() };
            Input::of_stones(Colour::ALL[usize::from(first % 2)], stones(first), stones(first + 3))
        });
        let mut evaluations = vec![Evaluation::default(); inputs.len()];
        NetEvaluator::with_vectors(Network::embedded(), board, kernel, vectors)
            .evaluate(&inputs, &mut evaluations);
        evaluations
    }

    /// Whatever vectors the processor has, the portable kernel gives the numbers of plain Rust.
    #[test]
    fn vectors_change_no_bit() {
        let plain = evaluate(Kernel::Portable, Vectors::Plain);
        assert!(plain.iter().all(|evaluation| evaluation.logit != 0.0));
        assert!(plain[0] != plain[2]);
        for vectors in Vectors::like_plain().filter(|vectors| vectors.are_available()) {
            assert!(plain == evaluate(Kernel::Portable, vectors), "{vectors:?}");
        }
        assert!(plain == evaluate(Kernel::Portable, Kernel::Portable.vectors()));
    }

    /// Sums of integers have no rounding: all vectors give the same numbers.
    #[test]
    fn integers_are_the_same_on_all_vectors() {
        let kernels = [Kernel::Avx2Rounded, Kernel::Avx512Rounded];
        let mut available = kernels.into_iter().filter(|kernel| kernel.is_available());
        let Some(first) = available.next() else { return };
        let should = evaluate(first, first.vectors());
        available.for_each(|kernel| assert!(evaluate(kernel, kernel.vectors()) == should));
    }
}
