//! `three-rings`: Huneke, Hayward and Toft, Algorithm 3.1. It always wins on
//! three columns.
//!
//! Reading: a rule says in which rings to play and what must hold once the
//! stone lies. What holds before the stone holds after it, so such a rule
//! permits every free cell of its rings.

use super::{Boards, RingView, Strategy, first_that_applies};
use crate::board::CellSet;

/// The strategy.
pub struct ThreeRings;

impl Strategy for ThreeRings {
    fn name(&self) -> &'static str {
        "three-rings"
    }

    fn boards(&self) -> Boards {
        Boards::Cylinder
    }

    fn permitted(&self, rings: &RingView<'_>) -> CellSet {
        let Some(last) = rings.last() else { return rings.anywhere() };
        let rules: [fn(&RingView<'_>, i32) -> CellSet; 5] = [
            |rings, ring| touching(rings, ring, &[-1, 1]),
            |rings, ring| touching(rings, ring, &[1]),
            |rings, ring| touching(rings, ring, &[-1]),
            |rings, ring| rings.ring(ring, rings.empty(ring)),
            |rings, _| rings.anywhere(),
        ];
        first_that_applies(rules.iter().map(|rule| rule(rings, last.ring)))
    }
}

/// The free cells of this ring and of those on these sides of it (−1 above,
/// 1 below) with which a black stone in the ring touches black on each side.
fn touching(rings: &RingView<'_>, ring: i32, sides: &[i32]) -> CellSet {
    // The cells of the ring that touch black on a side.
    let touches = |side: i32| {
        let beyond = rings.black(ring + side);
        beyond | rings.turned(beyond, side)
    };
    let touch_all = sides.iter().fold(!0, |all, &side| all & touches(side));
    let holds = rings.black(ring) & touch_all != 0;
    let mut cells = rings.ring(ring, rings.empty(ring) & if holds { !0 } else { touch_all });
    for &side in sides {
        // Stones that lack only this side.
        let others = sides.iter().filter(|other| **other != side);
        let stones = rings.black(ring) & others.fold(!0, |all, &other| all & touches(other));
        let reached = stones | rings.turned(stones, -side);
        let free = rings.empty(ring + side);
        rings.add(&mut cells, ring + side, free & if holds { !0 } else { reached });
    }
    cells
}
