//! Which cells lie on a cheapest path or ring, and which on all of them.
//!
//! A cheapest way that needs `d` stones has exactly one empty cell on each
//! level 1, 2, …, d of the flood from its beginning. A cell on level i lies
//! on such a way exactly if the flood from the end comes to it with the
//! stones that remain. And if no other cell of level i does, every cheapest
//! way goes through it: the cell is *vital*, and an enemy stone elsewhere
//! leaves the distance as it is.

use super::{flood::Flood, oriented_board::Lines};
use crate::rules::Size;

/// Two floods that meet, or one that meets a shifted copy of itself.
pub(super) struct FloodPair<'a> {
    pub forth: &'a Flood,
    pub back: &'a Flood,
    /// How many lines the second flood is shifted along the strip.
    pub shift: usize,
    /// What the two floods' levels of a cell on a cheapest way add up to.
    pub sum: u32,
    /// The lines of the board, which the strip repeats.
    pub lines: usize,
}

/// The cells on the cheapest ways of one or several meetings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CheapestCells {
    /// Empty cells that lie on a cheapest way.
    pub cells: Lines,
    /// All cells that lie on every cheapest way, and maybe some others.
    pub vital: Lines,
}

impl FloodPair<'_> {
    /// The cells on the cheapest ways of this meeting, with `distance` stones.
    pub fn ways(&self, distance: u32) -> CheapestCells {
        let mut ways = CheapestCells::default();
        let mut twice = Lines::default();
        for stones in 1..=distance {
            let level = self.level(stones);
            let alone = level.iter().map(|line| line.count_ones()).sum::<u32>() == 1;
            for (line, &cells) in level.iter().enumerate().take(self.lines) {
                twice[line] |= ways.cells[line] & cells;
                ways.cells[line] |= cells;
                ways.vital[line] |= if alone { cells } else { 0 };
            }
        }
        // A ring that winds can meet one cell on different levels, as another
        // copy of it. Whether such a cell is vital the levels do not tell.
        (0..self.lines).for_each(|line| ways.vital[line] |= twice[line]);
        ways
    }

    /// The cells of a level that lie on cheapest ways, folded onto the board.
    fn level(&self, stones: u32) -> Lines {
        let mut folded = Lines::default();
        let Some(rest) = self.sum.checked_sub(stones) else { return folded };
        let (first, forth) = self.forth.level(stones);
        let (start, back) = self.back.level(rest);
        let start = start + self.shift;
        let from = first.max(start);
        let to = (first + forth.len()).min(start + back.len());
        if from >= to {
            return folded;
        }
        let pairs = forth[from - first..to - first].iter().zip(&back[from - start..]);
        let mut line = from % self.lines;
        for (a, b) in pairs {
            folded[line] |= a & b;
            line = if line + 1 == self.lines { 0 } else { line + 1 };
        }
        folded
    }
}

impl CheapestCells {
    /// To join others to: no cell yet, and so all are vital.
    pub fn nowhere() -> CheapestCells {
        CheapestCells { cells: Lines::default(), vital: [!0; Size::MAX as usize] }
    }

    /// Takes the ways of another meeting in.
    pub fn join(&mut self, other: &CheapestCells) {
        for (mine, others) in self.cells.iter_mut().zip(&other.cells) {
            *mine |= others;
        }
        for (mine, others) in self.vital.iter_mut().zip(&other.vital) {
            *mine &= others;
        }
    }
}
