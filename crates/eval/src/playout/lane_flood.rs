//! A flood over a few boards of the torus at once: a row of a board is one word, and each board
//! has its own lane in the vector registers.

use super::lanes::{
    LANES, LaneRow, LaneSet, RowWord, Runs, is_within, lanes_of, one_cell, runs_of, spread,
};

/// The number of rows placed in one step.
pub(super) const UNROLLED: usize = 4;

/// The flood from the first row to the last of two copies of the torus, cut open, one below the
/// other.
pub(super) struct LaneFlood<T> {
    width: u32,
    height: usize,
    /// The stones of one copy; padding rows make their number a multiple of [`UNROLLED`].
    pub stones: Vec<LaneRow<T>>,
    runs: Vec<Runs<T>>,
    /// The reached cells of each copy.
    reach: Vec<LaneRow<T>>,
}

impl<T: RowWord> LaneFlood<T> {
    pub fn new(width: usize, height: usize) -> LaneFlood<T> {
        let none = LaneRow::none();
        LaneFlood {
            width: width as u32,
            height,
            stones: vec![none; height.next_multiple_of(UNROLLED)],
            runs: vec![[none; 3]; height],
            reach: vec![none; 2 * height],
        }
    }

    /// The lanes on which the stones connect the first row and the last.
    #[inline(always)]
    pub fn joined(&mut self) -> LaneSet {
        for (row, runs) in self.stones.iter().zip(&mut self.runs) {
            *runs = runs_of(*row);
        }
        self.reach[1..].fill(LaneRow::none());
        self.reach[0] = self.stones[0];
        loop {
            let changed = self.pass_down();
            if is_within(changed, self.last()) {
                break;
            }
            let changed = self.pass_up();
            if is_within(changed, self.last()) {
                break;
            }
        }
        lanes_of(self.last())
    }

    /// Which of the wanted lanes have a ring. For each lane it takes one cell of the last row
    /// that the last flood reached, and tests whether the group of that cell contains both a cell
    /// and its copy on the unrolled board. Rings of other groups are not found.
    #[inline(always)]
    pub fn rings(&mut self, wanted: LaneSet) -> LaneSet {
        let last = 2 * self.height - 1;
        let end = one_cell(self.reach[last], wanted);
        let none = LaneRow::none();
        self.reach[..last].fill(none);
        let runs = self.runs[self.height - 1];
        [self.reach[last], _] = spread::<T, false>(end, none, runs, self.width - 1, none);
        loop {
            let changed = self.pass_up();
            let rings = self.twice();
            if lanes_of(rings) == wanted || is_within(changed, rings) {
                return lanes_of(rings);
            }
            let changed = self.pass_down();
            if is_within(changed, rings) {
                return lanes_of(self.twice());
            }
        }
    }

    #[inline(always)]
    fn last(&self) -> LaneRow<T> {
        self.reach[2 * self.height - 1]
    }

    /// The cells that were reached in both copies, all rows in one.
    #[inline(always)]
    fn twice(&self) -> LaneRow<T> {
        let (one, two) = self.reach.split_at(self.height);
        let mut all = LaneRow::none();
        for (one, two) in one.iter().zip(two) {
            for l in 0..LANES {
                all.0[l] |= one.0[l] & two.0[l];
            }
        }
        all
    }

    /// Spreads from row to row downwards; returns the changes.
    #[inline(always)]
    fn pass_down(&mut self) -> LaneRow<T> {
        let end = self.width - 1;
        let mut changed = LaneRow::none();
        let mut from = self.reach[0];
        let runs = self.runs[1..].iter().chain(&self.runs);
        for (row, runs) in self.reach[1..].iter_mut().zip(runs) {
            [from, changed] = spread::<T, true>(*row, from, *runs, end, changed);
            *row = from;
        }
        changed
    }

    /// The same upwards.
    #[inline(always)]
    fn pass_up(&mut self) -> LaneRow<T> {
        let end = self.width - 1;
        let mut changed = LaneRow::none();
        let last = 2 * self.height - 1;
        let mut from = self.reach[last];
        let runs = self.runs.iter().chain(&self.runs[..self.height - 1]).rev();
        for (row, runs) in self.reach[..last].iter_mut().rev().zip(runs) {
            [from, changed] = spread::<T, false>(*row, from, *runs, end, changed);
            *row = from;
        }
        changed
    }
}
