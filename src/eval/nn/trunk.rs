#[cfg(target_arch = "x86_64")]
use super::tiles::TileTrunk;
use super::{Kernel, Network, kernel::Convolution, layer::Layer, view::View};

/// What computes the convolutions, on one view of a board.
pub(super) enum Trunk {
    /// One by one, on vectors: the channels of every place before and after a
    /// block, and between.
    Vectors(Kernel, [Vec<f32>; 3]),
    /// On matrix tiles.
    #[cfg(target_arch = "x86_64")]
    Tiles(TileTrunk),
}

impl Trunk {
    pub fn new(view: &View, network: &Network, kernel: Kernel) -> Trunk {
        match kernel {
            #[cfg(target_arch = "x86_64")]
            Kernel::Amx | Kernel::AmxRounded => {
                Trunk::Tiles(TileTrunk::new(view, network.channels(), kernel == Kernel::Amx))
            }
            _ => {
                let channels = vec![0.0; view.places() * network.channels()];
                Trunk::Vectors(kernel, [channels.clone(), channels.clone(), channels])
            }
        }
    }

    /// The channels of each place after the last block.
    pub fn run(&mut self, network: &Network, view: &View, planes: &[f32]) -> &[f32] {
        match self {
            Trunk::Vectors(kernel, [before, between, after]) => {
                let convolve =
                    |layer: &Layer, input: &[f32], skip: Option<&[f32]>, output: &mut [f32]| {
                        let job =
                            Convolution { input, cells: view.cells(), taps: &view.taps(), skip };
                        kernel.run(layer, &job, output);
                        view.wrap_margins(output, layer.outputs());
                    };
                convolve(&network.stem, planes, None, before);
                for [first, second] in &network.blocks {
                    convolve(first, before, None, between);
                    convolve(second, between, Some(before), after);
                    std::mem::swap(before, after);
                }
                before
            }
            #[cfg(target_arch = "x86_64")]
            Trunk::Tiles(trunk) => trunk.run(network, view, planes),
        }
    }
}
