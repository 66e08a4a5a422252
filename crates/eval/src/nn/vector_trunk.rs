//! The trunk with vectors: a batch goes through it layer by layer.

use super::{
    Input, Network, Trunk,
    kernel::{
        aligned::Aligned,
        heads,
        stem::Stem,
        winograd::{BATCH, Convolution, SIDE, WinogradScratch, WinogradTile},
        work::Vectors,
    },
    view::BoardView,
};
use kring_board::Colour;

/// The number of tiles that go through a layer together, if positions are small: more tiles share
/// each load of weights, but their channels must fit the cache.
const TILES: usize = 72;

pub(super) struct VectorTrunk {
    vectors: Vectors,
    batch: usize,
    channels: usize,
    slots: usize,
    stems: [Stem; 2],
    /// For each position of a batch, the mover of the view that last used its memory.
    movers: [Option<Colour>; BATCH],
    /// The tiles of a position, for each view.
    tiles: [Vec<WinogradTile>; 2],
    /// The tiles of the batch.
    all: Vec<WinogradTile>,
    /// The largest input of a layer, for each position.
    largest: Vec<f32>,
    /// The channels before a block and after it, and between its two layers.
    before: Aligned,
    between: Aligned,
    scratch: WinogradScratch,
}

impl VectorTrunk {
    /// For these views, padded to whole tiles, this network and these vectors.
    pub fn new(views: &[BoardView; 2], network: &Network, vectors: Vectors) -> VectorTrunk {
        let [black, white] = views;
        let tiles = [tiles(black), tiles(white)];
        let batch = (TILES / tiles[0].len().max(1)).clamp(1, BATCH);
        let slots = heads::slots(black).max(heads::slots(white));
        let channels = network.channels();
        let all = Aligned::zeros(batch * slots * channels);
        VectorTrunk {
            vectors,
            batch,
            channels,
            slots,
            stems: [Stem::new(black, &network.stem), Stem::new(white, &network.stem)],
            movers: [None; BATCH],
            tiles,
            all: Vec::new(),
            largest: Vec::new(),
            before: all.clone(),
            between: all,
            scratch: WinogradScratch::new(channels),
        }
    }
}

impl Trunk for VectorTrunk {
    fn batch(&self) -> usize {
        self.batch
    }

    fn slots(&self) -> usize {
        self.slots
    }

    fn channels(&self, number: usize) -> &[f32] {
        let length = self.slots * self.channels;
        &self.before[number * length..][..length]
    }

    fn run(&mut self, network: &Network, views: &[BoardView; 2], inputs: &[Input]) {
        let length = self.slots * self.channels;
        let integers = self.vectors.are_integers();
        let positions = || inputs.iter().map(|input| &views[input.mover.index()]);
        let wrap = |channels: &mut [f32]| {
            for (channels, view) in channels.chunks_exact_mut(length).zip(positions()) {
                view.wrap_margins(channels, self.channels);
            }
        };
        self.all.clear();
        self.largest.clear();
        for (i, input) in inputs.iter().enumerate() {
            let mover = input.mover.index();
            if self.movers[i] != Some(input.mover) {
                // Nothing of the other view may stay in the margins.
                self.before[i * length..][..length].fill(0.0);
                self.between[i * length..][..length].fill(0.0);
                self.movers[i] = Some(input.mover);
            }
            let output = &mut self.before[i * length..][..length];
            self.largest.push(self.stems[mover].run(input, output, self.vectors));
            let first = (i * self.slots) as u32;
            let position = i as u32;
            let tiles = self.tiles[mover].iter();
            self.all.extend(tiles.map(|tile| WinogradTile {
                first: tile.first + first,
                position,
                ..*tile
            }));
        }
        wrap(&mut self.before);
        for (layers, weights) in network.blocks.iter().zip(network.winograd(integers)) {
            for (number, (layer, weights)) in layers.iter().zip(weights).enumerate() {
                let (input, output): (&[f32], &mut [f32]) = match number {
                    0 => (&self.before, &mut self.between),
                    _ => (&self.between, &mut self.before),
                };
                let tiles = &self.all[..];
                let skip = number == 1;
                let largest = &mut self.largest[..];
                let scratch = &mut self.scratch;
                let job =
                    Convolution { layer, weights, tiles, input, output, skip, largest, scratch };
                self.vectors.run(job);
                wrap(output);
            }
        }
    }
}

fn tiles(view: &BoardView) -> Vec<WinogradTile> {
    let [width, height] = view.size;
    let mut tiles = Vec::new();
    for y in (0..height).step_by(SIDE) {
        for x in (0..width).step_by(SIDE) {
            tiles.push(WinogradTile {
                first: (y * view.stride + x) as u32,
                stride: view.stride as u32,
                cells: [(height - y).min(SIDE) as u8, (width - x).min(SIDE) as u8],
                position: 0,
            });
        }
    }
    tiles
}
