//! A flood over few boards of the torus at once: a row of a board is one word,
//! and each board has a lane of its own in the vector registers.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Shl, Shr};

/// So many boards are flooded at once.
pub(super) const LANES: usize = 32;

/// So many rows are laid in one step.
pub(super) const UNROLLED: usize = 4;

/// A set of lanes, one bit for each.
pub(super) type LaneSet = u32;

/// One row of each board, a bit for each cell.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Row<T>(pub [T; LANES]);

/// A word that holds a row of a board.
pub(super) trait Word:
    Copy
    + Default
    + PartialEq
    + From<bool>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const NONE: Self;
    const ALL: Self;

    fn plus(self, other: Self) -> Self;
}

impl Word for u16 {
    const NONE: u16 = 0;
    const ALL: u16 = !0;

    #[inline(always)]
    fn plus(self, other: u16) -> u16 {
        self.wrapping_add(other)
    }
}

impl Word for u32 {
    const NONE: u32 = 0;
    const ALL: u32 = !0;

    #[inline(always)]
    fn plus(self, other: u32) -> u32 {
        self.wrapping_add(other)
    }
}

impl<T: Word> Row<T> {
    #[inline(always)]
    fn none() -> Row<T> {
        Row([T::NONE; LANES])
    }
}

/// The flood from the first row to the last of two copies of the torus, cut
/// open, one below the other.
pub(super) struct LaneFlood<T> {
    width: u32,
    height: usize,
    /// The stones of one copy; rows without a meaning make their number a
    /// multiple of [`UNROLLED`].
    pub stones: Vec<Row<T>>,
    runs: Vec<Runs<T>>,
    /// Of both copies.
    reach: Vec<Row<T>>,
}

/// The stones of a row, those of them that begin two in a row, and those that
/// begin four.
#[derive(Clone, Copy)]
struct Runs<T>([Row<T>; 3]);

impl<T: Word> LaneFlood<T> {
    pub fn new(width: usize, height: usize) -> LaneFlood<T> {
        let none = Row::none();
        LaneFlood {
            width: width as u32,
            height,
            stones: vec![none; height.next_multiple_of(UNROLLED)],
            runs: vec![Runs([none; 3]); height],
            reach: vec![none; 2 * height],
        }
    }

    /// The lanes on which the stones connect the first row and the last.
    #[inline(always)]
    pub fn joined(&mut self) -> LaneSet {
        for (row, runs) in self.stones.iter().zip(&mut self.runs) {
            *runs = Runs::new(*row);
        }
        self.reach[1..].fill(Row::none());
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
        lanes(self.last())
    }

    /// The lanes, of those given, on which the group of a cell in the last row,
    /// to which the last flood came, has a cell and its copy: a ring. Not every
    /// ring is found.
    #[inline(always)]
    pub fn rings(&mut self, wanted: LaneSet) -> LaneSet {
        let last = 2 * self.height - 1;
        let (end, none) = (one_cell(self.reach[last], wanted), Row::none());
        self.reach[..last].fill(none);
        let runs = self.runs[self.height - 1];
        [self.reach[last], _] = spread::<T, false>(end, none, runs, self.width - 1, none);
        loop {
            let changed = self.pass_up();
            let rings = self.twice();
            if lanes(rings) == wanted || is_within(changed, rings) {
                return lanes(rings);
            }
            let changed = self.pass_down();
            if is_within(changed, rings) {
                return lanes(self.twice());
            }
        }
    }

    #[inline(always)]
    fn last(&self) -> Row<T> {
        self.reach[2 * self.height - 1]
    }

    /// The cells that were reached in both copies, all rows in one.
    #[inline(always)]
    fn twice(&self) -> Row<T> {
        let (one, two) = self.reach.split_at(self.height);
        let mut all = Row::none();
        for (one, two) in one.iter().zip(two) {
            for l in 0..LANES {
                all.0[l] |= one.0[l] & two.0[l];
            }
        }
        all
    }

    /// Spreads from row to row downwards; returns what changes.
    #[inline(always)]
    fn pass_down(&mut self) -> Row<T> {
        let (turn, mut changed) = (self.width - 1, Row::none());
        let mut from = self.reach[0];
        let runs = self.runs[1..].iter().chain(&self.runs);
        for (row, runs) in self.reach[1..].iter_mut().zip(runs) {
            [from, changed] = spread::<T, true>(*row, from, *runs, turn, changed);
            *row = from;
        }
        changed
    }

    /// The same upwards.
    #[inline(always)]
    fn pass_up(&mut self) -> Row<T> {
        let (turn, mut changed) = (self.width - 1, Row::none());
        let last = 2 * self.height - 1;
        let mut from = self.reach[last];
        let runs = self.runs.iter().chain(&self.runs[..self.height - 1]).rev();
        for (row, runs) in self.reach[..last].iter_mut().rev().zip(runs) {
            [from, changed] = spread::<T, false>(*row, from, *runs, turn, changed);
            *row = from;
        }
        changed
    }
}

impl<T: Word> Runs<T> {
    #[inline(always)]
    fn new(row: Row<T>) -> Runs<T> {
        let mut runs = [row; 3];
        for l in 0..LANES {
            let two = row.0[l] & row.0[l] >> 1;
            runs[1].0[l] = two;
            runs[2].0[l] = two & two >> 2;
        }
        Runs(runs)
    }
}

/// Spreads into a row from its neighbour above (or below), and some way on to
/// both sides; returns the row, and what has changed.
#[inline(always)]
fn spread<T: Word, const DOWN: bool>(
    row: Row<T>,
    from: Row<T>,
    Runs([stones, twos, fours]): Runs<T>,
    turn: u32,
    mut changed: Row<T>,
) -> [Row<T>; 2] {
    let mut spread = row;
    for l in 0..LANES {
        let (stones, from) = (stones.0[l], from.0[l]);
        let beside = if DOWN { from >> 1 | from << turn } else { from << 1 | from >> turn };
        let seed = (from | beside) & stones | row.0[l];
        // To the end of each run of stones, as an addition carries.
        let carried = stones.plus(seed) ^ stones ^ seed;
        // Seven cells to the other side.
        let mut reach = seed | seed >> 1 & stones;
        reach |= reach >> 2 & twos.0[l];
        reach |= reach >> 4 & fours.0[l];
        reach |= carried & stones;
        reach |= (seed << turn | seed >> turn) & stones;
        changed.0[l] |= reach ^ row.0[l];
        spread.0[l] = reach;
    }
    [spread, changed]
}

/// Whether all changes are in lanes that are done: those that are not empty.
#[inline(always)]
fn is_within<T: Word>(changed: Row<T>, done: Row<T>) -> bool {
    let mut left = T::NONE;
    for l in 0..LANES {
        left |= if done.0[l] == T::NONE { changed.0[l] } else { T::NONE };
    }
    left == T::NONE
}

/// The lanes that are not empty.
#[inline(always)]
fn lanes<T: Word>(row: Row<T>) -> LaneSet {
    let mut set = 0;
    for l in 0..LANES {
        set |= LaneSet::from(row.0[l] != T::NONE) << l;
    }
    set
}

/// One cell of each row that is in one of the lanes.
#[inline(always)]
fn one_cell<T: Word>(row: Row<T>, lanes: LaneSet) -> Row<T> {
    let mut one = row;
    for l in 0..LANES {
        let below = row.0[l].plus(T::ALL);
        one.0[l] = if lanes >> l & 1 != 0 { row.0[l] & (row.0[l] ^ below) } else { T::NONE };
    }
    one
}
