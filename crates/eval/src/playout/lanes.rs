//! Rows of several boards, each board in its own lane, and the spread of a flood within them. All
//! loops over lanes become vector instructions.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Shl, Shr};

/// The number of lanes: boards, or boards of one colour, that are flooded at once. The registers
/// of browsers are small, and few.
pub(super) const LANES: usize = if cfg!(target_arch = "wasm32") { 8 } else { 32 };

/// A set of lanes, one bit each.
pub(super) type LaneSet = u32;

/// One row of each board, a bit for each cell.
#[derive(Clone, Copy)]
#[cfg_attr(target_arch = "wasm32", repr(align(16)))]
#[cfg_attr(not(target_arch = "wasm32"), repr(align(64)))]
pub(super) struct LaneRow<T>(pub [T; LANES]);

/// A word that holds a row of a board.
pub(super) trait RowWord:
    Copy
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

    /// Moves the first bit of a row to the last; bits beyond the row may be garbage. In browsers a
    /// shift by a variable takes several instructions.
    #[inline(always)]
    fn first_as_last(self, last: u32) -> Self {
        if cfg!(target_arch = "wasm32") {
            (Self::ALL ^ (self & Self::from(true)).plus(Self::ALL)) & Self::from(true) << last
        } else {
            self << last
        }
    }

    /// The last cell of a row in the place of its first one.
    #[inline(always)]
    fn last_as_first(self, last: u32) -> Self {
        let bit = Self::from(true) << last;
        if cfg!(target_arch = "wasm32") { Self::from(self & bit == bit) } else { self >> last }
    }
}

macro_rules! word {
    ($name:ident) => {
        impl RowWord for $name {
            const NONE: $name = 0;
            const ALL: $name = !0;

            #[inline(always)]
            fn plus(self, other: $name) -> $name {
                self.wrapping_add(other)
            }
        }
    };
}

word!(u16);
word!(u32);

impl<T: RowWord> LaneRow<T> {
    #[inline(always)]
    pub fn none() -> LaneRow<T> {
        LaneRow([T::NONE; LANES])
    }
}

/// The stones of a row, those that begin a run of two, and those that begin a run of four.
pub(super) type Runs<T> = [LaneRow<T>; 3];

#[inline(always)]
pub(super) fn runs_of<T: RowWord>(row: LaneRow<T>) -> Runs<T> {
    let mut runs = [row; 3];
    for l in 0..LANES {
        let two = row.0[l] & row.0[l] >> 1;
        runs[1].0[l] = two;
        runs[2].0[l] = two & two >> 2;
    }
    runs
}

/// Spreads into a row from its neighbour above (or below), and some way to both sides; returns
/// the row, and the changes.
#[inline(always)]
pub(super) fn spread<T: RowWord, const DOWN: bool>(
    row: LaneRow<T>,
    from: LaneRow<T>,
    [stones, twos, fours]: Runs<T>,
    last: u32,
    mut changed: LaneRow<T>,
) -> [LaneRow<T>; 2] {
    let mut spread = row;
    for l in 0..LANES {
        let stones = stones.0[l];
        let from = from.0[l];
        let beside = if DOWN {
            from >> 1 | from.first_as_last(last)
        } else {
            from << 1 | from.last_as_first(last)
        };
        let seed = (from | beside) & stones | row.0[l];
        // To the end of each run of stones, by the carry of an addition.
        let carried = stones.plus(seed) ^ stones ^ seed;
        // Seven cells to the other side.
        let mut reach = seed | seed >> 1 & stones;
        reach |= reach >> 2 & twos.0[l];
        reach |= reach >> 4 & fours.0[l];
        reach |= carried & stones;
        reach |= (seed.first_as_last(last) | seed.last_as_first(last)) & stones;
        changed.0[l] |= reach ^ row.0[l];
        spread.0[l] = reach;
    }
    [spread, changed]
}

/// Whether all changes are in lanes that are done. A lane is done if its row in `done` is not
/// empty.
#[inline(always)]
pub(super) fn is_within<T: RowWord>(changed: LaneRow<T>, done: LaneRow<T>) -> bool {
    let mut left = T::NONE;
    for l in 0..LANES {
        left |= if done.0[l] == T::NONE { changed.0[l] } else { T::NONE };
    }
    left == T::NONE
}

/// The lanes that are not empty.
#[inline(always)]
pub(super) fn lanes_of<T: RowWord>(row: LaneRow<T>) -> LaneSet {
    let mut set = 0;
    for l in 0..LANES {
        set |= LaneSet::from(row.0[l] != T::NONE) << l;
    }
    set
}

/// One cell of the row in each of these lanes.
#[inline(always)]
pub(super) fn one_cell<T: RowWord>(row: LaneRow<T>, lanes: LaneSet) -> LaneRow<T> {
    let mut one = row;
    for l in 0..LANES {
        let below = row.0[l].plus(T::ALL);
        one.0[l] = if lanes >> l & 1 != 0 { row.0[l] & (row.0[l] ^ below) } else { T::NONE };
    }
    one
}
