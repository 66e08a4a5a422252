//! The first layer, from the stones and the seasons.

use super::{
    Layer,
    aligned::Aligned,
    arithmetic::Arithmetic,
    vector::Vector,
    work::{Vectors, Work},
};
use crate::nn::{
    layers::{DUE_PLANES, PANEL},
    view::{BoardView, Input},
};

/// The states of an empty cell: the due numbers of its season for both players (0 to 15, see
/// `DueSeasons`). In the first, both can play there now, as everywhere on a board without
/// seasons. Cells outside the board also have this state: they add nothing.
const EMPTY_STATES: usize = 16;

/// The state of a cell with the mover's stone; the opponent's is the next one.
const OWN: u8 = EMPTY_STATES as u8;

const STATES: usize = EMPTY_STATES + 2;

/// The first convolution. Its inputs are zeros and ones, and most are the same for all positions
/// of a board. So each cell starts from its sums on the empty board without seasons, and every
/// cell around it adds the change of its state. Seasons cost no more time than stones.
pub struct Stem {
    channels: usize,
    /// The sums on the empty board without seasons: the channels of each slot.
    empty: Aligned,
    /// The change of the channels for each state of a cell and each tap.
    added: Aligned,
    /// For each cell, its slot and the nine cells around it; outside the board, the number after
    /// the last cell.
    around: Box<[(u32, [u16; 9])]>,
    /// The state of each cell.
    states: Box<[u8]>,
}

impl Stem {
    /// For this view and this layer.
    pub fn new(view: &BoardView, layer: &Layer) -> Stem {
        let (channels, planes) = (layer.outputs(), layer.inputs());
        let cells_at = view.cells_at();
        let none = view.cells().len() as u16;
        // The weights of each plane and tap: one row of channels.
        let mut weights = Vec::with_capacity(9 * planes * channels);
        for row in 0..9 * planes {
            let panels = (0..channels / PANEL).map(|panel| &layer.panel(panel)[row]);
            panels.for_each(|panel| weights.extend_from_slice(panel));
        }
        let weights =
            |tap: usize, plane: usize| &weights[(tap * planes + plane) * channels..][..channels];
        let mut empty = Aligned::zeros(view.slots() * channels);
        let around = view.cells().iter().map(|&slot| {
            let sums = &mut empty[slot as usize * channels..][..channels];
            sums.copy_from_slice(layer.bias().as_flattened());
            let from = view.taps().map(|tap| (slot as usize).wrapping_add_signed(tap));
            for (tap, from) in from.into_iter().enumerate() {
                for (plane, _) in view.planes(from).iter().enumerate().filter(|(_, on)| **on > 0.0)
                {
                    sums.iter_mut()
                        .zip(weights(tap, plane))
                        .for_each(|(sum, weight)| *sum += weight);
                }
            }
            (slot, from.map(|from| cells_at[from].unwrap_or(none)))
        });
        let around = around.collect();
        let mut added = Aligned::zeros(STATES * 9 * channels);
        // The first state is included in the sums already.
        for (row, added) in added.chunks_exact_mut(channels).enumerate().skip(9) {
            let (state, tap) = (row / 9, row % 9);
            let mut add = |plane: usize, sign: f32| {
                let weights = weights(tap, plane).iter();
                added.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += sign * weight);
            };
            let [own, other] = DUE_PLANES;
            match state {
                EMPTY_STATES.. => add(state - EMPTY_STATES, 1.0),
                due => [own + due / 4, other + due % 4].into_iter().for_each(|on| add(on, 1.0)),
            }
            [own, other].into_iter().for_each(|now| add(now, -1.0));
        }
        let states = vec![0; usize::from(none) + 1].into();
        Stem { channels, empty, added, around, states }
    }

    /// Computes the channels of each cell's slot, after ReLU; returns the largest number. Other
    /// slots do not change.
    ///
    /// # Panics
    /// If a stone is not on the board, the season map is for another board, or a slot is outside
    /// the output.
    pub fn run(&mut self, input: &Input, output: &mut [f32], vectors: Vectors) -> f32 {
        assert!(output.len() >= self.empty.len());
        match &input.seasons {
            None => self.states.fill(0),
            Some(seasons) => {
                let map = seasons.map.cells();
                assert_eq!(map.len(), self.around.len(), "the season map is for another board");
                let due = |season: &u8| seasons.due[usize::from(*season)];
                self.states.iter_mut().zip(map).for_each(|(state, season)| *state = due(season));
            }
        }
        for (state, stones) in (OWN..).zip(&input.stones) {
            stones.iter().for_each(|cell| self.states[cell.index()] = state);
        }
        let mut largest = [0.0; PANEL];
        vectors.run(StemWork { stem: self, output, largest: &mut largest });
        largest.into_iter().fold(0.0, f32::max)
    }
}

struct StemWork<'a> {
    stem: &'a Stem,
    output: &'a mut [f32],
    /// The largest number is the largest of these.
    largest: &'a mut [f32; PANEL],
}

impl Work for StemWork<'_> {
    #[inline(always)]
    unsafe fn run<A: Arithmetic>(self) {
        let Stem { channels, empty, added, around, states } = self.stem;
        let zero = added.as_ptr();
        // SAFETY: a panel is at least as long as a vector.
        let mut largest = unsafe { A::Vector::load(self.largest.as_ptr()) };
        for (slot, around) in around {
            let mut rows = [zero; 9];
            for (tap, row) in rows.iter_mut().enumerate() {
                let state = usize::from(states[usize::from(around[tap])]);
                *row = added[(state * 9 + tap) * channels..][..*channels].as_ptr();
            }
            let first = *slot as usize * channels;
            for channel in (0..*channels).step_by(A::Vector::LANES) {
                // SAFETY: each row has all channels. The slot is one of the view, so it is in
                // `empty` and, as `run` has checked, in the output.
                unsafe {
                    let mut sum = A::Vector::load(empty.as_ptr().add(first + channel));
                    for row in rows {
                        sum = sum.add(A::Vector::load(row.add(channel)));
                    }
                    let sum = sum.max(A::Vector::splat(0.0));
                    largest = largest.max(sum);
                    sum.store(self.output.as_mut_ptr().add(first + channel));
                }
            }
        }
        // SAFETY: a panel is at least as long as a vector.
        unsafe { largest.store(self.largest.as_mut_ptr()) }
    }
}
