use half::bf16;

use super::{
    kernel::tile_layout::{DEPTH, Line},
    layer::{Layer, PANEL},
};

/// The weights of a layer as tiles: panel by panel and step by step; a row
/// holds the sixteen outputs' weights of two inputs in turns. With `exact`,
/// what rounding left follows in a second tile.
pub(super) fn pack(layer: &Layer, exact: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    for panel in 0..layer.outputs() / PANEL {
        for step in layer.panel(panel).chunks_exact(DEPTH) {
            let high = |weight: f32| bf16::from_f32(weight);
            let low = |weight: f32| bf16::from_f32(weight - high(weight).to_f32());
            lines.extend(tile(step, high));
            if exact {
                lines.extend(tile(step, low));
            }
        }
    }
    lines
}

fn tile(step: &[[f32; PANEL]], half: impl Fn(f32) -> bf16 + Copy) -> impl Iterator<Item = Line> {
    let (pairs, _) = step.as_chunks::<2>();
    pairs.iter().map(move |pair| {
        let number = |i: usize| half(pair[i % 2][i / 2]).to_bits();
        Line(std::array::from_fn(|part| std::array::from_fn(|i| number(part * PANEL + i))))
    })
}
