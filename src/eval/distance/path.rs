//! The cheapest paths between a colour's two sides: a flood from the first
//! side tells the distance, and one from the second which cells it goes by.

use super::{
    Ground, UNREACHABLE,
    cheapest_cells::{CheapestCells, FloodPair},
    flood::{Flood, Reached, Source, UnwrappedLines},
};

impl Ground<'_> {
    /// The distance, and with `with_ways` the cells on cheapest paths.
    pub(super) fn path(
        &self,
        unwrapped: &mut UnwrappedLines,
        [forth, back]: &mut [Flood; 2],
        with_ways: bool,
    ) -> (u32, CheapestCells) {
        let (lines, across) = (self.oriented.lines, self.oriented.across);
        unwrapped.fill(&self.own[..lines], &self.empty[..lines], 1);
        let side = |line| Source { line, stands: self.own[line], reaches: self.empty[line] };
        let there = |_, reached: &Reached<'_>| reached.line(lines - 1) != 0;
        let Some(distance) = forth.run(unwrapped, across, side(0), UNREACHABLE, there) else {
            return (UNREACHABLE, CheapestCells::default());
        };
        if !with_ways || distance == 0 {
            return (distance, CheapestCells::default());
        }
        back.run(unwrapped, across, side(lines - 1), distance, |_, _| false);
        let pair = FloodPair { forth, back, shift: 0, sum: distance + 1, lines };
        (distance, pair.ways(distance))
    }
}
