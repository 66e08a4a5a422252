//! The matrix product, where nearly all the time goes: rows of inputs times the weights of a layer.

use super::vector::{Arithmetic, Vector};
use crate::nn::layers::PANEL;

/// Rows are computed up to a multiple of this: the additional ones may be read and written, and
/// their contents do not matter.
pub const ROWS: usize = 6;

/// A product: each row of inputs gives a row of sums. The rows of both follow each other in memory.
#[derive(Clone, Copy)]
pub struct Product {
    pub rows: usize,
    /// Panels of inputs and of outputs: the lengths of the rows.
    pub inputs: usize,
    pub outputs: usize,
    pub from: *const u32,
    /// For each panel of outputs and each unit of inputs: a panel of weights.
    pub weights: *const u32,
    /// The scale of each output, if there are any.
    pub scales: *const f32,
    pub to: *mut f32,
}

/// Computes a product in blocks that suit the number of registers of the processor.
///
/// # Safety
/// The processor supports the vectors. The pointers are valid for whole rows, rounded up to a
/// multiple of [`ROWS`], and for the weights of all inputs and outputs; nothing else writes there
/// meanwhile.
#[inline(always)]
pub unsafe fn multiply<A: Arithmetic>(job: &Product) {
    // SAFETY: the caller guarantees the vectors and the rows; all numbers of rows divide `ROWS`.
    unsafe {
        match A::Vector::LANES {
            // 24 sums, four vectors of weights, one input: 29 of 32 registers.
            16 => blocks::<A, 6, 3, 4, 1>(job),
            // Twelve sums, two vectors of weights and one input: 15 of 16 registers.
            8 => blocks::<A, 6, 3, 2, 2>(job),
            // Eight sums: SSE2 has 16 registers, and no fused multiply-add.
            _ => blocks::<A, 2, 1, 4, 4>(job),
        }
    }
}

/// Computes blocks of `R` rows, or of `H` at the end, and `N` vectors of outputs, or of `M` at
/// the end, so that the sums stay in registers.
///
/// # Safety
/// As for [`multiply`]; `R` and `H` divide [`ROWS`].
#[inline(always)]
unsafe fn blocks<A: Arithmetic, const R: usize, const H: usize, const N: usize, const M: usize>(
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
    let Product { inputs, outputs, from, weights, scales, to, .. } = *job;
    let lanes = A::Vector::LANES;
    let units = inputs * A::UNITS;
    // SAFETY: all offsets are within the rows and weights that the caller guarantees.
    unsafe {
        let mut sums = [[A::input(0); N]; R];
        let distance = units * PANEL;
        let mut weights = weights.add(panel * distance);
        for input in 0..inputs {
            let values = from.add(row * units + input * A::UNITS);
            for unit in 0..A::UNITS {
                let mut by = [A::input(0); N];
                for (n, by) in by.iter_mut().enumerate() {
                    let at = n * lanes;
                    *by = A::weights(weights.add(at / PANEL * distance + at % PANEL));
                }
                for (r, sums) in sums.iter_mut().enumerate() {
                    let value = A::input(*values.add(r * units + unit));
                    for (sum, by) in sums.iter_mut().zip(by) {
                        *sum = A::add_product(value, by, *sum);
                    }
                }
                weights = weights.add(PANEL);
            }
        }
        for (r, sums) in sums.into_iter().enumerate() {
            for (n, sum) in sums.into_iter().enumerate() {
                let output = panel * PANEL + n * lanes;
                let to = to.add((row + r) * outputs * PANEL + output);
                A::finish(sum, scales.wrapping_add(output)).store(to);
            }
        }
    }
}
