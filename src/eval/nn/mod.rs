//! The trained network: its weights, and how they are computed.
//!
//! One small residual network evaluates every board. It sees a position from
//! the mover's side (white's board is transposed, so that the mover always
//! connects top and bottom). Its answer is the mover's chance to win and a
//! number for each cell that says how good a move there is. The network and
//! its file format are described in `scripts/train/README.md`. This module
//! only computes the network, on one core and without a library for linear
//! algebra. Nearly all the time goes into one inner loop. The files under
//! `kernel` hold it, once for each kind of processor.

mod kernel;
mod layers;
mod network;
mod trunk;
mod view;

use std::sync::Arc;

pub use kernel::{Kernel, KernelError};
pub use layers::Evaluation;
pub use network::{Network, NetworkError};
pub use view::Input;

use self::{kernel::Convolution, layers::PLANES, trunk::Trunk, view::View};
use crate::rules::{Colour, Size, Topology};

/// Evaluates positions on one board by a network. It holds all memory that
/// this needs, so each thread has its own.
///
/// ```
/// use kring::{
///     board::Position,
///     chance,
///     eval::{Evaluation, Input, NetEvaluator, Network},
///     rules::{Colour, Rules, Size, Topology},
/// };
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
    kernel: Kernel,
    /// As black and as white see the board.
    sides: [Side; 2],
}

impl NetEvaluator {
    /// For this board, with the fastest exact kernel that the processor has.
    pub fn new(network: Arc<Network>, size: Size, topology: Topology) -> NetEvaluator {
        NetEvaluator::with_kernel(network, size, topology, Kernel::best_exact())
    }

    /// For this board, with the given kernel. If the processor does not have
    /// it, the fastest exact kernel is used instead.
    pub fn with_kernel(
        network: Arc<Network>,
        size: Size,
        topology: Topology,
        kernel: Kernel,
    ) -> NetEvaluator {
        let kernel = kernel.for_channels(network.channels());
        let side = |mover| Side::new(View::new(size, topology, mover), &network, kernel);
        NetEvaluator { sides: Colour::ALL.map(side), network, kernel }
    }

    /// Evaluates positions of this evaluator's board. The evaluations are
    /// overwritten, and their memory is used again.
    ///
    /// # Panics
    /// If there are not as many evaluations as inputs, or if an input has a
    /// stone outside this board.
    pub fn evaluate(&mut self, inputs: &[Input], evaluations: &mut [Evaluation]) {
        assert_eq!(inputs.len(), evaluations.len(), "an evaluation for each input");
        // One side after the other: its memory stays in the processor's cache.
        for (mover, side) in Colour::ALL.into_iter().zip(&mut self.sides) {
            let all = inputs.iter().zip(&mut *evaluations);
            for (input, evaluation) in all.filter(|(input, _)| input.mover == mover) {
                side.evaluate(&self.network, self.kernel, input, evaluation);
            }
        }
    }

    /// The network that evaluates.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }
}

/// A colour's view of the board and what is computed on it.
struct Side {
    view: View,
    planes: Vec<f32>,
    trunk: Trunk,
    heads: Vec<f32>,
}

impl Side {
    fn new(view: View, network: &Network, kernel: Kernel) -> Side {
        Side {
            planes: vec![0.0; view.places() * PLANES],
            trunk: Trunk::new(&view, network, kernel),
            heads: vec![0.0; view.places() * network.heads.first.outputs()],
            view,
        }
    }

    fn evaluate(
        &mut self,
        network: &Network,
        kernel: Kernel,
        input: &Input,
        evaluation: &mut Evaluation,
    ) {
        let Side { view, planes, trunk, heads } = self;
        view.encode(input, planes);
        let input = trunk.run(network, view, planes);
        let job = Convolution { input, cells: view.cells(), taps: &[0], skip: None };
        kernel.run(&network.heads.first, &job, heads);
        network.heads.evaluate(heads, view.cells(), evaluation);
    }
}
