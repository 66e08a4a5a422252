//! The weights of a layer, transformed to the points.

use super::{POINTS, REACH};
use crate::nn::{
    kernel::aligned::Aligned,
    layers::{Layer, PANEL},
};

pub struct WinogradWeights {
    /// For each point, panel and unit of inputs (see `Arithmetic`).
    pub units: Aligned,
    /// The scale of the sums for each point and output. Empty for floats.
    pub scales: Aligned,
}

impl WinogradWeights {
    /// Transforms the weights of a layer of nine taps, for products of floats.
    pub fn floats(layer: &Layer) -> WinogradWeights {
        let all: Vec<[f32; PANEL]> = points(layer).flatten().collect();
        WinogradWeights { units: Aligned::new(all.as_flattened()), scales: Aligned::zeros(0) }
    }

    /// The same for products of integers. No sum can exceed 32 bits: inputs are below 2¹⁵, and
    /// the weights of an output below 2¹⁶ in total.
    pub fn integers(layer: &Layer) -> WinogradWeights {
        let mut units = Vec::new();
        let mut scales = Vec::new();
        for (number, weights) in points(layer).enumerate() {
            let point = number / (layer.outputs / PANEL);
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
        WinogradWeights { units, scales }
    }
}

/// The transformed weights of a layer: for each point and panel, those of each input.
fn points(layer: &Layer) -> impl Iterator<Item = Vec<[f32; PANEL]>> {
    const G: [[f32; 3]; REACH] = [
        [1.0 / 4.0, 0.0, 0.0],
        [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
        [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
        [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
        [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
        [0.0, 0.0, 1.0],
    ];
    assert_eq!(layer.taps, 9);
    let panels = layer.outputs / PANEL;
    let inputs = layer.inputs;
    let all = (0..POINTS).flat_map(move |point| (0..panels).map(move |panel| (point, panel)));
    all.map(move |(point, panel)| {
        let down = G[point / REACH];
        let across = G[point % REACH];
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

/// The factor of transformed inputs at a point, for inputs from 0 to 1: they become integers from
/// -32,767 to 32,767.
pub fn input_scale(point: usize) -> f32 {
    /// The sums of the positive and of the negative factors of `to_points`.
    const SUMS: [[f32; 2]; REACH] =
        [[5.0, 5.0], [2.0, 8.0], [5.0, 5.0], [3.0, 3.0], [3.0, 3.0], [5.0, 5.0]];
    let [a, b] = SUMS[point / REACH];
    let [c, d] = SUMS[point % REACH];
    32_766.0 / (a * c + b * d).max(a * d + b * c)
}
