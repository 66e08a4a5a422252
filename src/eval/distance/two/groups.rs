//! A colour's groups on the unwrapped board, and the empty cells around each.

use super::super::{Ground, oriented_board::Across};

/// The lines of the board, one copy after the other, and the groups of own
/// stones on them. A line without cells stands before the first and after the
/// last, so that no look goes over the end; so the board begins with line 1.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    own: Vec<u32>,
    pub empty: Vec<u32>,
    /// Empty cells that touch an own stone.
    pub shore: Vec<u32>,
    /// The group of each own stone.
    numbers: Vec<u16>,
    groups: Vec<Shore>,
    store: Vec<u32>,
    /// The group that is being numbered.
    stones: Vec<u32>,
}

/// The empty cells around a group: lines from `first` on.
#[derive(Clone, Copy, Debug)]
struct Shore {
    first: usize,
    count: usize,
    at: usize,
}

/// More cells than any line has.
const LINE: usize = 32;

impl Groups {
    /// Finds the groups on so many copies of the board.
    pub fn fill(&mut self, ground: &Ground<'_>, copies: usize) {
        let (lines, across) = (ground.oriented.lines, ground.oriented.across);
        for (to, from) in [(&mut self.own, &ground.own), (&mut self.empty, &ground.empty)] {
            to.clear();
            to.push(0);
            (0..copies).for_each(|_| to.extend_from_slice(&from[..lines]));
            to.push(0);
        }
        let height = self.own.len();
        for cleared in [&mut self.shore, &mut self.stones] {
            cleared.clear();
            cleared.resize(height, 0);
        }
        self.numbers.resize(height * LINE, 0);
        self.groups.clear();
        self.store.clear();
        for line in 1..height - 1 {
            // What is numbered is taken out for the time being.
            while self.own[line] != 0 {
                self.number(across, line, self.own[line] & self.own[line].wrapping_neg());
            }
        }
        for copy in 0..copies {
            self.own[1 + copy * lines..][..lines].copy_from_slice(&ground.own[..lines]);
        }
    }

    /// The number of lines, the two outer ones included.
    pub fn height(&self) -> usize {
        self.own.len()
    }

    /// The number of groups.
    pub fn count(&self) -> usize {
        self.groups.len()
    }

    /// The first line of the shore of a group, and its lines.
    #[inline]
    pub fn shore_of(&self, group: u16) -> (usize, &[u32]) {
        let Shore { first, count, at } = self.groups[usize::from(group)];
        (first, &self.store[at..at + count])
    }

    /// The groups that some cells of a line belong to.
    #[inline]
    pub fn groups_at(&self, line: usize, cells: u32, mut each: impl FnMut(u16)) {
        let mut stones = self.own[line] & cells;
        while stones != 0 {
            each(self.numbers[line * LINE + stones.trailing_zeros() as usize]);
            stones &= stones - 1;
        }
    }

    /// Numbers the group of a stone, and finds its shore.
    fn number(&mut self, across: Across, line: usize, stone: u32) {
        let number = self.groups.len() as u16;
        self.stones[line] = stone;
        let (mut low, mut high) = (line, line);
        loop {
            let (from, to) = ((low - 1).max(1), (high + 1).min(self.own.len() - 2));
            let mut grown = false;
            for line in (from..=to).chain((from..to).rev()) {
                let more = touched(across, &self.stones, line) & self.own[line];
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
        let (first, last) = ((low - 1).max(1), (high + 1).min(self.own.len() - 2));
        let at = self.store.len();
        for line in first..=last {
            let cells = touched(across, &self.stones, line) & self.empty[line];
            self.store.push(cells);
            self.shore[line] |= cells;
        }
        self.groups.push(Shore { first, count: last + 1 - first, at });
        for line in low..=high {
            let mut stones = std::mem::take(&mut self.stones[line]);
            self.own[line] &= !stones;
            while stones != 0 {
                self.numbers[line * LINE + stones.trailing_zeros() as usize] = number;
                stones &= stones - 1;
            }
        }
    }
}

/// The cells of a line that some cells touch, and the cells themselves.
fn touched(across: Across, cells: &[u32], line: usize) -> u32 {
    let (above, here, below) = (cells[line - 1], cells[line], cells[line + 1]);
    across.and_before(above | here) | across.and_after(here | below)
}
