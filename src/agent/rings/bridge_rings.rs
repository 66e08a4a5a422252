//! `bridge-rings`: van den Broek, Algorithm 3, the first of nineteen rules
//! that applies.
//!
//! Readings, where the text leaves a choice:
//! - *Connected* over some rings: a chain of black stones of these rings, each
//!   touching the next or forming a bridge with it, joins the first of them
//!   and the last. Rings beyond 0 and n+1 are left out. Bridges may share
//!   cells. As in `three-rings`, what is connected already stays so with
//!   any stone, so that the rule permits every free cell of its rings; with
//!   `connected=pass` it does not apply there.
//! - *The middle*: column ⌈m/2⌉ of ring ⌈n/2⌉.
//! - *Intruded*: two black stones (or a stone and an imagined ring) were
//!   joined by two free cells, and white took one of them, whether the stones
//!   hang together elsewhere or not.
//! - *Indirectly connected* (rules 9 to 12): the stone itself forms a bridge
//!   with a stone of the other ring. It *can form a bridge* if the two cells
//!   between are free and white is not at the far end.
//! - *The path around ring j* (rules 14 to 17, ring j is full): a group of
//!   linked stones with a stone in ring j; its ends are its highest and its
//!   lowest ring, unless it has reached an imagined one. A stone is added
//!   beyond an end, linked with a stone in it. Of ends equally close, either.
//! - On the torus a strip of rings that is wider than the board sees rings
//!   more than once.

use super::{Rings, Strategy, first_that_applies, view::Last};
use crate::board::{Cell, CellSet};

/// The strategy.
pub(super) struct BridgeRings {
    /// Rules 3 to 8 pass over rings that are connected already.
    pub passes_over: bool,
}

/// What a rule permits after white's last move.
type Rule = fn(&BridgeRings, &Rings<'_>, Last) -> CellSet;

const RULES: [Rule; 19] = [
    |_, rings, _| rings.winning(),
    |_, rings, last| rings.other_halves(last.cell),
    |own, rings, last| own.connecting(rings, last.ring - 2, last.ring + 2),
    |own, rings, last| own.connecting(rings, last.ring - 1, last.ring + 1),
    |own, rings, last| own.connecting(rings, last.ring, last.ring + 2),
    |own, rings, last| own.connecting(rings, last.ring - 2, last.ring),
    |own, rings, last| own.connecting(rings, last.ring, last.ring + 1),
    |own, rings, last| own.connecting(rings, last.ring - 1, last.ring),
    |_, rings, last| passing(rings, last.ring - 2, last.ring - 1, last.ring + 1),
    |_, rings, last| passing(rings, last.ring + 2, last.ring + 1, last.ring - 1),
    |_, rings, last| passing(rings, last.ring - 3, last.ring - 1, last.ring + 1),
    |_, rings, last| passing(rings, last.ring + 3, last.ring + 1, last.ring - 1),
    |_, rings, last| rings.ring(last.ring, rings.empty(last.ring)),
    |_, rings, last| extending(rings, last.ring, 2),
    |_, rings, last| extending(rings, last.ring, -2),
    |_, rings, last| extending(rings, last.ring, 1),
    |_, rings, last| extending(rings, last.ring, -1),
    |_, rings, _| filling(rings),
    |_, rings, _| rings.anywhere(),
];

impl Strategy for BridgeRings {
    fn permitted(&self, rings: &Rings<'_>) -> CellSet {
        match rings.last() {
            Some(last) => first_that_applies(RULES.iter().map(|rule| rule(self, rings, last))),
            None => middle(rings).and(&rings.anywhere()),
        }
    }
}

/// The cell in the middle of the board.
fn middle(rings: &Rings<'_>) -> CellSet {
    let size = rings.size();
    let cell = Cell::at(size, (size.columns() - 1) / 2, (size.rows() - 1) / 2);
    cell.into_iter().collect()
}

impl BridgeRings {
    /// The cells of these rings with which the rings are connected.
    fn connecting(&self, rings: &Rings<'_>, first: i32, last: i32) -> CellSet {
        let (strip, first) = rings.strip(first, last);
        if self.passes_over && strip.is_joined() {
            return CellSet::EMPTY;
        }
        rings.set(first, &strip.joining())
    }
}

/// The cells of the ring `here` that form a bridge with a stone in ring
/// `from` and can form one with ring `to`, past white.
fn passing(rings: &Rings<'_>, from: i32, here: i32, to: i32) -> CellSet {
    let (low, high) = (from.min(to), from.max(to));
    let (strip, first) = rings.strip(low, high);
    // One of the rings is not there.
    if first != low || strip.count != (high - low + 1) as usize {
        return CellSet::EMPTY;
    }
    let [from, at, to] = [from, here, to].map(|ring| (ring - low) as usize);
    let bound = strip.bridged(strip.black[from], from, at);
    let can = strip.bridged(strip.black[to] | strip.empty[to], to, at);
    rings.ring(here, strip.empty[at] & bound & can)
}

/// The cells so many rings beyond the end that is closest to the ring, of a
/// path through it, that are linked with that end.
fn extending(rings: &Rings<'_>, ring: i32, by: i32) -> CellSet {
    // On the torus: the board once, with the ring in the middle.
    let (first, last) = match rings.wraps() {
        true => (ring - (rings.count() - 1) / 2, ring + rings.count() / 2),
        false => (0, rings.count() + 1),
    };
    let (strip, first) = rings.strip(first, last);
    let mut closest = i32::MAX;
    let mut cells = CellSet::EMPTY;
    for group in strip.groups((ring - first) as usize) {
        let occupied = || (0..strip.count).filter(|&at| group[at] != 0);
        let ends = [occupied().next().map(|at| (at, -1)), occupied().next_back().map(|at| (at, 1))];
        let open = |&(at, side): &(usize, i32)| {
            (at as i32 + side + first != first - 1) && at as i32 + side < strip.count as i32
        };
        for (at, side) in ends.into_iter().flatten().filter(open) {
            let distance = (at as i32 + first - ring).abs();
            if distance < closest {
                closest = distance;
                cells = CellSet::EMPTY;
            }
            let to = at as i32 + by;
            if distance == closest && side == by.signum() && (0..strip.count as i32).contains(&to) {
                let mut end = [0; super::strip::MOST];
                end[at] = group[at];
                let linked = strip.linked(&end)[to as usize] & strip.empty[to as usize];
                rings.add(&mut cells, first + to, linked);
            }
        }
    }
    cells
}

/// The free cells of all bridges.
fn filling(rings: &Rings<'_>) -> CellSet {
    let half = |cell: &Cell| !rings.other_halves(*cell).is_empty();
    rings.anywhere().iter().filter(half).collect()
}
