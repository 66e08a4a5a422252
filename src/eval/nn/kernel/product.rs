//! The matrix product, where nearly all the time goes: rows of inputs times
//! the weights of a layer.

use super::vector::{Vector, VectorOfIntegers};
use crate::eval::nn::layers::PANEL;

/// Rows are computed up to a multiple of this: so many more may be read and
/// written, and what is in them does not matter.
pub const ROWS: usize = 6;

/// How numbers are multiplied: as floats, or as integers of 16 bits. Inputs and
/// weights are in units of 32 bits: a float, or two integers.
pub trait Arithmetic {
    type Vector: Vector;
    /// A vector of units.
    type Units: Copy;
    /// A vector of sums.
    type Sums: Copy;
    /// Units of a panel of inputs.
    const UNITS: usize;
    /// Whether the transforms have to scale what they read and write.
    const IS_SCALED: bool;

    /// # Safety
    /// For all: the processor has the vectors, and the pointers lead to what
    /// is read or written there.
    unsafe fn zero() -> Self::Sums;
    /// A vector of weights.
    unsafe fn load(from: *const u32) -> Self::Units;
    /// The same input in each place.
    unsafe fn splat(value: u32) -> Self::Units;
    unsafe fn mul_add(value: Self::Units, by: Self::Units, sums: Self::Sums) -> Self::Sums;
    /// The sums as floats: multiplied by these scales, if there are any.
    unsafe fn finish(sums: Self::Sums, scales: *const f32) -> Self::Vector;
    /// Stores inputs, multiplied by a scale, if there are any: from this
    /// channel of a panel on.
    unsafe fn store(value: Self::Vector, scale: f32, panel: *mut u32, channel: usize);
    /// The product in blocks that suit the number of registers.
    unsafe fn multiply(job: &Product);
}

/// Floats, as exact as a product of floats can be.
pub struct Floats<V>(std::marker::PhantomData<V>);

impl<V: Vector> Arithmetic for Floats<V> {
    type Vector = V;
    type Units = V;
    type Sums = V;
    const UNITS: usize = PANEL;
    const IS_SCALED: bool = false;

    #[inline(always)]
    unsafe fn zero() -> V {
        // SAFETY: the caller guarantees it; the same for all that follow.
        unsafe { V::splat(0.0) }
    }

    #[inline(always)]
    unsafe fn load(from: *const u32) -> V {
        // SAFETY: see above.
        unsafe { V::load(from.cast()) }
    }

    #[inline(always)]
    unsafe fn splat(value: u32) -> V {
        // SAFETY: see above.
        unsafe { V::splat(f32::from_bits(value)) }
    }

    #[inline(always)]
    unsafe fn mul_add(value: V, by: V, sums: V) -> V {
        // SAFETY: see above.
        unsafe { value.mul_add(by, sums) }
    }

    #[inline(always)]
    unsafe fn finish(sums: V, _: *const f32) -> V {
        sums
    }

    #[inline(always)]
    unsafe fn store(value: V, _: f32, panel: *mut u32, channel: usize) {
        // SAFETY: see above.
        unsafe { value.store(panel.add(channel).cast()) }
    }

    #[inline(always)]
    unsafe fn multiply(job: &Product) {
        // SAFETY: see above.
        unsafe { V::multiply(job) }
    }
}

/// Integers of 16 bits, with sums of 32 bits.
pub struct Integers<V>(std::marker::PhantomData<V>);

impl<V: VectorOfIntegers> Arithmetic for Integers<V> {
    type Vector = V;
    type Units = V::Integers;
    type Sums = V::Integers;
    const UNITS: usize = PANEL / 2;
    const IS_SCALED: bool = true;

    #[inline(always)]
    unsafe fn zero() -> V::Integers {
        // SAFETY: the caller guarantees it; the same for all that follow.
        unsafe { V::splat_pair(0) }
    }

    #[inline(always)]
    unsafe fn load(from: *const u32) -> V::Integers {
        // SAFETY: see above.
        unsafe { V::load_pairs(from) }
    }

    #[inline(always)]
    unsafe fn splat(value: u32) -> V::Integers {
        // SAFETY: see above.
        unsafe { V::splat_pair(value) }
    }

    #[inline(always)]
    unsafe fn mul_add(value: V::Integers, by: V::Integers, sums: V::Integers) -> V::Integers {
        // SAFETY: see above.
        unsafe { V::multiply_pairs(value, by, sums) }
    }

    #[inline(always)]
    unsafe fn finish(sums: V::Integers, scales: *const f32) -> V {
        // SAFETY: see above.
        unsafe { V::from_integers(sums).mul_add(V::load(scales), V::splat(0.0)) }
    }

    #[inline(always)]
    unsafe fn store(value: V, scale: f32, panel: *mut u32, channel: usize) {
        // SAFETY: see above.
        unsafe {
            let value = value.mul_add(V::splat(scale), V::splat(0.0));
            value.store_as_integers(panel.cast::<i16>().add(channel));
        }
    }

    #[inline(always)]
    unsafe fn multiply(job: &Product) {
        // SAFETY: see above.
        unsafe { V::multiply_integers(job) }
    }
}

/// A product: each row of inputs gives a row of sums.
#[derive(Clone, Copy)]
pub struct Product {
    pub rows: usize,
    /// Panels of inputs and of outputs: the lengths of the rows.
    pub inputs: usize,
    pub outputs: usize,
    pub from: Rows<*const u32>,
    /// For each panel of outputs and each unit of inputs: a panel of weights.
    pub weights: *const u32,
    /// The scale of each output, if there are any.
    pub scales: *const f32,
    pub to: Rows<*mut f32>,
}

/// Rows of panels in memory.
#[derive(Clone, Copy)]
pub struct Rows<P> {
    pub first: P,
    /// Units from a row to the next, and from a panel of it to the next.
    pub row: usize,
    pub panel: usize,
}

/// Computes blocks of `R` rows, or of `H` at the end, and `N` vectors of
/// outputs, or of `M` at the end, so that the sums stay in registers.
///
/// # Safety
/// The processor has the vectors. The pointers lead to whole rows, rounded up
/// to a multiple of [`ROWS`], and to the weights of all inputs and outputs;
/// nothing else writes there meanwhile. `R` and `H` divide [`ROWS`].
#[inline(always)]
pub unsafe fn multiply<
    A: Arithmetic,
    const R: usize,
    const H: usize,
    const N: usize,
    const M: usize,
>(
    job: &Product,
) {
    let width = |vectors: usize| vectors * A::Vector::LANES / PANEL;
    let mut panel = 0;
    while panel < job.outputs {
        let wide = job.outputs - panel >= width(N);
        let mut row = 0;
        while row < job.rows {
            let whole = job.rows - row > H;
            // SAFETY: these rows and panels exist; the caller guarantees the rest.
            unsafe {
                match (wide, whole) {
                    (true, true) => block::<A, R, N>(job, row, panel),
                    (true, false) => block::<A, H, N>(job, row, panel),
                    (false, true) => block::<A, R, M>(job, row, panel),
                    (false, false) => block::<A, H, M>(job, row, panel),
                }
            }
            row += if whole { R } else { H };
        }
        panel += width(if wide { N } else { M });
    }
}

/// # Safety
/// As for [`multiply`]; `N` vectors of outputs from this panel on and `R` rows
/// from this one on exist.
#[inline(always)]
unsafe fn block<A: Arithmetic, const R: usize, const N: usize>(
    job: &Product,
    row: usize,
    panel: usize,
) {
    let Product { inputs, from, weights, scales, to, .. } = *job;
    let lanes = A::Vector::LANES;
    // SAFETY: all offsets are within what the caller guarantees.
    unsafe {
        let mut sums = [[A::zero(); N]; R];
        let distance = inputs * A::UNITS * PANEL;
        let mut weights = weights.add(panel * distance);
        for input in 0..inputs {
            let values = from.first.add(row * from.row + input * from.panel);
            for unit in 0..A::UNITS {
                let mut by = [A::splat(0); N];
                for (n, by) in by.iter_mut().enumerate() {
                    let at = n * lanes;
                    *by = A::load(weights.add(at / PANEL * distance + at % PANEL));
                }
                for (r, sums) in sums.iter_mut().enumerate() {
                    let value = A::splat(*values.add(r * from.row + unit));
                    for (sum, by) in sums.iter_mut().zip(by) {
                        *sum = A::mul_add(value, by, *sum);
                    }
                }
                weights = weights.add(PANEL);
            }
        }
        for (r, sums) in sums.into_iter().enumerate() {
            for (n, sum) in sums.into_iter().enumerate() {
                let (panel, lane) = (panel + n * lanes / PANEL, n * lanes % PANEL);
                let scales = scales.wrapping_add(panel * PANEL + lane);
                let to = to.first.add((row + r) * to.row + panel * to.panel + lane);
                A::finish(sum, scales).store(to);
            }
        }
    }
}
