//! The transforms: inputs to points, and sums at points to outputs.

use super::{POINTS, REACH, SIDE, WinogradTile, point_stride};
use crate::nn::{
    kernel::vector::{Arithmetic, Vector},
    layers::PANEL,
};

/// Transforms the inputs of a tile to points.
///
/// # Safety
/// The tile is within the slots of `from`; `to` has room for all points.
#[inline(always)]
pub unsafe fn transform_inputs<A: Arithmetic>(
    tile: &WinogradTile,
    channels: usize,
    from: *const f32,
    scales: &[f32; POINTS],
    to: *mut u32,
) {
    let stride = tile.stride as usize;
    for channel in (0..channels).step_by(A::Vector::LANES) {
        // SAFETY: the caller guarantees the tile and the points.
        unsafe {
            let from = from.add(tile.first as usize * channels + channel);
            let mut to = to.add(channel / PANEL * A::UNITS);
            let mut columns = [[A::Vector::splat(0.0); REACH]; REACH];
            for (x, column) in columns.iter_mut().enumerate() {
                for (y, value) in column.iter_mut().enumerate() {
                    *value = A::Vector::load(from.add((y * stride + x) * channels));
                }
                *column = to_points(*column);
            }
            for y in 0..REACH {
                for (x, value) in to_points(row(&columns, y)).into_iter().enumerate() {
                    A::store_inputs(value, scales[y * REACH + x], to, channel % PANEL);
                    to = to.add(point_stride(channels / PANEL * A::UNITS));
                }
            }
        }
    }
}

/// Transforms the sums at the points to the outputs of a tile, with bias, skip and ReLU. Returns
/// the largest of them, if products are scaled.
///
/// # Safety
/// The tile is within the slots of `to`; `from` has all points.
#[inline(always)]
pub unsafe fn transform_sums<A: Arithmetic>(
    tile: &WinogradTile,
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
        // SAFETY: the caller guarantees the tile and the points.
        unsafe {
            let to = to.add((tile.first as usize + stride + 1) * channels + channel);
            let from = from.add(channel);
            let bias = A::Vector::load(bias.add(channel));
            let scale = A::Vector::splat(scale);
            let mut largest = A::Vector::load(most.as_ptr());
            let mut columns = [[A::Vector::splat(0.0); SIDE]; REACH];
            for (x, column) in columns.iter_mut().enumerate() {
                let mut values = [A::Vector::splat(0.0); REACH];
                for (y, value) in values.iter_mut().enumerate() {
                    *value = A::Vector::load(from.add((y * REACH + x) * point_stride(channels)));
                }
                *column = from_points(values);
            }
            for y in 0..SIDE {
                if y == height {
                    break;
                }
                for (x, value) in from_points(row(&columns, y)).into_iter().enumerate() {
                    if x == width {
                        break;
                    }
                    let to = to.add((y * stride + x) * channels);
                    let value =
                        if A::IS_SCALED { value.mul_add(scale, bias) } else { value.add(bias) };
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

/// A row, given columns.
#[inline(always)]
fn row<V: Copy, const N: usize>([a, b, c, d, e, f]: &[[V; N]; REACH], y: usize) -> [V; REACH] {
    [a[y], b[y], c[y], d[y], e[y], f[y]]
}

/// Transforms six inputs in a line to points: the values of their polynomial at 0, 1, -1, 2, -2
/// and infinity, up to factors that the weights contain.
///
/// # Safety
/// The processor supports the vectors.
#[inline(always)]
unsafe fn to_points<V: Vector>([a, b, c, d, e, f]: [V; REACH]) -> [V; REACH] {
    // SAFETY: the caller guarantees the vectors.
    unsafe {
        let [two, four, five] = [V::splat(2.0), V::splat(-4.0), V::splat(-5.0)];
        let minus_two = V::splat(-2.0);
        let plus_four = V::splat(4.0);
        let even = c.mul_add(four, e);
        let odd = b.mul_add(four, d);
        let even_two = e.sub(c);
        let odd_two = d.sub(b);
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

/// Transforms the sums at six points to four outputs in a line.
///
/// # Safety
/// The processor supports the vectors.
#[inline(always)]
unsafe fn from_points<V: Vector>([a, b, c, d, e, f]: [V; REACH]) -> [V; SIDE] {
    // SAFETY: the caller guarantees the vectors.
    unsafe {
        let [two, four, eight] = [V::splat(2.0), V::splat(4.0), V::splat(8.0)];
        let sum = b.add(c);
        let difference = b.sub(c);
        let sum_two = d.add(e);
        let difference_two = d.sub(e);
        [
            a.add(sum).add(sum_two),
            difference_two.mul_add(two, difference),
            sum_two.mul_add(four, sum),
            difference_two.mul_add(eight, difference).add(f),
        ]
    }
}
