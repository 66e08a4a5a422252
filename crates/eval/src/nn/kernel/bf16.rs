//! bfloat16 for AMX: weights as tiles, channels as the inputs of tiles, and the end of a layer
//! that is computed with tiles (bias, skip, ReLU, and rounding for the next layer).

use std::arch::x86_64::*;

use super::{
    Layer,
    amx::{self, DEPTH, TileRow, TileSums},
};
use crate::nn::layers::PANEL;

/// The end of a layer for two panels of a group of tiles.
pub struct LayerFinish<'a> {
    /// The pair of panels, and the number of pairs of a slot.
    pub pair: usize,
    pub pairs: usize,
    pub bias: &'a [[f32; PANEL]; 2],
    /// The rows of the sums that belong to cells, each with its slot. Other slots do not change.
    pub cells: &'a [(u32, u32)],
}

impl LayerFinish<'_> {
    /// From sums to the inputs of the next layer. `channels`, if given, are added before ReLU and
    /// replaced by its result.
    ///
    /// # Panics
    /// Unless tiles are available, and if a row or slot is out of range.
    pub fn run(
        &self,
        sums: &TileSums,
        channels: Option<&mut [[[f32; PANEL]; 2]]>,
        to: &mut [TileRow],
    ) {
        assert!(amx::is_available());
        // SAFETY: tiles are available only where AVX-512 with bfloat16 is.
        unsafe { finish(self, sums, channels, to) }
    }
}

#[target_feature(enable = "avx512f,avx512bf16")]
fn finish(
    job: &LayerFinish<'_>,
    sums: &TileSums,
    mut channels: Option<&mut [[[f32; PANEL]; 2]]>,
    to: &mut [TileRow],
) {
    let bias = job.bias.each_ref().map(|bias| load(bias));
    let [first, second] = &sums.0;
    for &(row, slot) in job.cells {
        let at = slot as usize * job.pairs + job.pair;
        let sums = [load(&first[row as usize]), load(&second[row as usize])];
        let mut values = [_mm512_add_ps(sums[0], bias[0]), _mm512_add_ps(sums[1], bias[1])];
        if let Some(channels) = &mut channels {
            let channels = &mut channels[at];
            for (value, channels) in values.iter_mut().zip(channels) {
                *value = _mm512_add_ps(*value, load(channels));
                *value = _mm512_max_ps(*value, _mm512_setzero_ps());
                store(*value, channels);
            }
        } else {
            values = values.map(|value| _mm512_max_ps(value, _mm512_setzero_ps()));
        }
        to[at] = round(values);
    }
}

/// Rounds the channels of these slots, `pairs` pairs of panels each.
///
/// # Panics
/// Unless tiles are available.
pub fn round_slots(
    slots: &[u32],
    channels: &[[[f32; PANEL]; 2]],
    to: &mut [TileRow],
    pairs: usize,
) {
    #[target_feature(enable = "avx512f,avx512bf16")]
    fn round_all(slots: &[u32], channels: &[[[f32; PANEL]; 2]], to: &mut [TileRow], pairs: usize) {
        for &slot in slots {
            let at = slot as usize * pairs;
            for (to, [first, second]) in to[at..][..pairs].iter_mut().zip(&channels[at..][..pairs])
            {
                *to = round([load(first), load(second)]);
            }
        }
    }
    assert!(amx::is_available());
    // SAFETY: tiles are available only where AVX-512 with bfloat16 is.
    unsafe { round_all(slots, channels, to, pairs) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bf16")]
fn round([first, second]: [__m512; 2]) -> TileRow {
    // SAFETY: both are 64 bytes, and any bytes are a valid row.
    unsafe { std::mem::transmute::<__m512bh, TileRow>(_mm512_cvtne2ps_pbh(second, first)) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(values: &[f32; PANEL]) -> __m512 {
    // SAFETY: the array is as long as the vector.
    unsafe { _mm512_loadu_ps(values.as_ptr()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(value: __m512, to: &mut [f32; PANEL]) {
    // SAFETY: the array is as long as the vector.
    unsafe { _mm512_storeu_ps(to.as_mut_ptr(), value) }
}

/// The weights of a layer as tiles: for each two panels, step by step. A row holds the weights of
/// two inputs for sixteen outputs, interleaved.
pub fn tiles(layer: &Layer) -> Vec<TileRow> {
    let mut lines = Vec::new();
    for first in (0..layer.outputs / PANEL).step_by(2) {
        let panels = [first, first + 1].map(|panel| layer.panel(panel).chunks_exact(DEPTH));
        let [panel, next] = panels;
        panel.zip(next).for_each(|(panel, next)| lines.extend(tile(panel).chain(tile(next))));
    }
    lines
}

fn tile(step: &[[f32; PANEL]]) -> impl Iterator<Item = TileRow> {
    let (pairs, _) = step.as_chunks::<2>();
    pairs.iter().map(move |pair| {
        let number = |i: usize| f32_to_bf16(pair[i % 2][i / 2]);
        TileRow(std::array::from_fn(|panel| std::array::from_fn(|i| number(panel * PANEL + i))))
    })
}

/// The bfloat16 nearest to a finite number; ties to even.
fn f32_to_bf16(value: f32) -> u16 {
    let bits = value.to_bits();
    ((bits + 0x7fff + (bits >> 16 & 1)) >> 16) as u16
}
