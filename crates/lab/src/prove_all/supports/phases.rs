//! Which rows have a set of tiles of their own, and the gaps between them, where the contracts lie.

use std::fmt;

use crate::prove_all::window::Way;

/// The phases. Gap i lies above the rows of phase i.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Phases {
    /// Boards of every height: rows of these phases lie below each other in turns, and the first row of a board has
    /// any phase.
    Period(usize),
    /// Boards of this height only: each row is a phase, and one more gap lies below the last one.
    Height(usize),
}

impl Phases {
    /// The number of phases.
    pub fn count(self) -> usize {
        let (Phases::Period(count) | Phases::Height(count)) = self;
        count
    }

    /// The number of gaps.
    pub fn gaps(self) -> usize {
        match self {
            Phases::Period(period) => period,
            Phases::Height(height) => height + 1,
        }
    }

    /// The gap below the rows of a phase.
    pub fn below(self, phase: usize) -> usize {
        (phase + 1) % self.gaps()
    }

    /// The gaps before and after the rows of a phase, for a direction.
    pub fn around(self, phase: usize, way: Way) -> [usize; 2] {
        match way {
            Way::Down => [phase, self.below(phase)],
            Way::Up => [self.below(phase), phase],
        }
    }

    /// The phase of the rows after a gap, for a direction; `None` at the end of a board of one height.
    pub fn after(self, gap: usize, way: Way) -> Option<usize> {
        (0..self.count()).find(|&phase| self.around(phase, way)[0] == gap)
    }

    /// Whether a board can begin at a gap, for a direction.
    pub fn can_begin(self, gap: usize, way: Way) -> bool {
        match (self, way) {
            (Phases::Period(_), _) => true,
            (Phases::Height(_), Way::Down) => gap == 0,
            (Phases::Height(height), Way::Up) => gap == height,
        }
    }

    /// Whether rows of a board can lie above and below a gap.
    pub fn is_inside(self, gap: usize) -> bool {
        match self {
            Phases::Period(_) => true,
            Phases::Height(height) => 0 < gap && gap < height,
        }
    }

    /// The phase after a half turn.
    pub fn turned(self, phase: usize) -> usize {
        self.count() - 1 - phase
    }

    /// The gap after a half turn.
    pub fn turned_gap(self, gap: usize) -> usize {
        (self.count() - gap) % self.gaps()
    }
}

impl fmt::Display for Phases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Phases::Period(period) => write!(f, "period {period}"),
            Phases::Height(height) => write!(f, "height {height}"),
        }
    }
}
