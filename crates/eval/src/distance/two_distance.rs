//! Two-distance, after van Rijswijck's Queenbee: the opponent will block the best path, so the
//! second best counts.
//!
//! Cells are neighbours if they touch or touch the same group of own stones. A cell has
//! two-distance 1 from a side if it touches the side or a group that does; otherwise one more
//! than the second smallest two-distance among its neighbours. So a bridge costs no more than a
//! direct contact. The goal's two-distance is the smallest sum of a cell's two-distances from
//! both sides, minus one, since the cell itself is counted twice.
//!
//! For a ring both sides are one cell of the start line: a start, and its copy one turn on. The
//! start must be filled too, so an empty one costs one more. The cheapest start counts. The search
//! goes at most one turn either way.
//!
//! Where every cell is infinitely far (the opponent can block every path), the ordinary distance
//! plus the number of cells of the board replaces it.

use kring_board::Goal;

use super::{
    TwoDistance,
    oriented_board::{Lines, OrientedBoard, OrientedStones, common_lines},
    spread::{Spread, SpreadGroups},
};

/// The copies of the board in the search for a ring: that of the start, one before it and one
/// after it.
const COPIES: usize = 3;

/// Above any two-distance.
const FAR: u32 = 1 << 16;

#[derive(Clone, Debug, Default)]
pub(super) struct TwoDistanceSearch {
    groups: SpreadGroups,
    spreads: [Spread; 2],
}

impl TwoDistanceSearch {
    /// The two-distance of the goal, which has not been reached; `None` if it is infinite. Its cells
    /// are counted if `count`.
    ///
    /// `before` is the result before the last enemy stone, if it is known. With the same start
    /// line no start has become better, so the first that is as good as before gives the new one.
    pub fn find(
        &mut self,
        stones: &OrientedStones<'_>,
        count: bool,
        before: Option<&LeastTwoDistance>,
    ) -> Option<TwoDistance> {
        let is_ring = stones.oriented.goal == Goal::Ring;
        let is_same =
            |before: &&LeastTwoDistance| !is_ring || before.start_line == stones.start_line();
        let (first, enough) = match before.filter(is_same) {
            Some(before) if before.distance == FAR => return None,
            Some(before) => (before.start, before.distance),
            None => (0, 0),
        };
        let least = self.least(stones, count, first, enough);
        let cells = least.cells.iter().map(|line| line.count_ones() as usize).sum();
        (least.distance < FAR).then_some(TwoDistance { distance: least.distance, cells })
    }

    /// The smallest two-distance, with the cells that give it for a path, or if `with_cells`. A
    /// ring is searched from start number `first` on, until one is found that is no longer than
    /// `enough`.
    pub fn least(
        &mut self,
        stones: &OrientedStones<'_>,
        with_cells: bool,
        first: usize,
        enough: u32,
    ) -> LeastTwoDistance {
        let cells = Lines::default();
        let start_line = 0;
        let start = 0;
        let mut least = LeastTwoDistance { distance: FAR, cells, start_line, start };
        match stones.oriented.goal {
            Goal::Path => self.path(stones, &mut least),
            Goal::Ring => self.ring(stones, with_cells, first, enough, &mut least),
        }
        least
    }

    fn path(&mut self, stones: &OrientedStones<'_>, least: &mut LeastTwoDistance) {
        let lines = stones.oriented.lines;
        let across = stones.oriented.across;
        self.groups.fill(stones, 1);
        for (spread, side) in self.spreads.iter_mut().zip([1, lines]) {
            spread.clear(&self.groups);
            spread.seed(&self.groups, side, across.all);
            spread.run(&self.groups, across, FAR);
        }
        let [top, bottom] = &self.spreads;
        least.meet(top, bottom, (0, 0), FAR, lines);
    }

    fn ring(
        &mut self,
        stones: &OrientedStones<'_>,
        with_cells: bool,
        first: usize,
        enough: u32,
        least: &mut LeastTwoDistance,
    ) {
        let OrientedBoard { lines, width, across, .. } = *stones.oriented;
        self.groups.fill(stones, COPIES);
        let start_line = stones.start_line();
        least.start_line = start_line;
        let line = 1 + lines + start_line;
        let groups = &self.groups;
        let spread = &mut self.spreads[0];
        for bit in (first..width).chain(0..first) {
            let start = 1 << bit;
            let is_own = stones.own[start_line] & start != 0;
            if !is_own && stones.empty[start_line] & start == 0 {
                continue;
            }
            let cost = u32::from(!is_own);
            // The maximum sum of the two-distances of a cell.
            let most = least.distance + u32::from(with_cells) - cost;
            spread.clear(groups);
            if is_own {
                spread.seed(groups, line, start);
            } else {
                spread.seed_around(groups, across, line, start);
            }
            spread.run(groups, across, most.saturating_sub(1).max(1));
            let before = least.distance;
            // The start alone closes the ring.
            if !is_own && spread.is_next(line + lines, start) {
                least.set(1, |cells| cells[start_line] |= start);
            }
            spread.levels.remove(line, start);
            least.meet(spread, spread, (lines, cost), most, lines);
            if least.distance < before {
                least.start = bit;
            }
            if least.distance <= enough {
                break;
            }
        }
    }
}

/// The smallest two-distance so far, and the cells that give it.
pub(super) struct LeastTwoDistance {
    distance: u32,
    cells: Lines,
    /// For a ring: the line of its starts, and the first start that gave it.
    start_line: usize,
    start: usize,
}

impl LeastTwoDistance {
    /// Finds the smallest sum of levels of a cell in two spreads, of which the second is shifted
    /// by some lines.
    fn meet(
        &mut self,
        forward: &Spread,
        backward: &Spread,
        (shift, cost): (usize, u32),
        most: u32,
        lines: usize,
    ) {
        for sum in 2..=most.min(forward.depth() + backward.depth()) {
            let mut any = false;
            let from = sum.saturating_sub(backward.depth()).max(1);
            for level in from..=forward.depth().min(sum - 1) {
                let common = common_lines(forward.level(level), backward.level(sum - level), shift);
                let met = common.clone().fold(0, |met, (_, cells)| met | cells);
                if met != 0 {
                    any = true;
                    self.set(sum + cost - 1, |all| {
                        common.for_each(|(line, cells)| all[(line - 1) % lines] |= cells);
                    });
                }
            }
            if any {
                return;
            }
        }
    }

    /// Adds a distance and its cells, if there is no shorter one.
    fn set(&mut self, distance: u32, add: impl FnOnce(&mut Lines)) {
        if distance < self.distance {
            (self.distance, self.cells) = (distance, Lines::default());
        }
        if distance == self.distance {
            add(&mut self.cells);
        }
    }
}
