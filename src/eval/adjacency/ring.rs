//! Cheapest rings.
//!
//! Every ring has a cell of the gate (see [`Links::gate`]). A ring is found
//! from the first cell of the gate that it has: walks from that cell to its
//! copies, turns away, avoid the cells before it. So each ring is found once in
//! each direction.
//!
//! Under seasons it matters where a ring is begun. There the gate is that of the
//! board's first line, and a ring is laid from its first cell of the gate on,
//! in either direction.

use super::{Links, PathCount, SeasonSteps, Walker, walker::Way};
use crate::board::{Cell, CellSet};

impl Walker {
    /// The cheapest rings, and the cells on them.
    pub(super) fn rings(&mut self, links: &Links, steps: &SeasonSteps) -> (PathCount, CellSet) {
        let (gate, passes) = links.gate(!steps.is_open());
        self.bound = passes as i16 + 1;
        let mut best = PathCount::NEVER;
        let mut cells = CellSet::EMPTY;
        let mut avoided = CellSet::EMPTY;
        for start in gate.iter() {
            let found = self.run(links, steps, Way::Round(start.0), &avoided, best.length);
            avoided.insert(start);
            if found.paths == 0.0 {
                continue;
            }
            if found.length < best.length {
                best = PathCount { length: found.length, paths: 0.0 };
                cells = CellSet::EMPTY;
            }
            best.paths += found.paths / 2.0;
            self.trace(links, steps, found, &mut cells);
        }
        (best, cells)
    }

    /// The cheapest rings through a cell, none longer than `limit`; without
    /// seasons.
    pub(super) fn rings_by(&mut self, links: &Links, cell: Cell, limit: u32) -> PathCount {
        self.bound = links.gate(false).1 as i16 + 1;
        let (way, none) = (Way::Round(cell.0), CellSet::EMPTY);
        let found = self.run(links, &SeasonSteps::open(), way, &none, limit);
        PathCount { paths: found.paths / 2.0, ..found }
    }
}

/// The cheapest rings of a position without seasons, and what a stone does to
/// them, without a search over the whole gate.
pub(super) struct RingPaths {
    pub best: PathCount,
    pub cells: CellSet,
}

/// Whole numbers below this are exact.
const EXACT: f64 = (1u64 << 53) as f64;

impl RingPaths {
    /// After an own stone; `None` if only a search can tell. A stone on
    /// cheapest rings leaves those, one stone cheaper: two of them never become
    /// one, nor could a shorter one use the stone twice. A stone whose own
    /// rings are two or more stones dearer changes nothing.
    pub fn with(&self, walker: &mut Walker, links: &Links, cell: Cell) -> Option<PathCount> {
        if links.joined {
            return Some(PathCount::REACHED);
        }
        let PathCount { length, paths } = walker.rings_by(links, cell, self.best.length + 1);
        if self.cells.contains(cell) {
            return Some(PathCount { length: length - 1, paths });
        }
        (paths == 0.0).then_some(self.best)
    }

    /// After an enemy stone; `None` if only a search can tell.
    pub fn without(&self, walker: &mut Walker, links: &Links, cell: Cell) -> Option<PathCount> {
        if !self.cells.contains(cell) {
            return Some(self.best);
        }
        let gone = walker.rings_by(links, cell, self.best.length).paths;
        let left = self.best.paths - gone;
        (left > 0.0 && self.best.paths < EXACT)
            .then_some(PathCount { length: self.best.length, paths: left })
    }
}
