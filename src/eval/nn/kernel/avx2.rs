//! The kernel for AVX2: vectors of 8 numbers.

use std::arch::x86_64::*;

use super::{Convolution, Layer, Tile};
use crate::eval::nn::layers::PANEL;

/// Cells of a tile: with the two vectors of a panel that makes 12 sums, which
/// leaves registers for two weights and one input.
const CELLS: usize = 6;

/// Floats of a vector.
const LANES: usize = PANEL / 2;

/// Computes the layer tile by tile: six cells and one panel. Without fused
/// multiply-add, the result is that of plain Rust to the last bit.
///
/// # Safety
/// The processor has AVX2 and FMA, and the job is checked (see [`Convolution`]).
#[target_feature(enable = "avx2,fma")]
pub unsafe fn run<const FUSED: bool>(layer: &Layer, job: &Convolution<'_>, output: &mut [f32]) {
    for panel in 0..layer.outputs() / PANEL {
        for cells in Tile::<CELLS>::all(job.cells) {
            // SAFETY: this panel exists; the caller guarantees the rest.
            unsafe { tile::<FUSED>(layer, panel, job, cells, output) }
        }
    }
}

/// Computes one panel of a tile.
///
/// # Safety
/// As for [`run`], and the layer has this panel.
#[target_feature(enable = "avx2,fma")]
unsafe fn tile<const FUSED: bool>(
    layer: &Layer,
    panel: usize,
    job: &Convolution<'_>,
    cells: Tile<CELLS>,
    output: &mut [f32],
) {
    let (inputs, outputs) = (layer.inputs(), layer.outputs());
    let mut sums = [[_mm256_setzero_ps(); 2]; CELLS];
    for (&tap, weights) in job.taps.iter().zip(layer.panel(panel).chunks_exact(inputs)) {
        let rows = cells.0.map(|cell| {
            let place = (cell as usize).wrapping_add_signed(tap);
            job.input.as_ptr().wrapping_add(place * inputs)
        });
        for (input, weights) in weights.iter().enumerate() {
            // SAFETY: the weights of an input are two vectors, and each place
            // that a tap of a cell leads to has `inputs` channels.
            unsafe {
                let weights = [0, LANES].map(|lane| _mm256_loadu_ps(weights.as_ptr().add(lane)));
                for (sums, row) in sums.iter_mut().zip(rows) {
                    let value = _mm256_set1_ps(*row.add(input));
                    for (sum, weights) in sums.iter_mut().zip(weights) {
                        *sum = match FUSED {
                            true => _mm256_fmadd_ps(value, weights, *sum),
                            false => _mm256_add_ps(*sum, _mm256_mul_ps(value, weights)),
                        };
                    }
                }
            }
        }
    }
    for (sums, cell) in sums.into_iter().zip(cells.0) {
        for (sum, lane) in sums.into_iter().zip([0, LANES]) {
            let first = cell as usize * outputs + panel * PANEL + lane;
            // SAFETY: each bias is two vectors; each cell has `outputs`
            // channels in `output` and, if there is one, in `skip`.
            unsafe {
                let bias = _mm256_loadu_ps(layer.bias()[panel].as_ptr().add(lane));
                let mut sum = _mm256_add_ps(sum, bias);
                if let Some(skip) = job.skip {
                    sum = _mm256_add_ps(sum, _mm256_loadu_ps(skip.as_ptr().add(first)));
                }
                let sum = _mm256_max_ps(sum, _mm256_setzero_ps());
                _mm256_storeu_ps(output.as_mut_ptr().add(first), sum);
            }
        }
    }
}
