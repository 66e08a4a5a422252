//! The cheapest rings around a colour's axis.
//!
//! A ring is a way from a cell to another copy of it in the board unwrapped
//! along the axis. It passes every line across the axis, so it is enough to
//! start from the cells of one line, the seam. A cheapest ring passes no cell
//! twice, so it passes the seam at most once for each cell of it: that says
//! how many copies of the board can matter (spirals do need several), and the
//! line with the fewest cells to pass is the best seam.

use super::{
    Ground, UNREACHABLE,
    cheapest_cells::{CheapestCells, FloodPair},
    flood::{Flood, Reached, Source, UnwrappedLines},
    oriented_board::OrientedBoard,
};

/// The line where rings begin, in the unwrapped board.
pub(super) struct Seam {
    /// Its number on the board.
    pub line: usize,
    /// The lines of the board.
    lines: usize,
    /// How often a ring can go round, at most.
    turns: usize,
}

impl Seam {
    /// The strip line of the seam `turns` turns from where rings begin.
    fn after(&self, turns: usize) -> usize {
        self.line + (self.turns + turns) * self.lines
    }

    /// The seam's cells that are seen, in whichever copy.
    fn seen(&self, reached: &Reached<'_>) -> u32 {
        let copies = (0..=2 * self.turns).map(|copy| reached.line(self.line + copy * self.lines));
        copies.fold(0, |all, cells| all | cells)
    }

    /// The numbers of turns, one bit each, after which the start is seen again.
    fn rounds(&self, reached: &Reached<'_>, start: u32) -> u32 {
        let back = |turns: &usize| reached.line(self.after(*turns)) & start != 0;
        (1..=self.turns).filter(back).fold(0, |all, turns| all | 1 << turns)
    }
}

impl Ground<'_> {
    /// The distance, and with `with_ways` the cells on cheapest rings.
    pub(super) fn ring(
        &self,
        unwrapped: &mut UnwrappedLines,
        flood: &mut Flood,
        with_ways: bool,
    ) -> (u32, CheapestCells) {
        let OrientedBoard { lines, width, across, .. } = *self.oriented;
        let seam = self.seam();
        unwrapped.fill(&self.own[..lines], &self.empty[..lines], 2 * seam.turns + 1);
        let mut starts = self.own[seam.line] | self.empty[seam.line];
        let (mut best, mut all) = (UNREACHABLE, CheapestCells::default());
        for start in (0..width).map(|bit| 1 << bit) {
            if starts & start == 0 {
                continue;
            }
            let is_own = self.own[seam.line] & start != 0;
            let source = Source { line: seam.after(0), stands: start, reaches: 0 };
            let limit = if with_ways { best } else { best - 1 };
            let mut rounds = 0;
            let found = flood.run(unwrapped, across, source, limit, |stones, reached| {
                if is_own && stones == 0 {
                    // Every ring through these stones can go by the start.
                    starts &= !seam.seen(reached);
                }
                rounds = seam.rounds(reached, start);
                rounds != 0
            });
            let Some(distance) = found else { continue };
            if distance == 0 {
                return (0, CheapestCells::default());
            }
            if distance < best {
                (best, all) = (distance, CheapestCells::nowhere());
            }
            if with_ways {
                let sum = distance + u32::from(is_own);
                for turns in (1..=seam.turns).filter(|turns| rounds >> turns & 1 != 0) {
                    let shift = turns * lines;
                    let pair = FloodPair { forth: flood, back: flood, shift, sum, lines };
                    all.join(&pair.ways(distance));
                }
            }
        }
        (best, all)
    }

    /// The line with the fewest cells to pass.
    pub(super) fn seam(&self) -> Seam {
        let lines = self.oriented.lines;
        let passable = |line: &usize| (self.own[*line] | self.empty[*line]).count_ones() as usize;
        let line = (0..lines).min_by_key(passable).unwrap_or(0);
        Seam { line, lines, turns: passable(&line) + 1 }
    }
}
