use std::sync::Arc;

use super::{
    Evaluation, Input, Kernel, Network, kernel::Convolution, layer::PLANES, trunk::Trunk,
    view::View,
};
use crate::rules::{Colour, Size, Topology};

/// Asks a network about positions on one board. Holds all memory that takes,
/// so every thread has its own.
pub struct NetEvaluator {
    network: Arc<Network>,
    kernel: Kernel,
    /// As black and as white see the board.
    sides: [Side; 2],
}

impl NetEvaluator {
    /// For this board, with the fastest kernel that the processor has.
    pub fn new(network: Arc<Network>, size: Size, topology: Topology) -> NetEvaluator {
        NetEvaluator::with_kernel(network, size, topology, Kernel::best_exact())
    }

    /// For this board, with a kernel of choice, for tests and benchmarks. A
    /// kernel that the processor does not have gives way to the best it has.
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

    /// Judges positions, all on this judge's board. There must be room for
    /// the judgements; what they hold is replaced and their memory used again.
    ///
    /// # Panics
    /// If there are not as many judgements as positions.
    pub fn evaluate(&mut self, inputs: &[Input], judgements: &mut [Evaluation]) {
        assert_eq!(inputs.len(), judgements.len(), "an evaluation for each input");
        for (input, evaluation) in inputs.iter().zip(judgements) {
            let side = &mut self.sides[input.mover.index()];
            side.evaluate(&self.network, self.kernel, input, evaluation);
        }
    }

    /// The network that is asked.
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
