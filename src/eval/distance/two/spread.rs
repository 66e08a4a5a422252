//! Two-distances from a side: level after level, by whole lines of bits.
//!
//! A cell belongs to the next level when two of its neighbours are reached.
//! Cells that touch are counted by shifting lines, with a bit for "one so
//! far". Of a group's shore only the first two cells that are reached matter:
//! the first counts once for the whole shore, except where it touches, for
//! that has been counted; the second completes the whole shore.

use super::{super::oriented_board::Across, groups::Groups};

/// The cells of each level, from 1 on, and the memory that this takes.
#[derive(Clone, Debug, Default)]
pub(super) struct Spread {
    /// Cells that are reached.
    reached: Vec<u32>,
    /// Cells with a neighbour that is reached.
    once: Vec<u32>,
    /// Cells with another one.
    twice: Vec<u32>,
    /// The cells of the last level.
    fresh: Vec<u32>,
    /// How many cells of each group's shore are reached; 2 stands for more.
    known: Vec<u8>,
    levels: Vec<Level>,
    store: Vec<u32>,
}

/// Lines from `first` on.
#[derive(Clone, Copy, Debug)]
struct Level {
    first: usize,
    count: usize,
    at: usize,
}

/// The neighbours of a line's cells, where narrow boards that close have some
/// cells on both sides of another.
#[derive(Clone, Copy)]
struct Beside {
    across: Across,
    /// All bits where a cell and the one before it are not the same.
    before: u32,
    /// All bits where the cells before and after another are not the same.
    after: u32,
}

impl Beside {
    fn new(across: Across) -> Beside {
        let bits = |differ: bool| if differ { !0 } else { 0 };
        let width = across.all.count_ones();
        let (before, after) = (bits(width > 1), bits(width > 2));
        let open = !across.closes();
        Beside { across, before: before | bits(open), after: after | bits(open) }
    }

    /// Cells of the line before, of the same and of the one after: the cells
    /// of this line that each of their six directions leads to.
    #[inline(always)]
    fn steps(self, above: u32, here: u32, below: u32) -> [u32; 6] {
        let (before, after) = (self.across.before(above), self.across.after(below));
        [
            above,
            before & self.before,
            self.across.before(here) & self.before,
            self.across.after(here) & self.after,
            below,
            after & self.before,
        ]
    }
}

impl Spread {
    /// Begins with nothing.
    pub fn clear(&mut self, groups: &Groups) {
        let height = groups.height();
        for lines in [&mut self.reached, &mut self.once, &mut self.twice, &mut self.fresh] {
            lines.clear();
            lines.resize(height, 0);
        }
        self.known.clear();
        self.known.resize(groups.count(), 0);
        self.levels.clear();
        self.store.clear();
    }

    /// Puts cells of a line on level 1: empty ones, and the shores of stones.
    pub fn seed(&mut self, groups: &Groups, line: usize, cells: u32) {
        self.fresh[line] |= cells & groups.empty[line];
        groups.groups_at(line, cells, |group| {
            let (first, shore) = groups.shore_of(group);
            let lines = self.fresh[first..].iter_mut().zip(shore);
            lines.for_each(|(fresh, cells)| *fresh |= cells);
        });
    }

    /// Puts what lies next to an empty cell on level 1.
    pub fn seed_around(&mut self, groups: &Groups, across: Across, line: usize, cell: u32) {
        for (next, down) in [(line - 1, [0, 0, 1]), (line, [0, 1, 0]), (line + 1, [1, 0, 0])] {
            let [above, here, below] = down.map(|there| there * cell);
            let beside = Beside::new(across).steps(above, here, below);
            self.seed(groups, next, beside.iter().fold(0, |all, cells| all | cells));
        }
        self.fresh[line] &= !cell;
    }

    /// Spreads from what is on level 1, no further than level `limit`.
    pub fn run(&mut self, groups: &Groups, across: Across, limit: u32) {
        let beside = Beside::new(across);
        let inside = 1..groups.height() - 1;
        let Some(mut low) = inside.clone().find(|&line| self.fresh[line] != 0) else { return };
        let mut high = inside.clone().rfind(|&line| self.fresh[line] != 0).unwrap_or(low);
        self.reached.copy_from_slice(&self.fresh);
        self.keep(low, high);
        let mut on_shore = true;
        for _ in 1..limit {
            let (first, last) = (low, high);
            (low, high) = ((low - 1).max(inside.start), (high + 1).min(inside.end - 1));
            let count = high + 1 - low;
            count_touching(
                beside,
                &self.fresh[low - 1..][..count + 2],
                &mut self.once[low..][..count],
                &mut self.twice[low..][..count],
            );
            for line in (first..=last).filter(|_| on_shore) {
                let mut cells = self.fresh[line] & groups.shore[line];
                while cells != 0 {
                    let cell = cells & cells.wrapping_neg();
                    self.count_by_groups(groups, beside, line, cell, (&mut low, &mut high));
                    cells &= cells - 1;
                }
            }
            let any;
            (any, on_shore) = self.advance(groups, low, high);
            if !any {
                break;
            }
            // Lines without cells of this level are not looked at again.
            while self.fresh[low] == 0 {
                low += 1;
            }
            while self.fresh[high] == 0 {
                high -= 1;
            }
            self.keep(low, high);
        }
    }

    /// What a cell that is reached means for the shores that it lies on.
    fn count_by_groups(
        &mut self,
        groups: &Groups,
        beside: Beside,
        line: usize,
        cell: u32,
        (low, high): (&mut usize, &mut usize),
    ) {
        let touching = |at: usize| {
            let there = |line: usize| if at == line { cell } else { 0 };
            let steps = beside.steps(there(line + 1), there(line), there(line - 1));
            steps.into_iter().fold(0, |all, cells| all | cells)
        };
        // Groups of which this is the first cell.
        let (mut new, mut count) = ([0; 6], 0);
        for at in line - 1..=line + 1 {
            groups.groups_at(at, touching(at), |group| {
                if new[..count].contains(&group) || self.known[usize::from(group)] == 2 {
                    return;
                }
                let (first, shore) = groups.shore_of(group);
                (*low, *high) = ((*low).min(first), (*high).max(first + shore.len() - 1));
                self.known[usize::from(group)] += 1;
                if self.known[usize::from(group)] == 1 {
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
                // The cell counts once for each other, however many ways lead there.
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

    /// The next level: whether it has any cells, and any that touch stones.
    fn advance(&mut self, groups: &Groups, low: usize, high: usize) -> (bool, bool) {
        let count = high + 1 - low;
        let (empty, shore) = (&groups.empty[low..][..count], &groups.shore[low..][..count]);
        let reached = &mut self.reached[low..][..count];
        let (twice, fresh) = (&mut self.twice[low..][..count], &mut self.fresh[low..][..count]);
        let (mut any, mut touching) = (0, 0);
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

    fn keep(&mut self, low: usize, high: usize) {
        let at = self.store.len();
        self.store.extend_from_slice(&self.fresh[low..=high]);
        self.levels.push(Level { first: low, count: high + 1 - low, at });
    }

    /// The number of the last level.
    pub fn depth(&self) -> u32 {
        self.levels.len() as u32
    }

    /// The cells of a level, from 1 to the last: the first line and the lines.
    #[inline]
    pub fn level(&self, level: u32) -> (usize, &[u32]) {
        let Level { first, count, at } = self.levels[level as usize - 1];
        (first, &self.store[at..at + count])
    }

    /// Whether cells of a line are on level 1.
    pub fn is_next(&self, line: usize, cells: u32) -> bool {
        self.levels.first().is_some_and(|level| {
            let at = line.checked_sub(level.first).filter(|at| *at < level.count);
            at.is_some_and(|at| self.store[level.at + at] & cells != 0)
        })
    }

    /// Takes cells of a line off their levels.
    pub fn remove(&mut self, line: usize, cells: u32) {
        for level in &self.levels {
            let at = line.checked_sub(level.first).filter(|at| *at < level.count);
            at.into_iter().for_each(|at| self.store[level.at + at] &= !cells);
        }
    }
}

/// Counts the fresh cells around each cell. `fresh` has one line more on
/// either side. A function of plain slices, so that the compiler knows them
/// apart and takes several lines at once.
#[inline(never)]
fn count_touching(beside: Beside, fresh: &[u32], once: &mut [u32], twice: &mut [u32]) {
    let count = once.len();
    let (above, here, below) = (&fresh[..count], &fresh[1..][..count], &fresh[2..][..count]);
    let twice = &mut twice[..count];
    for i in 0..count {
        let (mut one, mut two) = (once[i], 0);
        for cells in beside.steps(above[i], here[i], below[i]) {
            two |= one & cells;
            one |= cells;
        }
        (once[i], twice[i]) = (one, two);
    }
}
