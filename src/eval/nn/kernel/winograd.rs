//! Convolutions by the method of Winograd, F(4×4, 3×3): a tile of 4×4 outputs
//! is computed from 6×6 inputs with 36 products instead of 144.
//!
//! Inputs and weights are transformed to 36 points each. There the convolution
//! is one matrix product for each point. The sums are transformed back. The
//! transformed weights of a layer take 36/9 of the memory, so a batch of
//! positions goes through a layer together: it shares each load of weights.
//!
//! A. Lavin, S. Gray, "Fast Algorithms for Convolutional Neural Networks", 2016.

use super::{
    Layer,
    aligned::Aligned,
    product::{self, Arithmetic, Product, Rows},
    vector::{Vector, Vectors, Work},
};
use crate::eval::nn::layers::PANEL;

/// Outputs along a side of a tile.
pub const SIDE: usize = 4;

/// Inputs along a side of a tile: one more place on each side.
const REACH: usize = SIDE + 2;

/// Inputs of a tile, and points of their transform.
const POINTS: usize = REACH * REACH;

/// Tiles that go through the three steps together: their transforms and the
/// weights of a layer fit the second cache.
const CHUNK: usize = 3 * product::ROWS;

/// Floats of a tile in the memory between the steps, for layers of so many
/// channels. One panel more than needed: without it, the rows of a product
/// would lie at multiples of large powers of two and evict each other from the
/// first cache.
const fn row(channels: usize) -> usize {
    channels * POINTS + PANEL
}

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

/// The weights of a layer, transformed.
pub struct Weights {
    /// For each point, panel and unit of inputs (see [`Arithmetic`]).
    units: Aligned,
    /// For each point and output: the scale of the sums. Empty for floats.
    scales: Aligned,
}

impl Weights {
    /// Transforms the weights of a layer of nine taps, for products of floats.
    pub fn floats(layer: &Layer) -> Weights {
        let all: Vec<[f32; PANEL]> = points(layer).flatten().collect();
        Weights { units: Aligned::new(all.as_flattened()), scales: Aligned::zeros(0) }
    }

    /// The same for products of integers. No sum can exceed 32 bits: inputs
    /// are less than 2¹⁵, and the weights of an output less than 2¹⁶ in all.
    pub fn integers(layer: &Layer) -> Weights {
        let (mut units, mut scales) = (Vec::new(), Vec::new());
        for (number, weights) in points(layer).enumerate() {
            let point = number / (layer.outputs() / PANEL);
            let scale: [f32; PANEL] = std::array::from_fn(|lane| {
                let sizes = weights.iter().map(|weights| weights[lane].abs());
                let (sum, most) =
                    sizes.fold((0.0, 0.0_f32), |(sum, most), size| (sum + size, most.max(size)));
                let room = 65_500.0 - weights.len() as f32;
                (room / sum).min(32_767.0 / most).min(f32::MAX)
            });
            let (pairs, _) = weights.as_chunks::<2>();
            units.extend(pairs.iter().map(|pair| -> [f32; PANEL] {
                std::array::from_fn(|lane| {
                    let [low, high] =
                        [0, 1].map(|i| (pair[i][lane] * scale[lane]).round() as i16 as u16);
                    f32::from_bits(u32::from(low) | u32::from(high) << 16)
                })
            }));
            scales.push(scale.map(|scale| 1.0 / (scale * input_scale(point))));
        }
        let [units, scales] = [units, scales].map(|all| Aligned::new(all.as_flattened()));
        Weights { units, scales }
    }
}

/// The transformed weights of a layer: for each point and panel, those of each
/// input.
fn points(layer: &Layer) -> impl Iterator<Item = Vec<[f32; PANEL]>> {
    const G: [[f32; 3]; REACH] = [
        [1.0 / 4.0, 0.0, 0.0],
        [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
        [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
        [0.0, 0.0, 1.0],
    ];
    let (panels, inputs) = (layer.outputs() / PANEL, layer.inputs());
    let all = (0..POINTS).flat_map(move |point| (0..panels).map(move |panel| (point, panel)));
    all.map(move |(point, panel)| {
        let (down, across) = (G[point / REACH], G[point % REACH]);
        let weights = layer.panel(panel);
        let transform = |input: usize| {
            let mut sums = [0.0; PANEL];
            for tap in 0..9 {
                let by = down[tap / 3] * across[tap % 3];
                let weights = &weights[tap * inputs + input];
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += by * weight);
            }
            sums
        };
        (0..inputs).map(transform).collect()
    })
}

/// What transformed inputs are multiplied by at a point, if they come from
/// numbers from 0 to 1: they become integers from -32,767 to 32,767.
fn input_scale(point: usize) -> f32 {
    /// The sums of the positive and of the negative factors of `to_points`.
    const SUMS: [[f32; 2]; REACH] =
        [[5.0, 5.0], [2.0, 8.0], [5.0, 5.0], [3.0, 3.0], [3.0, 3.0], [5.0, 5.0]];
    let ([a, b], [c, d]) = (SUMS[point / REACH], SUMS[point % REACH]);
    32_766.0 / (a * c + b * d).max(a * d + b * c)
}

/// The memory between the steps.
pub struct Scratch {
    /// For each tile and panel: the transformed inputs at each point.
    inputs: Aligned,
    /// For each tile and panel: the sums at each point.
    sums: Aligned,
}

impl Scratch {
    /// For layers of at most so many inputs and outputs.
    pub fn new(channels: usize) -> Scratch {
        let length = CHUNK * row(channels);
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
        assert!(self.scratch.inputs.len() >= CHUNK * row(inputs));
        assert!(self.scratch.sums.len() >= CHUNK * row(outputs));
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
        let scales: [f32; POINTS] = std::array::from_fn(input_scale);
        let mut largest = [0.0_f32; BATCH];
        for tiles in self.tiles.chunks(CHUNK) {
            // SAFETY: the processor has the vectors, as the caller guarantees.
            // `run` above has checked that all tiles are within the places,
            // and that the memory between the steps holds a chunk.
            unsafe {
                for (i, tile) in tiles.iter().enumerate() {
                    let largest = self.largest[tile.position as usize].max(f32::MIN_POSITIVE);
                    let mut scales = scales;
                    scales.iter_mut().for_each(|scale| *scale *= 1.0 / largest);
                    transform_inputs::<A>(tile, inputs, from, &scales, between.add(i * row(inputs)));
                }
                for point in 0..POINTS {
                    A::multiply(&Product {
                        rows: tiles.len(),
                        inputs: inputs / PANEL,
                        outputs: outputs / PANEL,
                        from: Rows {
                            first: between.add(point * A::UNITS).cast_const(),
                            row: row(inputs),
                            panel: POINTS * A::UNITS,
                        },
                        weights: weights.add(point * inputs / PANEL * A::UNITS * outputs),
                        scales: self.weights.scales.as_ptr().wrapping_add(point * outputs),
                        to: Rows {
                            first: sums.add(point * PANEL),
                            row: row(outputs),
                            panel: POINTS * PANEL,
                        },
                    });
                }
                for (i, tile) in tiles.iter().enumerate() {
                    let sums = sums.add(i * row(outputs));
                    let scale = self.largest[tile.position as usize].max(f32::MIN_POSITIVE);
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

/// The inputs of a tile to points: for each panel, all points.
///
/// # Safety
/// The tile is within the places of `from`; `to` has all points.
#[inline(always)]
unsafe fn transform_inputs<A: Arithmetic>(
    tile: &Tile,
    channels: usize,
    from: *const f32,
    scales: &[f32; POINTS],
    to: *mut u32,
) {
    let stride = tile.stride as usize;
    for channel in (0..channels).step_by(A::Vector::LANES) {
        // SAFETY: the caller guarantees it.
        unsafe {
            let from = from.add(tile.first as usize * channels + channel);
            let to = to.add(channel / PANEL * POINTS * A::UNITS);
            let mut columns = [[A::Vector::splat(0.0); REACH]; REACH];
            for (x, column) in columns.iter_mut().enumerate() {
                for (y, value) in column.iter_mut().enumerate() {
                    *value = A::Vector::load(from.add((y * stride + x) * channels));
                }
                *column = to_points(*column);
            }
            for y in 0..REACH {
                let mut row = [A::Vector::splat(0.0); REACH];
                for (x, value) in row.iter_mut().enumerate() {
                    *value = columns[x][y];
                }
                for (x, value) in to_points(row).into_iter().enumerate() {
                    let point = y * REACH + x;
                    let to = to.add(point * A::UNITS);
                    A::store(value, scales[point], to, channel % PANEL);
                }
            }
        }
    }
}

/// The sums at the points to the outputs of a tile: with bias, skip and ReLU.
/// The largest of them, if products are scaled.
///
/// # Safety
/// The tile is within the places of `to`; `from` has all points.
#[inline(always)]
unsafe fn transform_sums<A: Arithmetic>(
    tile: &Tile,
    channels: usize,
    from: *const f32,
    bias: *const f32,
    scale: f32,
    skip: bool,
    to: *mut f32,
) -> f32 {
    let mut most = [0.0_f32; PANEL];
    let stride = tile.stride as usize;
    let [height, width] = tile.cells.map(usize::from);
    for channel in (0..channels).step_by(A::Vector::LANES) {
        // SAFETY: the caller guarantees it.
        unsafe {
            let to = to.add((tile.first as usize + stride + 1) * channels + channel);
            let from = from.add(channel / PANEL * POINTS * PANEL + channel % PANEL);
            let bias = A::Vector::load(bias.add(channel));
            let scale = A::Vector::splat(scale);
            let mut largest = A::Vector::load(most.as_ptr());
            let mut columns = [[A::Vector::splat(0.0); SIDE]; REACH];
            for (x, column) in columns.iter_mut().enumerate() {
                let mut values = [A::Vector::splat(0.0); REACH];
                for (y, value) in values.iter_mut().enumerate() {
                    *value = A::Vector::load(from.add((y * REACH + x) * PANEL));
                }
                *column = from_points(values);
            }
            for y in 0..SIDE {
                if y == height {
                    break;
                }
                let mut row = [A::Vector::splat(0.0); REACH];
                for (x, value) in row.iter_mut().enumerate() {
                    *value = columns[x][y];
                }
                for (x, value) in from_points(row).into_iter().enumerate() {
                    if x == width {
                        break;
                    }
                    let to = to.add((y * stride + x) * channels);
                    let value = match A::IS_SCALED {
                        true => value.mul_add(scale, bias),
                        false => value.add(bias),
                    };
                    let value = if skip { value.add(A::Vector::load(to)) } else { value };
                    let value = value.max(A::Vector::splat(0.0));
                    largest = largest.max(value);
                    value.store(to);
                }
            }
            if A::IS_SCALED {
                largest.store(most.as_mut_ptr());
            }
        }
    }
    most.into_iter().fold(0.0, f32::max)
}

/// Six inputs in a line to points: the values of their polynomial at 0, 1, -1,
/// 2, -2 and infinity, up to factors that the weights contain.
///
/// # Safety
/// The processor has the vectors.
#[inline(always)]
unsafe fn to_points<V: Vector>([a, b, c, d, e, f]: [V; REACH]) -> [V; REACH] {
    // SAFETY: the caller guarantees it.
    unsafe {
        let [two, four, five] = [V::splat(2.0), V::splat(-4.0), V::splat(-5.0)];
        let (minus_two, plus_four) = (V::splat(-2.0), V::splat(4.0));
        let (even, odd) = (c.mul_add(four, e), b.mul_add(four, d));
        let (even_two, odd_two) = (e.sub(c), d.sub(b));
        [
            a.mul_add(plus_four, c.mul_add(five, e)),
            even.add(odd),
            even.sub(odd),
            odd_two.mul_add(two, even_two),
            odd_two.mul_add(minus_two, even_two),
            b.mul_add(plus_four, d.mul_add(five, f)),
        ]
    }
}

/// The sums at six points to four outputs in a line.
///
/// # Safety
/// The processor has the vectors.
#[inline(always)]
unsafe fn from_points<V: Vector>([a, b, c, d, e, f]: [V; REACH]) -> [V; SIDE] {
    // SAFETY: the caller guarantees it.
    unsafe {
        let [two, four, eight] = [V::splat(2.0), V::splat(4.0), V::splat(8.0)];
        let (sum, difference) = (b.add(c), b.sub(c));
        let (sum_two, difference_two) = (d.add(e), d.sub(e));
        [
            a.add(sum).add(sum_two),
            difference_two.mul_add(two, difference),
            sum_two.mul_add(four, sum),
            difference_two.mul_add(eight, difference).add(f),
        ]
    }
}
