//! The flood: a breadth-first search with bit operations on whole lines. One pass over the lines
//! moves from all cells of a level to all their neighbours. Own stones cost nothing, so a level
//! also includes all cells behind them.
//!
//! Two floods that meet give the cells on cheapest paths and rings. A cheapest path that needs
//! `d` stones has exactly one empty cell on each level 1, 2, …, d of the flood from its start. A
//! cell on level i lies on such a path exactly if the flood from the end reaches it with the
//! remaining stones. If it is the only such cell of level i, every cheapest path goes through it:
//! the cell is *vital*. An enemy stone elsewhere does not change the distance.

use super::oriented_board::{Across, LineRuns, Lines, UnwrappedLines, common_lines};

/// The start of a flood. Lines of the unwrapped board are numbered from zero.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Source {
    pub line: usize,
    /// Cells that the flood starts from without a stone.
    pub holds: u32,
    /// Empty cells that it reaches with its first stone.
    pub reaches: u32,
}

/// A flood: the cells that can be reached with each number of stones.
#[derive(Clone, Debug, Default)]
pub(super) struct Flood {
    seen: Vec<u32>,
    fresh: Vec<u32>,
    grown: Vec<u32>,
    next: Vec<u32>,
    /// The empty cells of each level.
    levels: LineRuns,
}

impl Flood {
    /// Floods the unwrapped board level by level until `done`, called with the number of stones and
    /// the reached cells of each line, returns true. Returns that number, or `None` if `limit`
    /// stones are not enough.
    pub fn run(
        &mut self,
        unwrapped: &UnwrappedLines,
        across: Across,
        source: Source,
        limit: u32,
        mut done: impl FnMut(u32, &[u32]) -> bool,
    ) -> Option<u32> {
        let height = unwrapped.own.len();
        for lines in [&mut self.seen, &mut self.fresh, &mut self.grown, &mut self.next] {
            lines.clear();
            lines.resize(height, 0);
        }
        self.levels.clear();
        let at = source.line + 1;
        self.fresh[at] = source.holds;
        self.seen[at] = source.holds;
        self.next[at] = source.reaches;
        self.levels.push(at, [source.holds & unwrapped.empty[at]]);
        let mut low = at;
        let mut high = at;
        for stones in 0..=limit {
            (low, high) = self.close(unwrapped, across, low, high);
            if done(stones, &self.seen[1..]) {
                return Some(stones);
            }
            if stones == limit || !self.advance(low, high) {
                break;
            }
        }
        None
    }

    /// Moves from the fresh cells to their neighbours, and on through own stones. Returns the
    /// first and the last line that may have new cells.
    fn close(
        &mut self,
        unwrapped: &UnwrappedLines,
        across: Across,
        mut low: usize,
        mut high: usize,
    ) -> (usize, usize) {
        loop {
            low = (low - 1).max(1);
            high = (high + 1).min(unwrapped.own.len() - 2);
            let lines = low..=high;
            let count = high + 1 - low;
            let any = pass(
                across,
                &self.fresh[low - 1..][..count + 2],
                &unwrapped.own[lines.clone()],
                &unwrapped.empty[lines.clone()],
                &mut self.seen[lines.clone()],
                &mut self.next[lines.clone()],
                &mut self.grown[lines],
            );
            std::mem::swap(&mut self.fresh, &mut self.grown);
            if !any {
                return (low, high);
            }
        }
    }

    /// Adds a stone: the cells found next become the new level.
    fn advance(&mut self, low: usize, high: usize) -> bool {
        self.levels.push(low, &self.next[low..=high]);
        let mut any = 0;
        for line in low..=high {
            let cells = std::mem::take(&mut self.next[line]);
            self.fresh[line] = cells;
            self.seen[line] |= cells;
            any |= cells;
        }
        any != 0
    }
}

/// One step to all neighbours. `fresh` has one extra line on either side. Empty cells go to the
/// next level, own stones to this one; returns whether there are any such stones. The function
/// takes slices, so that the compiler knows that they do not overlap, and vectorises the loop.
#[inline(never)]
fn pass(
    across: Across,
    fresh: &[u32],
    own: &[u32],
    empty: &[u32],
    seen: &mut [u32],
    next: &mut [u32],
    grown: &mut [u32],
) -> bool {
    let count = fresh.len() - 2;
    let above = &fresh[..count];
    let here = &fresh[1..][..count];
    let below = &fresh[2..][..count];
    let own = &own[..count];
    let empty = &empty[..count];
    let seen = &mut seen[..count];
    let next = &mut next[..count];
    let grown = &mut grown[..count];
    let mut any = 0;
    for i in 0..count {
        let touched = across.and_before(above[i])
            | across.and_before(here[i])
            | across.and_after(here[i])
            | across.and_after(below[i]);
        let unseen = touched & !seen[i];
        next[i] |= unseen & empty[i];
        let stones = unseen & own[i];
        seen[i] |= stones;
        grown[i] = stones;
        any |= stones;
    }
    any != 0
}

/// The cells on the cheapest paths of one or several pairs of floods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CheapestCells {
    /// The empty cells on a cheapest path.
    pub cells: Lines,
    /// All cells that lie on every cheapest path, and possibly some others.
    pub vital: Lines,
}

/// The cells on the cheapest paths, which need `distance` stones, on a board of `lines` lines:
/// where two floods meet, or one flood and a copy of it that is shifted by some lines. The two
/// levels of such a cell have the sum `sum`.
pub(super) fn cheapest_cells(
    [forward, backward]: [&Flood; 2],
    shift: usize,
    sum: u32,
    lines: usize,
    distance: u32,
) -> CheapestCells {
    let mut found = CheapestCells::default();
    let mut twice = Lines::default();
    for stones in 1..=distance.min(sum) {
        let there = forward.levels.get(stones as usize);
        let back = backward.levels.get((sum - stones) as usize);
        // Folded onto the board itself.
        let mut level = Lines::default();
        common_lines(there, back, shift)
            .for_each(|(line, cells)| level[(line - 1) % lines] |= cells);
        let alone = level.iter().map(|line| line.count_ones()).sum::<u32>() == 1;
        for (line, &cells) in level.iter().enumerate().take(lines) {
            twice[line] |= found.cells[line] & cells;
            found.cells[line] |= cells;
            found.vital[line] |= if alone { cells } else { 0 };
        }
    }
    // A ring that winds can meet a cell on different levels, in different copies of the board. The
    // levels do not show whether such a cell is vital, so it counts as vital.
    (0..lines).for_each(|line| found.vital[line] |= twice[line]);
    found
}

impl CheapestCells {
    pub fn join(&mut self, other: &CheapestCells) {
        for (mine, others) in self.cells.iter_mut().zip(&other.cells) {
            *mine |= others;
        }
        for (mine, others) in self.vital.iter_mut().zip(&other.vital) {
            *mine &= others;
        }
    }
}
