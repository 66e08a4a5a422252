//! The trunk of the network on matrix tiles. Cells are computed in runs of
//! neighbouring places, margins between them included, since a tile takes its
//! cells at equal distances; what comes out for a margin is dropped.

use super::{
    Kernel, Network,
    kernel::{
        Convolution,
        amx::Tiles,
        bf16_split::{self, Bf16Split, Finish},
        tile_layout::{DEPTH, GROUP, Line, ROWS, Sums},
    },
    layer::{Layer, PANEL},
    view::View,
};

/// The memory of a trunk, and how its board is cut into tiles.
pub(super) struct TileTrunk {
    exact: bool,
    /// The first cell's place, and the cells of a tile.
    first: usize,
    rows: usize,
    /// For each place of the run from the first cell: whether it is a cell.
    is_cell: Vec<bool>,
    /// How far each step is from its cell, in lines.
    steps: Vec<isize>,
    /// The channels between blocks, of which the tiles see the halves.
    channels: Vec<f32>,
    before: Bf16Split,
    between: Bf16Split,
    sums: Box<Sums>,
}

impl TileTrunk {
    pub fn new(view: &View, channels: usize, exact: bool) -> TileTrunk {
        let first = view.cells().iter().min().map_or(0, |&cell| cell as usize);
        let last = view.cells().iter().max().map_or(0, |&cell| cell as usize);
        // As many groups as full tiles would need, but with tiles no higher
        // than it takes: the time of a tile grows with its rows.
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
    /// back again, with what the block began with added.
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

fn wrap_margins(view: &View, bf16_split: &mut Bf16Split, lines: usize) {
    view.wrap_margins(&mut bf16_split.high, lines);
    if !bf16_split.low.is_empty() {
        view.wrap_margins(&mut bf16_split.low, lines);
    }
}
