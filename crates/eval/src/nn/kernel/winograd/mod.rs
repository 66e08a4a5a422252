//! Winograd convolutions, F(4×4, 3×3): a tile of 4×4 outputs is computed from 6×6 inputs with 36
//! products instead of 144.
//!
//! Inputs and weights are transformed to 36 points each. There the convolution is one matrix
//! product per point. The sums are transformed back. The transformed weights of a layer take 36/9
//! of the memory, so a batch of positions goes through a layer together and shares each load of
//! weights.
//!
//! A. Lavin, S. Gray, "Fast Algorithms for Convolutional Neural Networks", 2016.

mod transform;
mod weights;

pub use self::weights::WinogradWeights;
use self::{
    transform::{transform_inputs, transform_sums},
    weights::input_scale,
};
use super::{
    Layer,
    aligned::Aligned,
    product::{self, Product},
    vector::{Arithmetic, Work},
};
use crate::nn::layers::PANEL;

/// Outputs along a side of a tile.
pub const SIDE: usize = 4;

/// Inputs along a side of a tile: one more slot on each side.
const REACH: usize = SIDE + 2;

/// Inputs of a tile, and points of their transform.
const POINTS: usize = REACH * REACH;

/// Tiles that are transformed, multiplied and transformed back together: their transforms and the
/// weights of a layer fit the second-level cache.
const CHUNK: usize = 2 * product::ROWS;

/// Units from one point to the next in a `WinogradScratch`, for rows of `row` units. One panel is
/// added: without it, the points of a tile would lie at multiples of large powers of two and evict
/// each other from the first-level cache.
const fn point_stride(row: usize) -> usize {
    CHUNK * row + PANEL
}

/// The smallest scale of inputs, which can all be zero.
const TINY: f32 = 1e-20;

/// The maximum number of positions of a batch.
pub const BATCH: usize = 8;

/// A tile of a board: its position among the slots of a batch.
#[derive(Clone, Copy, Debug)]
pub struct WinogradTile {
    /// The slot of its first input; its first output is one row and one slot further.
    pub first: u32,
    /// Slots of a row.
    pub stride: u32,
    /// The number of its outputs that are cells of the board: rows, columns.
    pub cells: [u8; 2],
    /// The index of its position in the batch.
    pub position: u32,
}

impl WinogradTile {
    /// The slot after its last input.
    fn end(&self) -> usize {
        self.first as usize + (REACH - 1) * self.stride as usize + REACH
    }
}

/// The memory between transform, product and transform back.
pub struct WinogradScratch {
    /// The transformed inputs of each point and tile.
    inputs: Aligned,
    /// The sums of each point and tile.
    sums: Aligned,
}

impl WinogradScratch {
    /// For layers of at most `channels` inputs and outputs.
    pub fn new(channels: usize) -> WinogradScratch {
        let length = POINTS * point_stride(channels);
        WinogradScratch { inputs: Aligned::zeros(length), sums: Aligned::zeros(length) }
    }
}

/// A convolution of some tiles of a batch. Fails if a tile is outside the slots, or a slice has the
/// wrong length.
pub struct Convolution<'a> {
    pub layer: &'a Layer,
    pub weights: &'a WinogradWeights,
    pub tiles: &'a [WinogradTile],
    /// The input channels of each slot.
    pub input: &'a [f32],
    /// The output channels of each slot; only those of cells change.
    pub output: &'a mut [f32],
    /// Whether the old output is added before ReLU.
    pub skip: bool,
    /// The largest input of each position of the batch; afterwards the largest output. Only
    /// products of integers use it.
    pub largest: &'a mut [f32],
    pub scratch: &'a mut WinogradScratch,
}

impl Work for Convolution<'_> {
    #[inline(always)]
    unsafe fn run<A: Arithmetic>(self) {
        let inputs = self.layer.inputs;
        let outputs = self.layer.outputs;
        let slots = self.tiles.iter().map(WinogradTile::end).max().unwrap_or(0);
        assert!(self.input.len() >= slots * inputs && self.output.len() >= slots * outputs);
        assert!(inputs.is_multiple_of(PANEL) && outputs.is_multiple_of(PANEL));
        let (weights, scales) = if A::IS_SCALED {
            (POINTS * inputs * outputs / 2, POINTS * outputs)
        } else {
            (POINTS * inputs * outputs, 0)
        };
        assert_eq!((self.weights.units.len(), self.weights.scales.len()), (weights, scales));
        assert!(self.largest.len() <= BATCH);
        assert!(self.tiles.iter().all(|tile| (tile.position as usize) < self.largest.len()));
        assert!(self.scratch.inputs.len() >= POINTS * point_stride(inputs));
        assert!(self.scratch.sums.len() >= POINTS * point_stride(outputs));
        assert!(self.tiles.iter().all(|tile| tile.cells.iter().all(|&n| usize::from(n) <= SIDE)));
        let bias = self.layer.bias.as_flattened().as_ptr();
        let weights: *const u32 = self.weights.units.as_ptr().cast();
        let from = self.input.as_ptr();
        let to = self.output.as_mut_ptr();
        let between: *mut u32 = self.scratch.inputs.as_mut_ptr().cast();
        let sums = self.scratch.sums.as_mut_ptr();
        // Units of a row of inputs.
        let units = inputs / PANEL * A::UNITS;
        let scales: [f32; POINTS] = std::array::from_fn(input_scale);
        let mut output_largest = [0.0_f32; BATCH];
        for tiles in self.tiles.chunks(CHUNK) {
            // SAFETY: the processor supports the vectors, as the caller guarantees. All tiles are
            // within the slots, and the scratch memory holds a chunk, as asserted above.
            unsafe {
                for (i, tile) in tiles.iter().enumerate() {
                    let input_largest = self.largest[tile.position as usize].max(TINY);
                    let mut scales = scales;
                    scales.iter_mut().for_each(|scale| *scale *= 1.0 / input_largest);
                    transform_inputs::<A>(tile, inputs, from, &scales, between.add(i * units));
                }
                for point in 0..POINTS {
                    product::multiply::<A>(&Product {
                        rows: tiles.len(),
                        inputs: inputs / PANEL,
                        outputs: outputs / PANEL,
                        from: between.add(point * point_stride(units)).cast_const(),
                        weights: weights.add(point * units * outputs),
                        scales: self.weights.scales.as_ptr().wrapping_add(point * outputs),
                        to: sums.add(point * point_stride(outputs)),
                    });
                }
                for (i, tile) in tiles.iter().enumerate() {
                    let sums = sums.add(i * outputs);
                    let scale = self.largest[tile.position as usize].max(TINY);
                    let most = transform_sums::<A>(tile, outputs, sums, bias, scale, self.skip, to);
                    let so_far = &mut output_largest[tile.position as usize];
                    *so_far = so_far.max(most);
                }
            }
        }
        let count = self.largest.len();
        self.largest.copy_from_slice(&output_largest[..count]);
    }
}
