//! The trunk with matrix tiles. A batch goes through it layer by layer, so that its positions
//! share each load of weights.

use kring_board::Colour;

use super::{
    Input, Network, Trunk,
    kernel::{
        aligned::Aligned,
        amx::{DEPTH, GROUP, ROWS, TileRow, TileSteps, TileSums, Tiles},
        bf16::{self, LayerFinish},
        heads,
        stem::Stem,
        winograd::BATCH,
        work::{Multiply, Vectors},
    },
    layers::{Layer, PANEL},
    view::BoardView,
};

/// The maximum number of slots of a batch: its channels must fit the cache.
const SLOTS: usize = 1500;

pub(super) struct TileTrunk {
    slots: usize,
    cuts: [TileCut; 2],
    /// For each position of a batch: the mover of the view that last used its memory.
    movers: Vec<Colour>,
    /// The channels between blocks. The tiles multiply them as bfloat16: before a block, and
    /// between its two layers.
    channels: Vec<Aligned>,
    before: Vec<Vec<TileRow>>,
    between: Vec<Vec<TileRow>>,
    sums: Box<TileSums>,
}

/// How a view of the board is cut into tiles.
///
/// A tile takes its cells at equal distances. So runs of neighbouring slots are computed,
/// including the margins between the rows of the board; the results for margins are dropped.
struct TileCut {
    stem: Stem,
    /// The slot of the first cell, and the number of cells of a tile.
    first: usize,
    rows: usize,
    /// For each group of tiles: its cells, each by its row among the rows of the group's tiles
    /// (of `ROWS` rows each) and its slot.
    cells: Vec<Vec<(u32, u32)>>,
    /// The distance of each step from its cell, in rows.
    steps: TileSteps,
}

impl TileTrunk {
    pub fn new(views: &[BoardView; 2], network: &Network) -> TileTrunk {
        let channels = network.channels();
        let [black, white] = views;
        let cuts = [TileCut::new(black, network), TileCut::new(white, network)];
        let slots = heads::slots(black).max(heads::slots(white));
        let slots = slots.max(cuts[0].end()).max(cuts[1].end());
        let batch = (SLOTS / slots).clamp(1, BATCH);
        let rows = vec![vec![TileRow::ZERO; slots * channels / DEPTH]; batch];
        TileTrunk {
            slots,
            cuts,
            movers: vec![Colour::Black; batch],
            channels: vec![Aligned::zeros(slots * channels); batch],
            before: rows.clone(),
            between: rows,
            sums: Box::new(TileSums([[[0.0; PANEL]; GROUP * ROWS]; 2])),
        }
    }

    /// Computes the first layer of the network for a position, with `lines` rows per slot.
    fn start(&mut self, number: usize, view: &BoardView, input: &Input, lines: usize) {
        let before = &mut self.before[number];
        let between = &mut self.between[number];
        let channels = &mut self.channels[number];
        if self.movers[number] != input.mover {
            // Nothing of the other view may stay in the margins.
            channels.fill(0.0);
            before.fill(TileRow::ZERO);
            between.fill(TileRow::ZERO);
            self.movers[number] = input.mover;
        }
        let stem = &mut self.cuts[input.mover.index()].stem;
        stem.run(input, channels, Vectors::Avx512(Multiply::Fused));
        let (channels, _) = channels.as_chunks::<PANEL>();
        let (channels, _) = channels.as_chunks::<2>();
        bf16::round_slots(&view.cells, channels, before, lines);
        view.wrap_margins(before, lines);
    }

    /// Computes the first layer of a block, from `before` to `between`, or the second, from
    /// `between` to `before`, with the block's input added (skip), for `count` positions.
    fn layer(
        &mut self,
        tiles: &mut Tiles,
        layer: &Layer,
        weights: &[TileRow],
        is_first: bool,
        count: usize,
    ) {
        let TileTrunk { cuts, movers, channels, sums, .. } = self;
        let (from, to) = if is_first {
            (&self.before, &mut self.between)
        } else {
            (&self.between, &mut self.before)
        };
        let lines = layer.inputs / DEPTH;
        let pairs = layer.outputs / (2 * PANEL);
        let (bias, _) = layer.bias.as_chunks::<2>();
        let length = weights.len() / pairs;
        let mut finish = |(pair, number, group): (usize, usize, usize), sums: &TileSums| {
            let (channels, _) = channels[number].as_chunks_mut::<PANEL>();
            let (channels, _) = channels.as_chunks_mut::<2>();
            let cells = &cuts[movers[number].index()].cells[group];
            let channels = (!is_first).then_some(channels);
            LayerFinish { pair, pairs, bias: &bias[pair], cells }.run(
                sums,
                channels,
                &mut to[number],
            );
        };
        // The last group of tiles, which is still to be finished.
        let mut last = None;
        for (pair, weights) in weights.chunks_exact(length).enumerate() {
            for (number, from) in from[..count].iter().enumerate() {
                let cut = &cuts[movers[number].index()];
                tiles.set_rows(cut.rows);
                for group in 0..cut.cells.len() {
                    let first = (cut.first + group * GROUP * cut.rows) * lines;
                    let job = tiles.begin(from, (first, lines), &cut.steps, weights);
                    if let Some(last) = last.replace((pair, number, group)) {
                        finish(last, sums);
                    }
                    job.end(sums);
                }
            }
        }
        if let Some(last) = last {
            finish(last, sums);
        }
    }
}

impl Trunk for TileTrunk {
    fn batch(&self) -> usize {
        self.movers.len()
    }

    fn slots(&self) -> usize {
        self.slots
    }

    fn channels(&self, number: usize) -> &[f32] {
        &self.channels[number]
    }

    fn run(&mut self, network: &Network, views: &[BoardView; 2], inputs: &[Input]) {
        let lines = network.channels() / DEPTH;
        for (number, input) in inputs.iter().enumerate() {
            self.start(number, &views[input.mover.index()], input, lines);
        }
        let mut tiles = Tiles::with_rows(self.cuts[0].rows);
        for (layers, weights) in network.blocks.iter().zip(network.tiles()) {
            for (number, (layer, weights)) in layers.iter().zip(weights).enumerate() {
                let is_first = number == 0;
                self.layer(&mut tiles, layer, weights, is_first, inputs.len());
                let to = if is_first { &mut self.between } else { &mut self.before };
                for (to, input) in to.iter_mut().zip(inputs) {
                    views[input.mover.index()].wrap_margins(to, lines);
                }
            }
        }
    }
}

impl TileCut {
    fn new(view: &BoardView, network: &Network) -> TileCut {
        let first = view.cells.iter().min().map_or(0, |&cell| cell as usize);
        let last = view.cells.iter().max().map_or(0, |&cell| cell as usize);
        // As many groups as full tiles would need, but no more rows in a tile than necessary: the
        // time of a tile grows with its rows.
        let run = last + 1 - first;
        let groups = run.div_ceil(GROUP * ROWS);
        let rows = run.div_ceil(GROUP * groups);
        let mut cells = vec![Vec::new(); groups];
        for &slot in &view.cells {
            let number = slot as usize - first;
            let tile = number / rows;
            let row = number % rows;
            cells[tile / GROUP].push(((tile % GROUP * ROWS + row) as u32, slot));
        }
        cells.iter_mut().for_each(|cells| cells.sort_unstable());
        let lines = (network.channels() / DEPTH) as isize;
        let mut steps = Vec::new();
        view.taps().iter().for_each(|tap| steps.extend(tap * lines..(tap + 1) * lines));
        let steps = TileSteps::new(steps);
        TileCut { stem: Stem::new(view, &network.stem), first, rows, cells, steps }
    }

    /// The slot after the last that a tile can reach: the last tile can reach beyond the board.
    fn end(&self) -> usize {
        self.first + self.cells.len() * GROUP * self.rows + self.first
    }
}
