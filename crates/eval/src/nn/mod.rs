//! The trained network: its weights and its computation.
//!
//! One small residual network evaluates every board. It sees a position from the mover's side
//! (white's board is transposed, so that the mover always connects top and bottom). Its output is
//! the mover's chance to win and a policy logit for each cell. `scripts/train/README.md`
//! describes the network and its file format. This module only computes the network, on one core
//! and without a linear algebra library. Nearly all the time goes into one inner loop. The files
//! under `kernel` hold it, once for each kind of processor.
//!
//! An evaluation: the search collects leaves for a [`NetEvaluator`] → `view.rs` lays a board out as
//! the mover sees it, with margins that repeat the opposite side where it wraps → `kernel/stem.rs`
//! computes the first layer from the stones, `vector_trunk.rs` or `tile_trunk.rs` the others, up to
//! eight positions at once → `layers.rs` and `kernel/heads.rs` compute policy and value.

mod kernel;
mod layers;
mod network;
mod network_file;
#[cfg(target_arch = "x86_64")]
mod tile_trunk;
mod vector_trunk;
mod view;

use std::sync::Arc;

pub use kernel::{Kernel, KernelError};
pub use layers::Evaluation;
pub use network::Network;
pub use network_file::NetworkError;
pub use view::Input;

use kring_board::{Colour, Game, Size, Topology};

use self::{
    kernel::{heads::HeadsWork, winograd, work::Vectors},
    vector_trunk::VectorTrunk,
    view::BoardView,
};

/// The games that an evaluator is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardKind {
    /// Columns and rows.
    pub size: Size,
    /// Which sides of the board are joined.
    pub topology: Topology,
    /// Whether there is more than one season.
    pub has_seasons: bool,
}

impl BoardKind {
    /// The kind of this game.
    pub fn of(game: &Game) -> BoardKind {
        let rules = game.rules();
        let has_seasons = rules.seasons.count() > 1;
        BoardKind { size: game.size(), topology: rules.topology, has_seasons }
    }
}

/// Computes the trunk of the network, which is the first convolution and the residual blocks, on
/// both views of a board, and holds the memory for it.
trait Trunk: Send + Sync {
    /// The maximum number of positions of a batch.
    fn batch(&self) -> usize;

    /// The number of slots of a position, of either view.
    fn slots(&self) -> usize;

    /// Computes a batch of positions.
    fn run(&mut self, network: &Network, views: &[BoardView; 2], inputs: &[Input]);

    /// The channels of each slot after the last block, of one position of the batch.
    fn channels(&self, number: usize) -> &[f32];
}

/// Evaluates positions on one board by a network. It holds all memory that this needs, so each
/// thread has its own.
///
/// ```
/// use kring_board::{Colour, Position, Rules, Size, chance};
/// use kring_eval::{BoardKind, Evaluation, Input, Kernel, NetEvaluator, Network};
///
/// let size = Size::new(5, 5).unwrap();
/// let position = Position::new(chance::game(size, Rules::default(), 1));
/// let (network, kernel) = (Network::embedded(), Kernel::best());
/// let board = BoardKind::of(position.game());
/// let mut evaluator = NetEvaluator::with_kernel(network, board, kernel);
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
    trunk: Box<dyn Trunk>,
    /// Memory for the first layer of the heads.
    heads: Vec<f32>,
}

impl NetEvaluator {
    /// For this board, with this kernel. If the processor does not support it, the fastest exact
    /// kernel is used instead.
    pub fn with_kernel(
        network: Arc<Network>,
        BoardKind { size, topology, has_seasons }: BoardKind,
        kernel: Kernel,
    ) -> NetEvaluator {
        let network = network.for_games(has_seasons);
        let kernel = kernel.for_channels(network.channels());
        let vectors = kernel.vectors();
        // Without matrix tiles, the board is cut into tiles of Winograd's method.
        let tile = if kernel == Kernel::AmxRounded { 1 } else { winograd::SIDE };
        let views = Colour::each(|mover| BoardView::new(size, topology, mover, tile));
        let trunk: Box<dyn Trunk> = match kernel {
            #[cfg(target_arch = "x86_64")]
            Kernel::AmxRounded => Box::new(tile_trunk::TileTrunk::new(&views, &network)),
            _ => Box::new(VectorTrunk::new(&views, &network, vectors)),
        };
        let heads = vec![0.0; trunk.slots() * network.heads.first.outputs];
        NetEvaluator { network, vectors, views, trunk, heads }
    }

    /// Evaluates positions of this evaluator's board. Overwrites the evaluations and reuses their
    /// memory.
    ///
    /// # Panics
    /// If the numbers of evaluations and inputs differ, or if an input has a stone outside this
    /// board.
    pub fn evaluate(&mut self, inputs: &[Input], evaluations: &mut [Evaluation]) {
        self.evaluate_while(inputs, evaluations, || true);
    }

    /// The same, and asks after every few positions whether to go on. Returns the number of
    /// evaluations, at least one unless there is no input.
    ///
    /// # Panics
    /// As [`NetEvaluator::evaluate`].
    pub fn evaluate_while(
        &mut self,
        inputs: &[Input],
        evaluations: &mut [Evaluation],
        mut go_on: impl FnMut() -> bool,
    ) -> usize {
        assert_eq!(inputs.len(), evaluations.len(), "an evaluation for each input");
        let NetEvaluator { network, vectors, views, trunk, heads: first_sums } = self;
        let batches = inputs.chunks(trunk.batch()).zip(evaluations.chunks_mut(trunk.batch()));
        let mut done = 0;
        for (inputs, evaluations) in batches {
            if done > 0 && !go_on() {
                break;
            }
            done += inputs.len();
            trunk.run(network, views, inputs);
            for (i, (input, evaluation)) in inputs.iter().zip(evaluations).enumerate() {
                let heads = &network.heads;
                let view = &views[input.mover.index()];
                let channels = trunk.channels(i);
                vectors.run(HeadsWork { heads, view, channels, first_sums, evaluation });
            }
        }
        done
    }

    /// The approximate number of bytes that it takes, without the network: mostly the channels of
    /// a batch before, in and after a block, and those of the empty board and the tables of the
    /// first layer for both colours.
    pub fn bytes(&self) -> usize {
        let position = self.trunk.slots() * self.network.channels();
        let channels = (3 * self.trunk.batch() + 2) * position;
        let tables = 2 * kernel::stem::TABLE_ROWS * self.network.channels();
        (channels + tables + self.heads.len()) * size_of::<f32>()
    }

    /// The network that it uses.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }
}
