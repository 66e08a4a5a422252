//! The cheapest paths between a colour's two sides: a flood from the first
//! side tells the distance, and one from the second which cells it goes by.

use super::{
    Ground, UNREACHABLE,
    flood::{Flood, Reached, Source, Strip},
    meeting::{Meeting, Ways},
};

impl Ground<'_> {
    /// The distance, and with `with_ways` the cells on cheapest paths.
    pub(super) fn path(
        &self,
        strip: &mut Strip,
        [forth, back]: &mut [Flood; 2],
        with_ways: bool,
    ) -> (u32, Ways) {
        let (lines, across) = (self.lens.lines, self.lens.across);
        strip.fill(&self.own[..lines], &self.empty[..lines], 1);
        let side = |line| Source { line, stands: self.own[line], reaches: self.empty[line] };
        let there = |_, reached: &Reached<'_>| reached.line(lines - 1) != 0;
        let Some(distance) = forth.run(strip, across, side(0), UNREACHABLE, there) else {
            return (UNREACHABLE, Ways::default());
        };
        if !with_ways || distance == 0 {
            return (distance, Ways::default());
        }
        back.run(strip, across, side(lines - 1), distance, |_, _| false);
        let meeting = Meeting { forth, back, shift: 0, sum: distance + 1, lines };
        (distance, meeting.ways(distance))
    }
}
