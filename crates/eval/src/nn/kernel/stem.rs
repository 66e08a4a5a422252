//! The first layer, from the stones and the seasons.

use super::{
    Layer,
    aligned::Aligned,
    vector::{Arithmetic, Vector, Work},
    work::Vectors,
};
use crate::nn::{
    layers::{DUE_PLANES, PANEL},
    view::{ALWAYS_DUE, BoardView, DueMoves, Input},
};

/// The state of a cell with the mover's stone; the next one is that of the opponent's stone. The
/// state of an empty cell is its season, which is a smaller number.
const OWN: u8 = ALWAYS_DUE.len() as u8;

/// The state of cells outside the board.
const OUTSIDE: u8 = OWN + 2;

const STATES: usize = OUTSIDE as usize + 1;

const PLANES_OF_SEASONS: usize = 8;

/// The rows of channels in the tables of a stem.
pub const TABLE_ROWS: usize = (STATES + PLANES_OF_SEASONS) * 9;

/// The first convolution. Its inputs are zeros and ones, and most are the same for all positions
/// of a board. So each cell starts from its sums on the empty board without seasons, and every
/// cell around it adds the change of its state. Seasons cost little more time than stones.
pub struct Stem {
    channels: usize,
    /// The sums on the empty board without seasons: the channels of each slot.
    empty: Aligned,
    /// The change of the channels for each state of a cell and each tap. Those of the seasons
    /// are for `due`.
    added: Aligned,
    due: DueMoves,
    /// The weights of the planes that say when a season is due: four for each player, and for
    /// each plane all taps.
    due_weights: Aligned,
    /// For each cell, its slot and the nine cells around it; outside the board, the number after
    /// the last cell.
    around: Box<[(u32, [u16; 9])]>,
    states: Box<[u8]>,
}

impl Stem {
    pub fn new(view: &BoardView, layer: &Layer) -> Stem {
        let channels = layer.outputs;
        let planes = layer.inputs;
        let cells_at = view.cells_at();
        let none = view.cells.len() as u16;
        // The weights of each plane and tap: one row of channels.
        let mut weights = Vec::new();
        for row in 0..9 * planes {
            (0..channels / PANEL).for_each(|i| weights.extend_from_slice(&layer.panel(i)[row]));
        }
        let weights =
            |tap: usize, plane: usize| &weights[(tap * planes + plane) * channels..][..channels];
        let add = |to: &mut [f32], tap: usize, plane: usize, sign: f32| {
            to.iter_mut().zip(weights(tap, plane)).for_each(|(sum, weight)| *sum += sign * weight);
        };
        let mut empty = Aligned::zeros(view.slots * channels);
        let around = view.cells.iter().map(|&slot| {
            let sums = &mut empty[slot as usize * channels..][..channels];
            sums.copy_from_slice(layer.bias.as_flattened());
            let from = view.taps().map(|tap| (slot as usize).wrapping_add_signed(tap));
            for (tap, from) in from.into_iter().enumerate() {
                let on = (0..planes).filter(|plane| view.empty[from * planes + plane] > 0.0);
                on.for_each(|plane| add(sums, tap, plane, 1.0));
            }
            (slot, from.map(|from| cells_at[from].unwrap_or(none)))
        });
        let around = around.collect();
        let mut added = Aligned::zeros(STATES * 9 * channels);
        let stones = added.chunks_exact_mut(channels).skip(usize::from(OWN) * 9).take(2 * 9);
        for (row, added) in stones.enumerate() {
            add(added, row % 9, row / 9, 1.0);
            DUE_PLANES.into_iter().for_each(|now| add(added, row % 9, now, -1.0));
        }
        let mut due_weights = Aligned::zeros(PLANES_OF_SEASONS * 9 * channels);
        for (row, to) in due_weights.chunks_exact_mut(channels).enumerate() {
            add(to, row % 9, DUE_PLANES[row / 36] + row / 9 % 4, 1.0);
        }
        let mut states: Box<[u8]> = vec![0; usize::from(none) + 1].into();
        states[usize::from(none)] = OUTSIDE;
        Stem { channels, empty, added, due: ALWAYS_DUE, due_weights, around, states }
    }

    /// Computes the changes of the seasons whose due moves are not those of the last position.
    fn set_due(&mut self, due: &DueMoves) {
        let length = 9 * self.channels;
        let rows = self.added.chunks_exact_mut(length).zip(&mut self.due).zip(due);
        for ((added, last), due) in rows.filter(|((_, last), due)| last != due) {
            added.fill(0.0);
            for (plane, weights) in self.due_weights.chunks_exact(length).enumerate() {
                // Now is a plane of the empty board.
                let is_on = due[plane / 4] >> (plane % 4) & 1;
                let change = f32::from(is_on) - f32::from(u8::from(plane % 4 == 0));
                if change != 0.0 {
                    added.iter_mut().zip(weights).for_each(|(sum, w)| *sum += change * w);
                }
            }
            *last = *due;
        }
    }

    /// Computes the channels of each cell's slot, after ReLU; returns the largest number. Other
    /// slots do not change.
    ///
    /// # Panics
    /// If a stone is not on the board, the season map is for another board, or a slot is outside
    /// the output.
    pub fn run(&mut self, input: &Input, output: &mut [f32], vectors: Vectors) -> f32 {
        assert!(output.len() >= self.empty.len());
        let cells = self.around.len();
        match &input.seasons {
            None => {
                self.set_due(&ALWAYS_DUE);
                self.states[..cells].fill(0);
            }
            Some(seasons) => {
                self.set_due(&seasons.due);
                let map = seasons.map.cells();
                assert_eq!(map.len(), cells, "the season map is for another board");
                self.states[..cells].copy_from_slice(map);
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
        let Stem { channels, empty, added, around, states, .. } = self.stem;
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
