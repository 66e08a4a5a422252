//! Numbers as sums of two bfloat16: weights as tiles, channels as the inputs of tiles, and the
//! end of a layer that is computed with tiles (bias, skip, ReLU, and the split into high and low
//! parts for the next layer).

use std::arch::x86_64::*;

use super::{
    Layer,
    amx::{self, DEPTH, TileRow, TileSums},
};
use crate::nn::{
    half::{bf16_to_f32, f32_to_bf16},
    layers::PANEL,
};

/// Numbers as bfloat16, one row for every two panels of a slot.
pub struct Bf16Split {
    /// The numbers, rounded.
    pub high: Vec<TileRow>,
    /// The remainders of the rounding; empty for the rounded kernel.
    pub low: Vec<TileRow>,
}

impl Bf16Split {
    /// `lines` rows of zeros.
    pub fn new(lines: usize, exact: bool) -> Bf16Split {
        Bf16Split {
            high: vec![TileRow::ZERO; lines],
            low: vec![TileRow::ZERO; if exact { lines } else { 0 }],
        }
    }

    /// Sets all numbers to zero.
    pub fn clear(&mut self) {
        self.high.fill(TileRow::ZERO);
        self.low.fill(TileRow::ZERO);
    }
}

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
        to: &mut Bf16Split,
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
    to: &mut Bf16Split,
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
        split_line(values, at, to);
    }
}

/// Splits the channels of these slots, `pairs` pairs of panels each.
///
/// # Panics
/// Unless tiles are available.
pub fn split(slots: &[u32], channels: &[[[f32; PANEL]; 2]], to: &mut Bf16Split, pairs: usize) {
    #[target_feature(enable = "avx512f,avx512bf16")]
    fn split(slots: &[u32], channels: &[[[f32; PANEL]; 2]], to: &mut Bf16Split, pairs: usize) {
        for &slot in slots {
            let at = slot as usize * pairs;
            for (pair, [first, second]) in channels[at..][..pairs].iter().enumerate() {
                split_line([load(first), load(second)], at + pair, to);
            }
        }
    }
    assert!(amx::is_available());
    // SAFETY: tiles are available only where AVX-512 with bfloat16 is.
    unsafe { split(slots, channels, to, pairs) }
}

/// Splits a pair of panels, given by its index over all slots.
#[inline]
#[target_feature(enable = "avx512f,avx512bf16")]
fn split_line(values: [__m512; 2], at: usize, to: &mut Bf16Split) {
    let high = round(values);
    to.high[at] = line(high);
    if let Some(low) = to.low.get_mut(at) {
        // The first number of a row is in the lower half of a register.
        let halves = [_mm512_castsi512_si256(high), _mm512_extracti64x4_epi64::<1>(high)];
        let rounded = halves.map(|half| _mm512_slli_epi32::<16>(_mm512_cvtepu16_epi32(half)));
        *low = line(round([
            _mm512_sub_ps(values[0], _mm512_castsi512_ps(rounded[0])),
            _mm512_sub_ps(values[1], _mm512_castsi512_ps(rounded[1])),
        ]));
    }
}

/// Two panels as bfloat16.
#[inline]
#[target_feature(enable = "avx512f,avx512bf16")]
fn round([first, second]: [__m512; 2]) -> __m512i {
    // SAFETY: both types are plain 512-bit vectors.
    unsafe { std::mem::transmute::<__m512bh, __m512i>(_mm512_cvtne2ps_pbh(second, first)) }
}

/// A vector as a row.
#[inline]
#[target_feature(enable = "avx512f")]
fn line(value: __m512i) -> TileRow {
    // SAFETY: both are 64 bytes, and any bytes are a valid row.
    unsafe { std::mem::transmute::<__m512i, TileRow>(value) }
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
/// two inputs for sixteen outputs, interleaved. With `exact`, tiles with the remainders of the
/// rounding follow the two tiles of a step.
pub fn tiles(layer: &Layer, exact: bool) -> Vec<TileRow> {
    let mut lines = Vec::new();
    for first in (0..layer.outputs() / PANEL).step_by(2) {
        let panels = [first, first + 1].map(|panel| layer.panel(panel).chunks_exact(DEPTH));
        let [panel, next] = panels;
        for (panel, next) in panel.zip(next) {
            let high = f32_to_bf16;
            let low = |weight: f32| high(weight - bf16_to_f32(high(weight)));
            lines.extend(tile(panel, high).chain(tile(next, high)));
            if exact {
                lines.extend(tile(panel, low).chain(tile(next, low)));
            }
        }
    }
    lines
}

fn tile(step: &[[f32; PANEL]], part: impl Fn(f32) -> u16 + Copy) -> impl Iterator<Item = TileRow> {
    let (pairs, _) = step.as_chunks::<2>();
    pairs.iter().map(move |pair| {
        let number = |i: usize| part(pair[i % 2][i / 2]);
        TileRow(std::array::from_fn(|panel| std::array::from_fn(|i| number(panel * PANEL + i))))
    })
}
