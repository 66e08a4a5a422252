//! Numbers as sums of two bfloat16: weights as tiles, channels as the inputs of
//! tiles, and the end of a layer that is computed with tiles (bias, skip, ReLU,
//! and the split into high and low parts for the next layer).

use std::arch::x86_64::*;

use super::{
    Layer,
    amx::{self, DEPTH, Line, Sums},
};
use crate::nn::{
    half::{bf16_to_f32, f32_to_bf16},
    layers::PANEL,
};

/// Numbers as bfloat16, a line for every two panels of a place.
pub struct Bf16Split {
    /// The numbers, rounded.
    pub high: Vec<Line>,
    /// What the rounding left; empty for the rounded kernel.
    pub low: Vec<Line>,
}

impl Bf16Split {
    /// Zeros; so many lines.
    pub fn new(lines: usize, exact: bool) -> Bf16Split {
        Bf16Split {
            high: vec![Line::ZERO; lines],
            low: vec![Line::ZERO; if exact { lines } else { 0 }],
        }
    }

    /// Makes all numbers zero.
    pub fn clear(&mut self) {
        self.high.fill(Line::ZERO);
        self.low.fill(Line::ZERO);
    }
}

/// The end of a layer for two panels of a group of tiles.
pub struct Finish<'a> {
    /// The pair of panels, and the pairs of a place.
    pub pair: usize,
    pub pairs: usize,
    pub bias: &'a [[f32; PANEL]; 2],
    /// The rows of the sums that belong to cells, each with its place. What
    /// lies elsewhere does not change.
    pub cells: &'a [(u32, u32)],
}

impl Finish<'_> {
    /// From sums to the inputs of the next layer. `channels`, if given, are
    /// added before ReLU and replaced by its result.
    ///
    /// # Panics
    /// Unless tiles are available, and if a row or place is not there.
    pub fn run(&self, sums: &Sums, channels: Option<&mut [[[f32; PANEL]; 2]]>, to: &mut Bf16Split) {
        assert!(amx::is_available());
        // SAFETY: tiles are available only where AVX-512 with bfloat16 is.
        unsafe { finish(self, sums, channels, to) }
    }
}

#[target_feature(enable = "avx512f,avx512bf16")]
fn finish(
    job: &Finish<'_>,
    sums: &Sums,
    mut channels: Option<&mut [[[f32; PANEL]; 2]]>,
    to: &mut Bf16Split,
) {
    let bias = job.bias.each_ref().map(|bias| load(bias));
    let [first, second] = &sums.0;
    for &(row, place) in job.cells {
        let at = place as usize * job.pairs + job.pair;
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

/// Splits the channels of these places: so many pairs of panels of each.
///
/// # Panics
/// Unless tiles are available.
pub fn split(places: &[u32], channels: &[[[f32; PANEL]; 2]], to: &mut Bf16Split, pairs: usize) {
    #[target_feature(enable = "avx512f,avx512bf16")]
    fn split(places: &[u32], channels: &[[[f32; PANEL]; 2]], to: &mut Bf16Split, pairs: usize) {
        for &place in places {
            let at = place as usize * pairs;
            for (pair, [first, second]) in channels[at..][..pairs].iter().enumerate() {
                split_line([load(first), load(second)], at + pair, to);
            }
        }
    }
    assert!(amx::is_available());
    // SAFETY: tiles are available only where AVX-512 with bfloat16 is.
    unsafe { split(places, channels, to, pairs) }
}

/// Splits a pair of panels, given by its number over all places.
#[inline]
#[target_feature(enable = "avx512f,avx512bf16")]
fn split_line(values: [__m512; 2], at: usize, to: &mut Bf16Split) {
    let high = round(values);
    to.high[at] = line(high);
    if let Some(low) = to.low.get_mut(at) {
        // The first number of a line is in the lower half of a register.
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
    // SAFETY: both types are plain vectors of 512 bits.
    unsafe { std::mem::transmute::<__m512bh, __m512i>(_mm512_cvtne2ps_pbh(second, first)) }
}

/// A vector as a line.
#[inline]
#[target_feature(enable = "avx512f")]
fn line(value: __m512i) -> Line {
    // SAFETY: both are 64 bytes, and any bytes are a line.
    unsafe { std::mem::transmute::<__m512i, Line>(value) }
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

/// The weights of a layer as tiles: two panels after two panels and step by
/// step. A row holds the weights of two inputs for sixteen outputs, the two in
/// turns. With `exact`, tiles with what the rounding left follow the two tiles
/// of a step.
pub fn tiles(layer: &Layer, exact: bool) -> Vec<Line> {
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

fn tile(step: &[[f32; PANEL]], part: impl Fn(f32) -> u16 + Copy) -> impl Iterator<Item = Line> {
    let (pairs, _) = step.as_chunks::<2>();
    pairs.iter().map(move |pair| {
        let number = |i: usize| part(pair[i % 2][i / 2]);
        Line(std::array::from_fn(|panel| std::array::from_fn(|i| number(panel * PANEL + i))))
    })
}
