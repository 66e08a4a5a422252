//! The kernel in plain Rust, for every processor.

use super::{Convolution, Layer, Tile};
use crate::eval::nn::layers::PANEL;

/// Cells of a tile: their sums fit the registers of every processor.
const CELLS: usize = 2;

/// Computes the layer two cells and one panel at a time. The compiler turns
/// the sums of a panel into vectors. They are added up in the order of the
/// other kernels, without fused multiply-add.
pub fn run(layer: &Layer, job: &Convolution<'_>, output: &mut [f32]) {
    let (inputs, outputs) = (layer.inputs(), layer.outputs());
    for Tile(cells) in Tile::<CELLS>::all(job.cells) {
        for (panel, bias) in layer.bias().iter().enumerate() {
            let mut sums = [[0.0; PANEL]; CELLS];
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
                sums.iter_mut().zip(bias).for_each(|(sum, bias)| *sum += bias);
                if let Some(skip) = job.skip {
                    sums.iter_mut().zip(&skip[first..]).for_each(|(sum, skip)| *sum += skip);
                }
                output[first..][..PANEL].copy_from_slice(&sums.map(|sum| sum.max(0.0)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nn::Kernel;

    #[test]
    fn vectors_change_no_bit() {
        // Numbers whose products and sums are rounded at every step.
        let number = |i: usize| (i as f32 * 0.731).sin() / 3.0;
        let layer = Layer::new([48, 7, 3], |o, i, t| number(o * 21 + i * 3 + t), &[0.1; 48]);
        let input: Vec<f32> = (0..20 * 7).map(|i| number(i + 99)).collect();
        let skip: Vec<f32> = (0..20 * 48).map(|i| number(i + 7)).collect();
        let cells: Vec<u32> = (1..18).collect();
        let job =
            Convolution { input: &input, cells: &cells, taps: &[-1, 0, 1], skip: Some(&skip) };
        let of = |kernel: &dyn Fn(&mut [f32])| {
            let mut output = vec![0.0; 20 * 48];
            kernel(&mut output);
            output
        };
        let plain = of(&|output| run(&layer, &job, output));
        assert!(plain.iter().any(|value| *value > 0.1));
        assert!(plain == of(&|output| Kernel::Portable.run(&layer, &job, output)));
        #[cfg(target_arch = "x86_64")]
        if Kernel::Avx2.is_available() {
            // SAFETY: the processor has AVX2, and the cells and taps are
            // within the input and the output.
            let avx2 = |output: &mut [f32]| unsafe {
                crate::eval::nn::kernel::avx2::run::<false>(&layer, &job, output);
            };
            assert!(plain == of(&avx2));
        }
    }
}
