//! Two-distances from a side: level after level, with bit operations on whole lines.
//!
//! A cell belongs to the next level when two of its neighbours are reached. Contacts are counted
//! by shifting lines, with one bit for "at least one so far". Of a group's shore (the empty cells
//! around it) only the first two reached cells matter. The first counts once for the whole shore,
//! except for the cells it touches, which have counted it already. The second completes the whole
//! shore.

use super::oriented_board::{Across, LineRuns, OrientedStones, UnwrappedLines, bits};

/// The groups of a colour's stones on the unwrapped board. An empty line comes before the first
/// and after the last, so the board begins with line 1.
#[derive(Clone, Debug, Default)]
pub(super) struct SpreadGroups {
    board: UnwrappedLines,
    /// Empty cells that touch an own stone.
    pub shore: Vec<u32>,
    /// The group of each own stone.
    numbers: Vec<u16>,
    /// The empty cells around each group.
    shores: LineRuns,
    /// The stones of the group that is being numbered.
    stones: Vec<u32>,
}

/// An upper bound of the cells of a line.
const LINE: usize = 32;

impl SpreadGroups {
    /// Finds the groups on this number of copies of the board.
    pub fn fill(&mut self, stones: &OrientedStones<'_>, copies: usize) {
        self.board.fill(stones, copies);
        let height = self.height();
        for cleared in [&mut self.shore, &mut self.stones] {
            cleared.clear();
            cleared.resize(height, 0);
        }
        self.numbers.resize(height * LINE, 0);
        self.shores.clear();
        for line in 1..height - 1 {
            // Numbered stones are removed here, and restored below.
            while self.board.own[line] != 0 {
                let stone = self.board.own[line] & self.board.own[line].wrapping_neg();
                self.number(stones.oriented.across, line, stone);
            }
        }
        self.board.fill(stones, copies);
    }

    /// The number of lines, including the two outer ones.
    fn height(&self) -> usize {
        self.board.own.len()
    }

    /// The first line of the shore of a group, and the cells of its lines.
    #[inline]
    pub fn shore_of(&self, group: u16) -> (usize, &[u32]) {
        self.shores.get(usize::from(group))
    }

    /// Calls `each` with the groups of some cells of a line.
    #[inline]
    pub fn groups_at(&self, line: usize, cells: u32, mut each: impl FnMut(u16)) {
        bits(self.board.own[line] & cells).for_each(|bit| each(self.numbers[line * LINE + bit]));
    }

    /// Numbers the group of a stone, and finds its shore.
    fn number(&mut self, across: Across, line: usize, stone: u32) {
        let number = self.shores.len() as u16;
        self.stones[line] = stone;
        let mut low = line;
        let mut high = line;
        loop {
            let from = (low - 1).max(1);
            let to = (high + 1).min(self.board.own.len() - 2);
            let mut grown = false;
            for line in (from..=to).chain((from..to).rev()) {
                let more = touched(across, &self.stones, line) & self.board.own[line];
                if more & !self.stones[line] != 0 {
                    self.stones[line] |= more;
                    (low, high) = (low.min(line), high.max(line));
                    grown = true;
                }
            }
            if !grown {
                break;
            }
        }
        let first = (low - 1).max(1);
        let last = (high + 1).min(self.board.own.len() - 2);
        let shore = (first..=last).map(|line| {
            let cells = touched(across, &self.stones, line) & self.board.empty[line];
            self.shore[line] |= cells;
            cells
        });
        self.shores.push(first, shore);
        for line in low..=high {
            let stones = std::mem::take(&mut self.stones[line]);
            self.board.own[line] &= !stones;
            bits(stones).for_each(|bit| self.numbers[line * LINE + bit] = number);
        }
    }
}

/// The cells of a line that are in a set or touch it.
fn touched(across: Across, cells: &[u32], line: usize) -> u32 {
    let above = cells[line - 1];
    let here = cells[line];
    let below = cells[line + 1];
    across.and_before(above | here) | across.and_after(here | below)
}

/// The cells of each level, from 1 on, and the memory to find them.
#[derive(Clone, Debug, Default)]
pub(super) struct Spread {
    /// Cells that are reached.
    reached: Vec<u32>,
    /// Cells with a neighbour that is reached.
    once: Vec<u32>,
    /// Cells with a second reached neighbour; cleared after each level.
    twice: Vec<u32>,
    /// The cells of the last level.
    fresh: Vec<u32>,
    /// The number of reached cells of each group's shore; 2 stands for more.
    reached_of_group: Vec<u8>,
    pub levels: LineRuns,
}

impl Spread {
    pub fn clear(&mut self, groups: &SpreadGroups) {
        let height = groups.height();
        for lines in [&mut self.reached, &mut self.once, &mut self.twice, &mut self.fresh] {
            lines.clear();
            lines.resize(height, 0);
        }
        self.reached_of_group.clear();
        self.reached_of_group.resize(groups.shores.len(), 0);
        self.levels.clear();
    }

    /// Puts cells of a line on level 1: empty ones, and the shores of stones.
    pub fn seed(&mut self, groups: &SpreadGroups, line: usize, cells: u32) {
        self.fresh[line] |= cells & groups.board.empty[line];
        groups.groups_at(line, cells, |group| {
            let (first, shore) = groups.shore_of(group);
            let lines = self.fresh[first..].iter_mut().zip(shore);
            lines.for_each(|(fresh, cells)| *fresh |= cells);
        });
    }

    /// Puts the neighbours of an empty cell on level 1.
    pub fn seed_around(&mut self, groups: &SpreadGroups, across: Across, line: usize, cell: u32) {
        for next in line - 1..=line + 1 {
            self.seed(groups, next, across.touching(line, cell, next));
        }
        self.fresh[line] &= !cell;
    }

    /// Spreads from level 1, up to level `limit`.
    pub fn run(&mut self, groups: &SpreadGroups, across: Across, limit: u32) {
        let inside = 1..groups.height() - 1;
        let Some(mut low) = inside.clone().find(|&line| self.fresh[line] != 0) else { return };
        let mut high = inside.clone().rfind(|&line| self.fresh[line] != 0).unwrap_or(low);
        self.reached.copy_from_slice(&self.fresh);
        self.levels.push(low, &self.fresh[low..=high]);
        let mut on_shore = true;
        for _ in 1..limit {
            let first = low;
            let last = high;
            (low, high) = ((low - 1).max(inside.start), (high + 1).min(inside.end - 1));
            let count = high + 1 - low;
            count_touching(
                across,
                &self.fresh[low - 1..][..count + 2],
                &mut self.once[low..][..count],
                &mut self.twice[low..][..count],
            );
            for line in (first..=last).filter(|_| on_shore) {
                for bit in bits(self.fresh[line] & groups.shore[line]) {
                    self.count_by_groups(groups, across, line, 1 << bit, (&mut low, &mut high));
                }
            }
            let any;
            (any, on_shore) = self.advance(groups, low, high);
            if !any {
                break;
            }
            // Skip outer lines without cells of this level.
            while self.fresh[low] == 0 {
                low += 1;
            }
            while self.fresh[high] == 0 {
                high -= 1;
            }
            self.levels.push(low, &self.fresh[low..=high]);
        }
    }

    /// Counts a reached cell for the shores that it lies on.
    fn count_by_groups(
        &mut self,
        groups: &SpreadGroups,
        across: Across,
        line: usize,
        cell: u32,
        (low, high): (&mut usize, &mut usize),
    ) {
        let touching = |at: usize| across.touching(line, cell, at);
        // The groups of which this is the first reached cell.
        let (mut new, mut count) = ([0; 6], 0);
        for at in line - 1..=line + 1 {
            groups.groups_at(at, touching(at), |group| {
                if new[..count].contains(&group) || self.reached_of_group[usize::from(group)] == 2 {
                    return;
                }
                let (first, shore) = groups.shore_of(group);
                (*low, *high) = ((*low).min(first), (*high).max(first + shore.len() - 1));
                self.reached_of_group[usize::from(group)] += 1;
                if self.reached_of_group[usize::from(group)] == 1 {
                    (new[count], count) = (group, count + 1);
                } else {
                    let lines = self.twice[first..].iter_mut().zip(shore);
                    lines.for_each(|(twice, cells)| *twice |= cells);
                }
            });
        }
        for (i, &group) in new[..count].iter().enumerate() {
            let (first, shore) = groups.shore_of(group);
            for (at, &cells) in (first..).zip(shore) {
                // The cell counts once for each other cell, however many groups connect the two.
                let mut cells = cells & !touching(at);
                for &earlier in &new[..i] {
                    let (first, shore) = groups.shore_of(earlier);
                    cells &= !at.checked_sub(first).and_then(|i| shore.get(i)).unwrap_or(&0);
                }
                self.twice[at] |= self.once[at] & cells;
                self.once[at] |= cells;
            }
        }
    }

    /// Finds the next level: returns whether it has any cells, and any that touch stones.
    fn advance(&mut self, groups: &SpreadGroups, low: usize, high: usize) -> (bool, bool) {
        let count = high + 1 - low;
        let empty = &groups.board.empty[low..][..count];
        let shore = &groups.shore[low..][..count];
        let reached = &mut self.reached[low..][..count];
        let twice = &mut self.twice[low..][..count];
        let fresh = &mut self.fresh[low..][..count];
        let mut any = 0;
        let mut touching = 0;
        for i in 0..count {
            let cells = twice[i] & empty[i] & !reached[i];
            twice[i] = 0;
            reached[i] |= cells;
            fresh[i] = cells;
            any |= cells;
            touching |= cells & shore[i];
        }
        (any != 0, touching != 0)
    }

    pub fn depth(&self) -> u32 {
        self.levels.len() as u32
    }

    /// The cells of a level, from 1 to the last: the first line and the cells of its lines.
    #[inline]
    pub fn level(&self, level: u32) -> (usize, &[u32]) {
        self.levels.get(level as usize - 1)
    }

    /// Whether cells of a line are on level 1.
    pub fn is_next(&self, line: usize, cells: u32) -> bool {
        let (first, lines) = self.level(1);
        line.checked_sub(first).and_then(|at| lines.get(at)).is_some_and(|line| line & cells != 0)
    }
}

/// Counts the fresh cells around each cell. `fresh` has one extra line on either side. The function
/// takes slices, so that the compiler knows that they do not overlap, and vectorises the loop.
#[inline(never)]
fn count_touching(across: Across, fresh: &[u32], once: &mut [u32], twice: &mut [u32]) {
    let count = once.len();
    let above = &fresh[..count];
    let here = &fresh[1..][..count];
    let below = &fresh[2..][..count];
    let twice = &mut twice[..count];
    for i in 0..count {
        let mut one = once[i];
        let mut two = 0;
        for cells in across.steps(above[i], here[i], below[i]) {
            two |= one & cells;
            one |= cells;
        }
        (once[i], twice[i]) = (one, two);
    }
}
