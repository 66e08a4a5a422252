use super::{Convolution, Layer, Tile};
use crate::eval::network::layer::PANEL;

/// Cells of a tile: their sums fit the registers of every processor.
const CELLS: usize = 2;

/// Two cells and one panel at a time: the sums of a panel are vectors that
/// every compiler finds.
pub fn run(layer: &Layer, job: &Convolution<'_>, output: &mut [f32]) {
    let (inputs, outputs) = (layer.inputs(), layer.outputs());
    for Tile(cells) in Tile::<CELLS>::all(job.cells) {
        for (panel, bias) in layer.bias().iter().enumerate() {
            let mut sums = [*bias; CELLS];
            for (tap, weights) in job.taps.iter().zip(layer.panel(panel).chunks_exact(inputs)) {
                let [a, b] = cells.map(|cell| {
                    let place = (cell as usize).wrapping_add_signed(*tap);
                    &job.input[place * inputs..][..inputs]
                });
                for ((a, b), weights) in a.iter().zip(b).zip(weights) {
                    for lane in 0..PANEL {
                        sums[0][lane] += a * weights[lane];
                        sums[1][lane] += b * weights[lane];
                    }
                }
            }
            for (cell, mut sums) in cells.into_iter().zip(sums) {
                let first = cell as usize * outputs + panel * PANEL;
                if let Some(skip) = job.skip {
                    sums.iter_mut().zip(&skip[first..]).for_each(|(sum, skip)| *sum += skip);
                }
                output[first..][..PANEL].copy_from_slice(&sums.map(|sum| sum.max(0.0)));
            }
        }
    }
}
