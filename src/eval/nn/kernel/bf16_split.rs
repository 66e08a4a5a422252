//! Numbers as sums of two bfloat16: weights as tiles, channels as the inputs of
//! tiles, and the end of a layer that is computed with tiles (bias, skip, ReLU,
//! and the split into high and low parts for the next layer).

use std::arch::x86_64::*;

use half::bf16;

use super::{
    Layer,
    amx::{self, DEPTH, Line, Sums},
};
use crate::eval::nn::layers::PANEL;

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
}

/// The end of a layer for one panel of a run of places.
pub struct Finish<'a> {
    /// The panel, and the panels of a place.
    pub panel: usize,
    pub panels: usize,
    pub bias: &'a [f32; PANEL],
    /// The first place of the run.
    pub first: usize,
    /// For each place of the run: whether it is a cell. The others keep what
    /// they have.
    pub is_cell: &'a [bool],
    /// Cells of a tile.
    pub rows: usize,
}

impl Finish<'_> {
    /// From the sums of a run to the inputs of the next layer. `channels`,
    /// if given, are added before ReLU and replaced by its result.
    ///
    /// # Panics
    /// Unless tiles are available.
    pub fn run(&self, sums: &Sums, channels: Option<&mut [[f32; PANEL]]>, to: &mut Bf16Split) {
        assert!(amx::is_available());
        // SAFETY: tiles are available only where AVX-512 with bfloat16 is.
        unsafe { finish(self, sums, channels, to) }
    }
}

#[target_feature(enable = "avx512f,avx512bf16")]
fn finish(
    job: &Finish<'_>,
    sums: &Sums,
    mut channels: Option<&mut [[f32; PANEL]]>,
    to: &mut Bf16Split,
) {
    let bias = load(job.bias);
    for (number, tile) in sums.0.iter().enumerate() {
        for (row, sums) in tile[..job.rows].iter().enumerate() {
            let place = number * job.rows + row;
            if !job.is_cell[place] {
                continue;
            }
            let at = (job.first + place) * job.panels + job.panel;
            let mut value = _mm512_add_ps(load(sums), bias);
            if let Some(channels) = &mut channels {
                value = _mm512_add_ps(value, load(&channels[at]));
            }
            value = _mm512_max_ps(value, _mm512_setzero_ps());
            if let Some(channels) = &mut channels {
                store(value, &mut channels[at]);
            }
            split_panel(value, at, to);
        }
    }
}

/// Splits the channels of these places.
///
/// # Panics
/// Unless tiles are available.
pub fn split(places: &[u32], channels: &[[f32; PANEL]], to: &mut Bf16Split, panels: usize) {
    #[target_feature(enable = "avx512f,avx512bf16")]
    fn split(places: &[u32], channels: &[[f32; PANEL]], to: &mut Bf16Split, panels: usize) {
        for &place in places {
            let first = place as usize * panels;
            for (panel, channels) in channels[first..][..panels].iter().enumerate() {
                split_panel(load(channels), first + panel, to);
            }
        }
    }
    assert!(amx::is_available());
    // SAFETY: tiles are available only where AVX-512 with bfloat16 is.
    unsafe { split(places, channels, to, panels) }
}

/// Splits a panel, given by its number over all places.
#[inline]
#[target_feature(enable = "avx512f,avx512bf16")]
fn split_panel(value: __m512, at: usize, to: &mut Bf16Split) {
    let high = round(value);
    store_bf16(high, &mut to.high[at / 2].0[at % 2]);
    if let Some(low) = to.low.get_mut(at / 2) {
        let rounded = _mm512_slli_epi32::<16>(_mm512_cvtepu16_epi32(high));
        let left = _mm512_sub_ps(value, _mm512_castsi512_ps(rounded));
        store_bf16(round(left), &mut low.0[at % 2]);
    }
}

/// Sixteen numbers as bfloat16.
#[inline]
#[target_feature(enable = "avx512f,avx512bf16")]
fn round(value: __m512) -> __m256i {
    // SAFETY: both types are plain vectors of 256 bits.
    unsafe { std::mem::transmute::<__m256bh, __m256i>(_mm512_cvtneps_pbh(value)) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_bf16(value: __m256i, to: &mut [u16; PANEL]) {
    // SAFETY: the array is as long as the vector.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), value) }
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

/// The weights of a layer as tiles: panel by panel and step by step. A row
/// holds the weights of two inputs for sixteen outputs, the two in turns. With
/// `exact`, a second tile with what the rounding left follows each tile.
pub fn tiles(layer: &Layer, exact: bool) -> Vec<Line> {
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

fn tile(step: &[[f32; PANEL]], part: impl Fn(f32) -> bf16 + Copy) -> impl Iterator<Item = Line> {
    let (pairs, _) = step.as_chunks::<2>();
    pairs.iter().map(move |pair| {
        let number = |i: usize| part(pair[i % 2][i / 2]).to_bits();
        Line(std::array::from_fn(|panel| std::array::from_fn(|i| number(panel * PANEL + i))))
    })
}
