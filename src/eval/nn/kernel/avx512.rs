//! The kernel for AVX-512: vectors of 16 numbers.

use std::arch::x86_64::*;

use super::{Convolution, Layer, Tile};
use crate::eval::nn::layers::PANEL;

/// Cells of a tile: with four panels that makes 24 sums, which leaves
/// registers for the weights of four panels and for one input.
const CELLS: usize = 6;

/// Computes the layer tile by tile: six cells and up to four panels. Without
/// fused multiply-add, the result is that of plain Rust to the last bit.
///
/// # Safety
/// The processor has AVX-512F, and the job is checked (see [`Convolution`]).
#[target_feature(enable = "avx512f")]
pub unsafe fn run<const FUSED: bool>(layer: &Layer, job: &Convolution<'_>, output: &mut [f32]) {
    let panels = layer.outputs() / PANEL;
    for cells in Tile::<CELLS>::all(job.cells) {
        let mut panel = 0;
        while panel < panels {
            // SAFETY: these panels exist; the caller guarantees the rest.
            panel += unsafe {
                match panels - panel {
                    1 => tile::<1, FUSED>(layer, panel, job, cells, output),
                    2 => tile::<2, FUSED>(layer, panel, job, cells, output),
                    3 => tile::<3, FUSED>(layer, panel, job, cells, output),
                    _ => tile::<4, FUSED>(layer, panel, job, cells, output),
                }
            }
        }
    }
}

/// Computes a tile; returns how many panels it has.
///
/// # Safety
/// As for [`run`], and the layer has all of these panels.
#[target_feature(enable = "avx512f")]
unsafe fn tile<const PANELS: usize, const FUSED: bool>(
    layer: &Layer,
    panel: usize,
    job: &Convolution<'_>,
    cells: Tile<CELLS>,
    output: &mut [f32],
) -> usize {
    let (inputs, outputs) = (layer.inputs(), layer.outputs());
    let mut sums = [[_mm512_setzero_ps(); PANELS]; CELLS];
    let panels: [*const f32; PANELS] =
        std::array::from_fn(|p| layer.panel(panel + p).as_ptr().cast());
    for (number, &tap) in job.taps.iter().enumerate() {
        let rows = cells.0.map(|cell| {
            let place = (cell as usize).wrapping_add_signed(tap);
            job.input.as_ptr().wrapping_add(place * inputs)
        });
        let weights = panels.map(|panel| panel.wrapping_add(number * inputs * PANEL));
        for input in 0..inputs {
            // SAFETY: a panel has `inputs` vectors for each tap, and each
            // place that a tap of a cell leads to has `inputs` channels.
            unsafe {
                let weights = weights.map(|panel| _mm512_loadu_ps(panel.add(input * PANEL)));
                for (sums, row) in sums.iter_mut().zip(rows) {
                    let value = _mm512_set1_ps(*row.add(input));
                    for (sum, weights) in sums.iter_mut().zip(weights) {
                        *sum = match FUSED {
                            true => _mm512_fmadd_ps(value, weights, *sum),
                            false => _mm512_add_ps(*sum, _mm512_mul_ps(value, weights)),
                        };
                    }
                }
            }
        }
    }
    for (sums, cell) in sums.into_iter().zip(cells.0) {
        for (p, sum) in sums.into_iter().enumerate() {
            let first = cell as usize * outputs + (panel + p) * PANEL;
            // SAFETY: each bias is one vector; each cell has `outputs`
            // channels in `output` and, if there is one, in `skip`.
            unsafe {
                let mut sum = _mm512_add_ps(sum, _mm512_loadu_ps(layer.bias()[panel + p].as_ptr()));
                if let Some(skip) = job.skip {
                    sum = _mm512_add_ps(sum, _mm512_loadu_ps(skip.as_ptr().add(first)));
                }
                let sum = _mm512_max_ps(sum, _mm512_setzero_ps());
                _mm512_storeu_ps(output.as_mut_ptr().add(first), sum);
            }
        }
    }
    PANELS
}
