//! Convolutions by the method of Winograd, F(4×4, 3×3): a tile of 4×4 outputs
//! is computed from 6×6 inputs with 36 products instead of 144.
//!
//! Inputs and weights are transformed to 36 points each. There the convolution
//! is one matrix product for each point. The sums are transformed back. The
//! transformed weights of a layer take 36/9 of the memory, so a batch of
//! positions goes through a layer together: it shares each load of weights.
//!
//! A. Lavin, S. Gray, "Fast Algorithms for Convolutional Neural Networks", 2016.

mod transform;
mod weights;

pub use self::weights::Weights;
use self::{
    transform::{transform_inputs, transform_sums},
    weights::input_scale,
};
use super::{
    Layer,
    aligned::Aligned,
    arithmetic::Arithmetic,
    product::{self, Product, Rows},
    work::{Vectors, Work},
};
use crate::nn::layers::PANEL;

/// Outputs along a side of a tile.
pub const SIDE: usize = 4;

/// Inputs along a side of a tile: one more place on each side.
const REACH: usize = SIDE + 2;

/// Inputs of a tile, and points of their transform.
const POINTS: usize = REACH * REACH;

/// Tiles that go through the three steps together: their transforms and the
/// weights of a layer fit the second cache.
const CHUNK: usize = 2 * product::ROWS;

/// Units of a point in the memory between the steps, for rows of so many units.
/// One panel more than needed: without it, the points of a tile would lie at
/// multiples of large powers of two and evict each other from the first cache.
const fn distance(row: usize) -> usize {
    CHUNK * row + PANEL
}

/// The least that inputs are scaled by: they can all be zero.
const TINY: f32 = 1e-20;

/// The most positions of a batch.
pub const BATCH: usize = 8;

/// A tile of a board: where it lies among the places of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Tile {
    /// The place of its first input; its first output is a row and a place further.
    pub first: u32,
    /// Places of a row.
    pub stride: u32,
    /// How many of its outputs are cells of the board: rows, columns.
    pub cells: [u8; 2],
    /// Its position's number in the batch.
    pub position: u32,
}

impl Tile {
    /// The places of its inputs end before this one.
    fn end(&self) -> usize {
        self.first as usize + (REACH - 1) * self.stride as usize + REACH
    }
}

/// The memory between the steps.
pub struct Scratch {
    /// For each point and tile: the transformed inputs.
    inputs: Aligned,
    /// For each point and tile: the sums.
    sums: Aligned,
}

impl Scratch {
    /// For layers of at most so many inputs and outputs.
    pub fn new(channels: usize) -> Scratch {
        let length = POINTS * distance(channels);
        Scratch { inputs: Aligned::zeros(length), sums: Aligned::zeros(length) }
    }
}

/// A convolution at some tiles of a batch.
pub struct Convolution<'a> {
    pub layer: &'a Layer,
    pub weights: &'a Weights,
    pub tiles: &'a [Tile],
    /// The input channels of each place.
    pub input: &'a [f32],
    /// The output channels of each place; only those of cells change.
    pub output: &'a mut [f32],
    /// Whether the old output is added before ReLU.
    pub skip: bool,
    /// The largest input of each position of the batch; afterwards the largest
    /// output. Only products of integers use this.
    pub largest: &'a mut [f32],
    pub scratch: &'a mut Scratch,
}

impl Convolution<'_> {
    /// Computes it.
    ///
    /// # Panics
    /// If a tile is not within the places, or something has the wrong length.
    pub fn run(self, vectors: Vectors) {
        let (inputs, outputs) = (self.layer.inputs(), self.layer.outputs());
        let places = self.tiles.iter().map(Tile::end).max().unwrap_or(0);
        assert!(self.input.len() >= places * inputs && self.output.len() >= places * outputs);
        assert!(inputs.is_multiple_of(PANEL) && outputs.is_multiple_of(PANEL));
        let (units, scales) = match vectors.are_integers() {
            true => (POINTS * inputs * outputs / 2, POINTS * outputs),
            false => (POINTS * inputs * outputs, 0),
        };
        assert_eq!((self.weights.units.len(), self.weights.scales.len()), (units, scales));
        assert!(self.largest.len() <= BATCH);
        assert!(self.tiles.iter().all(|tile| (tile.position as usize) < self.largest.len()));
        assert!(self.scratch.inputs.len() >= POINTS * distance(inputs));
        assert!(self.scratch.sums.len() >= POINTS * distance(outputs));
        assert!(self.tiles.iter().all(|tile| tile.cells.iter().all(|&n| usize::from(n) <= SIDE)));
        vectors.run(self);
    }
}

impl Work for Convolution<'_> {
    #[inline(always)]
    unsafe fn run<A: Arithmetic>(self) {
        let (inputs, outputs) = (self.layer.inputs(), self.layer.outputs());
        let bias = self.layer.bias().as_flattened().as_ptr();
        let weights: *const u32 = self.weights.units.as_ptr().cast();
        let (from, to) = (self.input.as_ptr(), self.output.as_mut_ptr());
        let between: *mut u32 = self.scratch.inputs.as_mut_ptr().cast();
        let sums = self.scratch.sums.as_mut_ptr();
        // Units of a row of inputs.
        let units = inputs / PANEL * A::UNITS;
        let scales: [f32; POINTS] = std::array::from_fn(input_scale);
        let mut largest = [0.0_f32; BATCH];
        for tiles in self.tiles.chunks(CHUNK) {
            // SAFETY: the processor has the vectors, as the caller guarantees.
            // `run` above has checked that all tiles are within the places,
            // and that the memory between the steps holds a chunk.
            unsafe {
                for (i, tile) in tiles.iter().enumerate() {
                    let largest = self.largest[tile.position as usize].max(TINY);
                    let mut scales = scales;
                    scales.iter_mut().for_each(|scale| *scale *= 1.0 / largest);
                    transform_inputs::<A>(tile, inputs, from, &scales, between.add(i * units));
                }
                for point in 0..POINTS {
                    A::multiply(&Product {
                        rows: tiles.len(),
                        inputs: inputs / PANEL,
                        outputs: outputs / PANEL,
                        from: Rows {
                            first: between.add(point * distance(units)).cast_const(),
                            row: units,
                            panel: A::UNITS,
                        },
                        weights: weights.add(point * units * outputs),
                        scales: self.weights.scales.as_ptr().wrapping_add(point * outputs),
                        to: Rows {
                            first: sums.add(point * distance(outputs)),
                            row: outputs,
                            panel: PANEL,
                        },
                    });
                }
                for (i, tile) in tiles.iter().enumerate() {
                    let sums = sums.add(i * outputs);
                    let scale = self.largest[tile.position as usize].max(TINY);
                    let most = transform_sums::<A>(tile, outputs, sums, bias, scale, self.skip, to);
                    let largest = &mut largest[tile.position as usize];
                    *largest = largest.max(most);
                }
            }
        }
        let count = self.largest.len();
        self.largest.copy_from_slice(&largest[..count]);
    }
}
