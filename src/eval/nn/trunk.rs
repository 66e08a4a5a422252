//! The trunk of the network: the first convolution and the residual blocks.

use super::{Kernel, Network, kernel::Convolution, layers::Layer, view::View};
#[cfg(target_arch = "x86_64")]
use super::{
    kernel::{
        amx::{DEPTH, GROUP, Line, ROWS, Sums, Tiles},
        bf16_split::{self, Bf16Split, Finish},
    },
    layers::PANEL,
};

/// Computes the convolutions on one view of a board; holds the memory for it.
pub(super) enum Trunk {
    /// With vectors, layer by layer: the channels of every place before a
    /// block, between its two layers, and after it.
    Vectors(Kernel, [Vec<f32>; 3]),
    /// With matrix tiles.
    #[cfg(target_arch = "x86_64")]
    Tiles(TileTrunk),
}

impl Trunk {
    /// For this view, network and kernel.
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

/// The trunk with matrix tiles: its memory, and how the board is cut into tiles.
///
/// A tile takes its cells at equal distances. So runs of neighbouring places
/// are computed, with the margins between the rows of the board; the results
/// for margins are dropped.
#[cfg(target_arch = "x86_64")]
pub(super) struct TileTrunk {
    exact: bool,
    /// The first cell's place, and the cells of a tile.
    first: usize,
    rows: usize,
    /// For each place of the run from the first cell: whether it is a cell.
    is_cell: Vec<bool>,
    /// How far each step is from its cell, in lines.
    steps: Vec<isize>,
    /// The channels between blocks. The tiles multiply them as bfloat16.
    channels: Vec<f32>,
    before: Bf16Split,
    between: Bf16Split,
    sums: Box<Sums>,
}

#[cfg(target_arch = "x86_64")]
impl TileTrunk {
    /// For this view and so many channels; `exact` or rounded to bfloat16.
    pub fn new(view: &View, channels: usize, exact: bool) -> TileTrunk {
        let first = view.cells().iter().min().map_or(0, |&cell| cell as usize);
        let last = view.cells().iter().max().map_or(0, |&cell| cell as usize);
        // As many groups as full tiles would need, but no more rows in a tile
        // than necessary: the time of a tile grows with its rows.
        let run = last + 1 - first;
        let groups = run.div_ceil(GROUP * ROWS);
        let rows = run.div_ceil(GROUP * groups);
        let mut is_cell = vec![false; groups * GROUP * rows];
        view.cells().iter().for_each(|&cell| is_cell[cell as usize - first] = true);
        let lines = channels / DEPTH;
        let steps = view
            .taps()
            .into_iter()
            .flat_map(|tap| (0..lines as isize).map(move |line| tap * lines as isize + line));
        // The last tile can reach beyond the board.
        let places = view.places().max(first + is_cell.len() + first);
        TileTrunk {
            exact,
            first,
            rows,
            steps: steps.collect(),
            is_cell,
            channels: vec![0.0; places * channels],
            before: Bf16Split::new(places * lines, exact),
            between: Bf16Split::new(places * lines, exact),
            sums: Box::new(Sums([[[0.0; PANEL]; ROWS]; GROUP])),
        }
    }

    /// The channels of each place after the last block.
    pub fn run(&mut self, network: &Network, view: &View, planes: &[f32]) -> &[f32] {
        let stem =
            Convolution { input: planes, cells: view.cells(), taps: &view.taps(), skip: None };
        Kernel::Avx512.run(&network.stem, &stem, &mut self.channels);
        let panels = network.channels() / PANEL;
        let (channels, _) = self.channels.as_chunks::<PANEL>();
        bf16_split::split(view.cells(), channels, &mut self.before, panels);
        wrap_margins(view, &mut self.before, panels / 2);
        let weights = network.tiles(self.exact);
        let tiles = Tiles::with_rows(self.rows);
        for ([first, second], [by_first, by_second]) in network.blocks.iter().zip(weights) {
            self.layer(&tiles, first, by_first, true);
            wrap_margins(view, &mut self.between, panels / 2);
            self.layer(&tiles, second, by_second, false);
            wrap_margins(view, &mut self.before, panels / 2);
        }
        &self.channels
    }

    /// The first layer of a block, from `before` to `between`, or the second,
    /// from `between` to `before`, with the block's input added (skip).
    fn layer(&mut self, tiles: &Tiles, layer: &Layer, weights: &[Line], is_first: bool) {
        let (from, to) = match is_first {
            true => (&self.before, &mut self.between),
            false => (&self.between, &mut self.before),
        };
        let panels = layer.outputs() / PANEL;
        let lines = layer.inputs() / DEPTH;
        for (panel, weights) in weights.chunks_exact(weights.len() / panels).enumerate() {
            for (group, is_cell) in self.is_cell.chunks_exact(GROUP * self.rows).enumerate() {
                let first = self.first + group * GROUP * self.rows;
                let parts = [&from.high[..], &from.low];
                tiles.multiply(parts, first * lines, lines, &self.steps, weights, &mut self.sums);
                let bias = &layer.bias()[panel];
                let (channels, _) = self.channels.as_chunks_mut::<PANEL>();
                let channels = (!is_first).then_some(channels);
                Finish { panel, panels, bias, first, is_cell, rows: self.rows }
                    .run(&self.sums, channels, to);
            }
        }
    }
}

/// Copies the cells along the seams into the margin, of both parts.
#[cfg(target_arch = "x86_64")]
fn wrap_margins(view: &View, parts: &mut Bf16Split, lines: usize) {
    view.wrap_margins(&mut parts.high, lines);
    if !parts.low.is_empty() {
        view.wrap_margins(&mut parts.low, lines);
    }
}
