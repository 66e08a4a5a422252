//! The trunk with matrix tiles.

use super::{
    Input, Network,
    kernel::{
        aligned::Aligned,
        amx::{DEPTH, GROUP, Line, ROWS, Steps, Sums, Tiles},
        bf16_split::{self, Bf16Split, Finish},
        stem::Stem,
        work::{Multiply, Vectors},
    },
    layers::{Layer, PANEL},
    view::View,
};

/// The trunk with matrix tiles: its memory, and how the board is cut into tiles.
///
/// A tile takes its cells at equal distances. So runs of neighbouring places
/// are computed, with the margins between the rows of the board; the results
/// for margins are dropped.
pub(super) struct TileTrunk {
    exact: bool,
    stem: Stem,
    pub places: usize,
    /// The first cell's place, and the cells of a tile.
    first: usize,
    rows: usize,
    /// For each group of tiles: its cells, each by its row among the rows of
    /// the group's tiles (of `ROWS` rows each) and its place.
    cells: Vec<Vec<(u32, u32)>>,
    /// How far each step is from its cell, in lines.
    steps: Steps,
    /// The channels between blocks. The tiles multiply them as bfloat16.
    pub channels: Aligned,
    before: Bf16Split,
    between: Bf16Split,
    sums: Box<Sums>,
}

impl TileTrunk {
    /// For this view and network; `exact` or rounded to bfloat16.
    pub fn new(view: &View, network: &Network, exact: bool) -> TileTrunk {
        let channels = network.channels();
        let first = view.cells().iter().min().map_or(0, |&cell| cell as usize);
        let last = view.cells().iter().max().map_or(0, |&cell| cell as usize);
        // As many groups as full tiles would need, but no more rows in a tile
        // than necessary: the time of a tile grows with its rows.
        let run = last + 1 - first;
        let groups = run.div_ceil(GROUP * ROWS);
        let rows = run.div_ceil(GROUP * groups);
        let mut cells = vec![Vec::new(); groups];
        for &place in view.cells() {
            let number = place as usize - first;
            let (tile, row) = (number / rows, number % rows);
            cells[tile / GROUP].push(((tile % GROUP * ROWS + row) as u32, place));
        }
        cells.iter_mut().for_each(|cells| cells.sort_unstable());
        let lines = channels / DEPTH;
        let steps = view
            .taps()
            .into_iter()
            .flat_map(|tap| (0..lines as isize).map(move |line| tap * lines as isize + line));
        // The last tile can reach beyond the board.
        let places = view.places().max(first + groups * GROUP * rows + first);
        TileTrunk {
            exact,
            stem: Stem::new(view, &network.stem),
            places,
            first,
            rows,
            steps: Steps::new(steps),
            cells,
            channels: Aligned::zeros(places * channels),
            before: Bf16Split::new(places * lines, exact),
            between: Bf16Split::new(places * lines, exact),
            sums: Box::new(Sums([[[0.0; PANEL]; GROUP * ROWS]; 2])),
        }
    }

    /// Computes the channels of each place after the last block.
    pub fn run(&mut self, network: &Network, view: &View, input: &Input) {
        self.stem.run(&input.stones, &mut self.channels, Vectors::Avx512(Multiply::Fused));
        let panels = network.channels() / PANEL;
        let (channels, _) = self.channels.as_chunks::<PANEL>();
        let (channels, _) = channels.as_chunks::<2>();
        bf16_split::split(view.cells(), channels, &mut self.before, panels / 2);
        wrap_margins(view, &mut self.before, panels / 2);
        let weights = network.tiles(self.exact);
        let tiles = Tiles::with_rows(self.rows);
        for ([first, second], [by_first, by_second]) in network.blocks.iter().zip(weights) {
            self.layer(&tiles, first, by_first, true);
            wrap_margins(view, &mut self.between, panels / 2);
            self.layer(&tiles, second, by_second, false);
            wrap_margins(view, &mut self.before, panels / 2);
        }
    }

    /// The first layer of a block, from `before` to `between`, or the second,
    /// from `between` to `before`, with the block's input added (skip).
    fn layer(&mut self, tiles: &Tiles, layer: &Layer, weights: &[Line], is_first: bool) {
        let (from, to) = match is_first {
            true => (&self.before, &mut self.between),
            false => (&self.between, &mut self.before),
        };
        let lines = layer.inputs() / DEPTH;
        let pairs = layer.outputs() / (2 * PANEL);
        let length = weights.len() / pairs;
        let (bias, _) = layer.bias().as_chunks::<2>();
        let (channels, _) = self.channels.as_chunks_mut::<PANEL>();
        let (channels, _) = channels.as_chunks_mut::<2>();
        let mut finish = |pair: usize, group: usize, sums: &Sums| {
            let channels = (!is_first).then_some(&mut *channels);
            let cells = &self.cells[group];
            Finish { pair, pairs, bias: &bias[pair], cells }.run(sums, channels, to);
        };
        let mut last = None;
        for (pair, weights) in weights.chunks_exact(length).enumerate() {
            for group in 0..self.cells.len() {
                let first = (self.first + group * GROUP * self.rows) * lines;
                let parts = [&from.high[..], &from.low];
                let last = last.replace((pair, group));
                let meanwhile =
                    |sums: &Sums| last.iter().for_each(|&(pair, group)| finish(pair, group, sums));
                let (steps, sums) = (&self.steps, &mut self.sums);
                tiles.multiply(parts, (first, lines), steps, weights, sums, meanwhile);
            }
        }
        if let Some((pair, group)) = last {
            finish(pair, group, &self.sums);
        }
    }
}

/// Copies the cells along the seams into the margin, of both parts.
fn wrap_margins(view: &View, parts: &mut Bf16Split, lines: usize) {
    view.wrap_margins(&mut parts.high, lines);
    if !parts.low.is_empty() {
        view.wrap_margins(&mut parts.low, lines);
    }
}
