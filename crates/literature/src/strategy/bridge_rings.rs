//! `bridge-rings`: van den Broek, Algorithm 3. The first of nineteen rules that applies decides.
//!
//! Readings of ambiguous passages:
//! - *Connected* over some rings: a chain of black stones in these rings, each touching the next
//!   or forming a bridge with it, joins the first ring and the last. Rings beyond 0 and n+1 are
//!   left out. Bridges may share cells.
//! - A ring that is *already encompassed* in a path makes the strategy lengthen the path
//!   (sections 5.3 and 6: rules 14 to 17). Taken literally, rules 3 to 13 would apply first in
//!   every ring with an empty cell. Rules 3 to 8 therefore skip rings that a path encompasses, by
//!   stones in them or bridges over them. Rules 9 to 13, which look for a way past white, skip
//!   ring j if a path encompasses j-1 to j+1, and rule 13 plays only in rings without black. With
//!   `connected=pass` rules 3 to 8 skip rings that their own stones connect, and rules 9 to 13
//!   skip none. With `connected=play` rules 3 to 8 permit every empty cell of rings that are
//!   connected already, as the rules of `three-rings` do.
//! - *The middle*: column ⌈m/2⌉ of ring ⌈n/2⌉.
//! - *Intruded*: two black stones (or a stone and an imagined ring) were joined by two empty
//!   cells, and white took one of them, whether or not the stones are connected elsewhere.
//! - *Indirectly connected* (rules 9 to 12): the stone itself forms a bridge with a stone of the
//!   other ring. It *can form a bridge* if the two cells between are empty and white is not at
//!   the far end.
//! - *The path encompassing ring j* (rules 14 to 17): a group of linked stones with stones in
//!   ring j or on both sides of it. Its ends are its highest and its lowest ring, unless it has
//!   reached an imagined one. A stone is added beyond an end and linked with a stone in it. If
//!   both ends are equally close, either is extended.
//! - On the torus the thesis's player keeps the imagined rings and goes from border to border
//!   (section 7.2): `wrap=off`. With `wrap=on` ring n is adjacent to ring 1, and a band that is
//!   wider than the board contains rings more than once.

use kring_board::{Cell, CellSet, Colour};

use super::{
    Boards, RingView, Strategy, first_that_applies,
    ring_band::{MAX_ROWS, RingBand},
    ring_view::WhiteMove,
};

/// The strategy.
pub struct BridgeRings {
    /// How rules 3 to 13 treat rings that are connected already.
    pub connected: Connected,
    /// Whether ring n of a torus is adjacent to ring 1.
    pub wraps: bool,
}

/// How the rules treat rings that are connected already.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Connected {
    /// Rules 3 to 8 permit all of their empty cells.
    Play,
    /// Rules 3 to 8 skip them.
    Pass,
    /// Rules 3 to 13 skip them, so that their path is lengthened.
    Lengthen,
}

/// A rule: the cells that it permits after white's last move.
type RingRule = fn(&BridgeRings, &RingView<'_>, WhiteMove) -> CellSet;

const RULES: [RingRule; 19] = [
    |_, rings, _| rings.position.winning_cells(Colour::Black),
    |_, rings, last| rings.other_halves(last.cell),
    |own, rings, last| own.connecting(rings, last.ring - 2, last.ring + 2),
    |own, rings, last| own.connecting(rings, last.ring - 1, last.ring + 1),
    |own, rings, last| own.connecting(rings, last.ring, last.ring + 2),
    |own, rings, last| own.connecting(rings, last.ring - 2, last.ring),
    |own, rings, last| own.connecting(rings, last.ring, last.ring + 1),
    |own, rings, last| own.connecting(rings, last.ring - 1, last.ring),
    |own, rings, last| own.passing(rings, last.ring, [-2, -1, 1]),
    |own, rings, last| own.passing(rings, last.ring, [2, 1, -1]),
    |own, rings, last| own.passing(rings, last.ring, [-3, -1, 1]),
    |own, rings, last| own.passing(rings, last.ring, [3, 1, -1]),
    |own, rings, last| own.opening(rings, last.ring),
    |_, rings, last| extending(rings, last.ring, 2),
    |_, rings, last| extending(rings, last.ring, -2),
    |_, rings, last| extending(rings, last.ring, 1),
    |_, rings, last| extending(rings, last.ring, -1),
    |_, rings, _| filling(rings),
    |_, rings, _| rings.anywhere(),
];

impl Strategy for BridgeRings {
    fn name(&self) -> &'static str {
        "bridge-rings"
    }

    fn boards(&self) -> Boards {
        Boards::CylinderAndTorus
    }

    fn permitted(&self, rings: &RingView<'_>) -> CellSet {
        let as_cylinder;
        let rings = if self.wraps {
            rings
        } else {
            as_cylinder = rings.as_cylinder();
            &as_cylinder
        };
        match rings.last {
            Some(last) => first_that_applies(RULES.iter().map(|rule| rule(self, rings, last))),
            None => middle(rings),
        }
    }
}

/// The cell in the middle of the board, if it is empty.
pub(super) fn middle(rings: &RingView<'_>) -> CellSet {
    let size = rings.size;
    // Of an even number the lower of the two in the middle: ⌈m/2⌉, counted from 1.
    let middle_of = |count: usize| (count - 1) / 2;
    let cell = Cell::at(size, middle_of(size.columns()), middle_of(size.rows()));
    cell.into_iter().filter(|cell| rings.anywhere().contains(*cell)).collect()
}

impl BridgeRings {
    /// The cells of these rings that connect the rings.
    fn connecting(&self, rings: &RingView<'_>, first: i32, last: i32) -> CellSet {
        let (band, from) = rings.band(first, last);
        let passes_over = match self.connected {
            Connected::Play => false,
            Connected::Pass => band.is_joined(),
            Connected::Lengthen => is_encompassed(rings, first, last),
        };
        if passes_over { CellSet::EMPTY } else { rings.set(from, &band.joining()) }
    }

    /// The cells of a ring next to white's that form a bridge with a stone in ring `from` and can
    /// form one with ring `to`, past white. All three rings are counted from white's ring.
    fn passing(&self, rings: &RingView<'_>, white: i32, offsets: [i32; 3]) -> CellSet {
        if self.passes_over(rings, white) {
            return CellSet::EMPTY;
        }
        let [from, here, to] = offsets.map(|offset| white + offset);
        let low = from.min(to);
        let high = from.max(to);
        let (band, first) = rings.band(low, high);
        let all_exist = first == low && band.count == (low..=high).count();
        if !all_exist {
            return CellSet::EMPTY;
        }
        let index = |ring| (ring - first) as usize;
        let from = index(from);
        let at = index(here);
        let to = index(to);
        let bound = band.bridged(band.black[from], from, at);
        let can = band.bridged(band.black[to] | band.empty[to], to, at);
        rings.ring(here, band.empty[at] & bound & can)
    }

    /// The empty cells of white's ring, if black must take one.
    fn opening(&self, rings: &RingView<'_>, white: i32) -> CellSet {
        let has_black = self.connected == Connected::Lengthen && rings.black(white) != 0;
        if has_black || self.passes_over(rings, white) {
            CellSet::EMPTY
        } else {
            rings.ring(white, rings.empty(white))
        }
    }

    /// Whether rules 9 to 13 leave white's ring to the rules that lengthen paths.
    fn passes_over(&self, rings: &RingView<'_>, white: i32) -> bool {
        self.connected == Connected::Lengthen && is_encompassed(rings, white - 1, white + 1)
    }
}

/// Whether a path leads from the first of these rings or above it to the last or below it. The
/// search covers these rings and one more on either side, where a bridge over the outer ones
/// would end.
fn is_encompassed(rings: &RingView<'_>, first: i32, last: i32) -> bool {
    let (inner, inner_first) = rings.band(first, last);
    let (band, band_first) = rings.band(first - 1, last + 1);
    // The indices in the band of the first and the last of these rings that exist.
    let top = (inner_first - band_first) as usize;
    let bottom = top + inner.count - 1;
    band.groups().iter().map(RingBand::span).any(|(high, low)| high <= top && low >= bottom)
}

/// The cells `by` rings beyond an end of a path that encompasses the ring, linked with that end.
/// Only the end closest to the ring counts.
fn extending(rings: &RingView<'_>, ring: i32, by: i32) -> CellSet {
    // On the torus: each ring of the board once, with this ring in the middle.
    let (first, last) = if rings.wraps {
        let above = (rings.count() - 1) / 2;
        (ring - above, ring - above + rings.count() - 1)
    } else {
        (0, rings.count() + 1)
    };
    let (band, first) = rings.band(first, last);
    let own = (ring - first) as usize;
    let mut closest = usize::MAX;
    let mut cells = CellSet::EMPTY;
    for group in band.groups() {
        let (top, bottom) = RingBand::span(&group);
        if !(top..=bottom).contains(&own) {
            continue;
        }
        // An end is open unless the band ends there too.
        let ends = [(top, -1), (bottom, 1)];
        for (at, side) in ends.into_iter().filter(|&(at, side)| band.ring_at(at, side).is_some()) {
            let distance = at.abs_diff(own);
            if distance < closest {
                (closest, cells) = (distance, CellSet::EMPTY);
            }
            if let Some(to) = band.ring_at(at, by)
                && distance == closest
                && side == by.signum()
            {
                let mut end = [0; MAX_ROWS];
                end[at] = group[at];
                let linked = band.linked(&end)[to] & band.empty[to];
                rings.add(&mut cells, first + to as i32, linked);
            }
        }
    }
    cells
}

/// The empty cells of all bridges.
fn filling(rings: &RingView<'_>) -> CellSet {
    let half = |cell: &Cell| !rings.other_halves(*cell).is_empty();
    rings.anywhere().iter().filter(half).collect()
}
