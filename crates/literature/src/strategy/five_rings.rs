//! `five-rings`: van Hees, Algorithm 5.2, made for five columns.
//!
//! Readings of ambiguous passages:
//! - The imagined rings 0 and n+1 count as black stones.
//! - A *long bridge* (Definition 5.1): whichever single empty cell white takes, one more black
//!   stone joins two groups by touch or bridges. A bridge is preferred to a long bridge.
//! - A *sub-board* lies between two rings with black stones that have none between them and are
//!   at most 4 apart. It is *contested* if white's last move lies in it and its ends are not
//!   joined, not even by a long bridge. The answer joins them. If no stone does, the next rules
//!   apply.
//! - If the nearest stones on both sides of ring j are equally near: either.
//! - Ring j+3 follows the table on five columns, with its mirror image if white is on the other
//!   side of the black stone in ring j, and with both if white is on both sides or on neither. On
//!   other circumferences, and if the cell of the table is taken, it is joined by a bridge or a
//!   long bridge, and otherwise answered like ring j+4.
//! - *Away from white*, and the preference in white's own ring: at least 2
//!   columns from white's stone, otherwise 1.
//! - A *k-path* (Definition 5.2) joins k consecutive rings by touch, bridges and
//!   long bridges; rings that a bridge passes over count, as in section 5.4.

use kring_board::CellSet;

use super::{
    Boards, RingView, Strategy, first_that_applies,
    ring_band::{BandRows, MAX_ROWS, RingBand, cells},
    ring_view::WhiteMove,
};

/// The largest distance between the ends of a sub-board.
const WIDEST: i32 = 4;

/// The strategy.
pub struct FiveRings;

impl Strategy for FiveRings {
    fn name(&self) -> &'static str {
        "five-rings"
    }

    fn boards(&self) -> Boards {
        Boards::OddCylinder
    }

    fn permitted(&self, rings: &RingView<'_>) -> CellSet {
        let Some(last) = rings.last else { return rings.anywhere() };
        let rules: [fn(&RingView<'_>, WhiteMove) -> CellSet; 4] =
            [contested, nearest, longest, |rings, _| rings.anywhere()];
        first_that_applies(rules.iter().map(|rule| rule(rings, last)))
    }
}

/// The nearest rings with black stones above and below a ring.
fn neighbours(rings: &RingView<'_>, ring: i32) -> [Option<i32>; 2] {
    let occupied = |ring: &i32| rings.black(*ring) != 0;
    [(0..ring).rev().find(occupied), (ring + 1..=rings.count() + 1).find(occupied)]
}

/// The answers in the sub-boards of white's last move.
fn contested(rings: &RingView<'_>, last: WhiteMove) -> CellSet {
    let [above, below] = neighbours(rings, last.ring);
    let boards = match rings.black(last.ring) {
        0 => vec![(above, below)],
        _ => vec![(above, Some(last.ring)), (Some(last.ring), below)],
    };
    let mut answers = CellSet::EMPTY;
    for (from, to) in boards {
        let (Some(from), Some(to)) = (from, to) else { continue };
        let (band, first) = rings.band(from, to);
        if to - from <= WIDEST && !band.is_long_joined() {
            answers = answers.or(&rings.set(first, &joining(&band, &band.empty)));
        }
    }
    answers
}

/// The cells of `among` that join a band by bridges, or else by a long bridge.
fn joining(band: &RingBand, among: &BandRows) -> BandRows {
    let joining = band.joining();
    let chosen = std::array::from_fn(|ring| joining[ring] & among[ring]);
    if chosen == [0; MAX_ROWS] { band.long_joining(among) } else { chosen }
}

/// The cells of white's ring that join it with the nearest black stone.
fn nearest(rings: &RingView<'_>, last: WhiteMove) -> CellSet {
    if rings.black(last.ring) != 0 {
        return CellSet::EMPTY;
    }
    let sides = neighbours(rings, last.ring);
    let distance = |ring: i32| (ring - last.ring).abs();
    let closest = sides.iter().flatten().map(|&ring| distance(ring)).min();
    let Some(closest) = closest.filter(|closest| *closest <= WIDEST) else {
        return CellSet::EMPTY;
    };
    let near = sides.into_iter().flatten().filter(|&ring| distance(ring) == closest);
    rings.ring(last.ring, near.fold(0, |all, ring| all | joining_from(rings, last, ring)))
}

/// The cells of white's ring that join it with a ring of black stones.
fn joining_from(rings: &RingView<'_>, last: WhiteMove, from: i32) -> u32 {
    let free = rings.empty(last.ring);
    let distance = (from - last.ring).abs();
    if distance == 3 {
        let by_table = by_table(rings, last, from) & free;
        if by_table != 0 {
            return by_table;
        }
    }
    if distance <= 3 {
        let (band, first) = rings.band(from.min(last.ring), from.max(last.ring));
        let at = (last.ring - first) as usize;
        let mut among = [0; MAX_ROWS];
        among[at] = free;
        let joined = joining(&band, &among)[at];
        if joined != 0 {
            return away(rings, last, joined);
        }
    }
    away(rings, last, free)
}

/// The given cells of white's ring that are not next to white's stone, or else all of them.
fn away(rings: &RingView<'_>, last: WhiteMove, cells: u32) -> u32 {
    let close = rings.rotated(last.column, 1) | rings.rotated(last.column, -1);
    if cells & !close != 0 { cells & !close } else { cells }
}

/// The answers three rings below a black stone, in columns from that stone, indexed by white's
/// column, also counted from that stone. White is two columns to the left of the stone.
const TABLE: [i32; 5] = [-2, -1, -1, 0, 2];

/// The table's answers for the black stones of ring `from`.
fn by_table(rings: &RingView<'_>, last: WhiteMove, from: i32) -> u32 {
    if rings.columns() != 5 || !(1..=rings.count()).contains(&from) {
        return 0;
    }
    // Upwards, everything is turned by 180 degrees.
    let down = (last.ring - from).signum();
    // Rows are slanted: three rings below a stone, the mirror image of the column
    // c to its right is the column 3 + c to its left.
    let mirrored = |offset: i32| -3 - offset;
    let white = last.column.trailing_zeros() as i32;
    let mut answers = 0;
    for stone in (0..5).filter(|stone| rings.black(from) >> stone & 1 != 0) {
        let offset = (white - stone) * down;
        let lies = |side: i32| rings.white(from) & rings.rotated(1 << stone, side * down) != 0;
        let left = lies(-2);
        let right = lies(2);
        let at = |offset: i32| TABLE[offset.rem_euclid(5) as usize];
        if left || !right {
            answers |= rings.rotated(1 << stone, at(offset) * down);
        }
        if right || !left {
            answers |= rings.rotated(1 << stone, mirrored(at(mirrored(offset))) * down);
        }
    }
    answers
}

/// The cells that create the longest k-path through white's ring.
fn longest(rings: &RingView<'_>, last: WhiteMove) -> CellSet {
    let (band, first) = rings.band(0, rings.count() + 1);
    let (mut most, mut chosen) = (0, [0; MAX_ROWS]);
    for (ring, cell) in cells(&band.empty) {
        let length = path_length(&band.with(ring, cell), last.ring as usize);
        if length > most {
            (most, chosen) = (length, [0; MAX_ROWS]);
        }
        if length == most {
            chosen[ring] |= cell;
        }
    }
    if most == 0 { CellSet::EMPTY } else { rings.set(first, &chosen) }
}

/// The largest number of rings that a path through this ring joins.
fn path_length(band: &RingBand, ring: usize) -> usize {
    let paths = band.paths();
    let spans =
        paths.iter().map(RingBand::span).filter(|(top, bottom)| (*top..=*bottom).contains(&ring));
    spans.map(|(top, bottom)| bottom - top + 1).max().unwrap_or(0)
}
