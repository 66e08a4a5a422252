//! Shortest walks over the links, layer by layer: paths and rings.
//!
//! Every ring has a cell of the gate (see [`Links::gate`]). A ring is found from its first cell
//! of the gate: walks from that cell to its copies, which lie some turns away, avoid the earlier
//! cells of the gate. So each ring is found once in each direction.
//!
//! With seasons the start of a ring matters. There the gate is that of the board's first line,
//! and the stones of a ring are placed from its first cell of the gate on, in either direction.

use kring_board::{Cell, CellSet, Goal, Size};

use super::{
    links::{Links, MANY, PathCount, UNREACHABLE},
    season_steps::{SeasonStep, SeasonSteps, product},
};

/// Finds shortest walks in memory of its own. A node is a cell and, for rings, the turns so far.
#[derive(Clone, Debug, Default)]
pub struct Walker {
    nodes: UnwrappedNodes,
    /// The step at which each node is entered; 0: not yet, `WAITS`: next to an entered node.
    entered: Vec<u32>,
    counts: Vec<f64>,
    /// Nodes with an entry in `entered`.
    used: Vec<u32>,
    near: Vec<u32>,
    fresh: Vec<(u32, f64)>,
    /// Nodes from which the goal is one step.
    ends: Vec<u32>,
}

const WAITS: u32 = 1 << 31;

/// The bits of a cell's number on the largest board.
const CELL_BITS: u32 = (Size::MAX_CELLS - 1).ilog2() + 1;

/// The nodes of the unwrapped board: a cell, and a number of turns around the board. Each copy of
/// the board has room for the largest board, a power of two, so that no division is needed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct UnwrappedNodes {
    /// The largest number of turns in either direction.
    pub bound: i16,
}

impl UnwrappedNodes {
    /// The number of all nodes.
    pub fn count(self) -> usize {
        self.node(0, self.bound + 1) as usize
    }

    #[inline]
    pub fn node(self, cell: u16, turns: i16) -> u32 {
        ((turns + self.bound) as u32) << CELL_BITS | u32::from(cell)
    }

    #[inline]
    pub fn cell_and_turns(self, node: u32) -> (u16, i16) {
        ((node & ((1 << CELL_BITS) - 1)) as u16, (node >> CELL_BITS) as i16 - self.bound)
    }
}

/// The start and the goal of walks.
#[derive(Clone, Copy)]
enum WalkKind {
    /// From the first side to the second.
    Across,
    /// From a cell to a copy of it.
    Around(u16),
}

impl Walker {
    /// The path count of a colour, and the cells of all shortest walks.
    pub fn search(&mut self, links: &Links, steps: &SeasonSteps) -> (PathCount, CellSet) {
        if links.joined {
            return (PathCount::REACHED, CellSet::EMPTY);
        }
        match links.goal {
            Goal::Ring => self.rings(links, steps),
            Goal::Path if steps.counts_waiting() => (product(links, steps), links.open),
            Goal::Path => {
                self.nodes.bound = 0;
                let mut cells = CellSet::EMPTY;
                let count = self.run(links, steps, WalkKind::Across, &CellSet::EMPTY, UNREACHABLE);
                self.trace(links, steps, count, &mut cells);
                (count, cells)
            }
        }
    }

    fn clear(&mut self) {
        for node in self.used.drain(..) {
            self.entered[node as usize] = 0;
        }
        self.near.clear();
        self.ends.clear();
        let nodes = self.nodes.count();
        if self.entered.len() < nodes {
            self.entered.resize(nodes, 0);
            self.counts.resize(nodes, 0.0);
        }
    }

    /// Adds a node to those that a step can enter.
    fn approach(&mut self, node: u32) {
        if self.entered[node as usize] == 0 {
            self.entered[node as usize] = WAITS;
            self.used.push(node);
            self.near.push(node);
        }
    }

    /// Searches for walks of one kind in at most `limit` steps, avoiding some cells.
    fn run(
        &mut self,
        links: &Links,
        steps: &SeasonSteps,
        walk: WalkKind,
        avoided: &CellSet,
        limit: u32,
    ) -> PathCount {
        self.clear();
        match walk {
            WalkKind::Around(start) => self.approach(self.nodes.node(start, 0)),
            WalkKind::Across => {
                let first = links.open.iter().filter(|cell| links.sides[cell.index()] & 1 != 0);
                first.for_each(|cell| self.approach(self.nodes.node(cell.number(), 0)));
            }
        }
        let mut idle = 0;
        for number in 1..=limit {
            let step = steps.step(number as usize);
            let paths = self.arrivals(step);
            if paths > 0.0 {
                return PathCount { length: number, paths };
            }
            self.enter(links, step, walk);
            idle = if self.fresh.is_empty() { idle + 1 } else { 0 };
            if idle > steps.gap {
                break;
            }
            self.settle(links, walk, avoided, number);
        }
        PathCount::NEVER
    }

    /// The number of walks that reach the goal with this step.
    fn arrivals(&self, step: SeasonStep<'_>) -> f64 {
        let ends = self.ends.iter().filter(|&&node| step.leaves(self.nodes.cell_and_turns(node).0));
        ends.map(|&node| self.counts[node as usize]).sum::<f64>().min(MANY)
    }

    /// Finds the nodes that this step is the first to enter.
    fn enter(&mut self, links: &Links, step: SeasonStep<'_>, walk: WalkKind) {
        let mut near = std::mem::take(&mut self.near);
        self.fresh.clear();
        near.retain(|&node| {
            let (cell, turns) = self.nodes.cell_and_turns(node);
            if !step.enters(cell) {
                return true;
            }
            let begins = match walk {
                WalkKind::Across => links.sides[usize::from(cell)] & 1 != 0,
                WalkKind::Around(start) => cell == start && turns == 0,
            };
            let from = links.of(cell).iter().filter(|&&(from, _)| step.links(from, cell));
            let counts = from.map(|&(from, round)| self.entered_count(from, turns + round));
            let walks = counts.fold(f64::from(u8::from(begins)), |sum, count| sum + count);
            if walks > 0.0 {
                self.fresh.push((node, walks.min(MANY)));
            }
            walks == 0.0
        });
        self.near = near;
    }

    #[inline]
    fn entered_count(&self, cell: u16, turns: i16) -> f64 {
        if turns.abs() > self.nodes.bound {
            return 0.0;
        }
        let node = self.nodes.node(cell, turns) as usize;
        if self.entered[node] & !WAITS == 0 { 0.0 } else { self.counts[node] }
    }

    /// Enters the new nodes, and approaches their neighbours.
    fn settle(&mut self, links: &Links, walk: WalkKind, avoided: &CellSet, step: u32) {
        let fresh = std::mem::take(&mut self.fresh);
        for &(node, walks) in &fresh {
            self.entered[node as usize] = step;
            self.counts[node as usize] = walks;
        }
        for &(node, _) in &fresh {
            let (cell, turns) = self.nodes.cell_and_turns(node);
            if matches!(walk, WalkKind::Across) && links.sides[usize::from(cell)] & 2 != 0 {
                self.ends.push(node);
            }
            for &(to, round) in links.of(cell) {
                let there = turns + round;
                if there.abs() > self.nodes.bound || avoided.contains(Cell::unchecked(to)) {
                    continue;
                }
                match walk {
                    // Once per copy that is one step away.
                    WalkKind::Around(start) if to == start && there != 0 => self.ends.push(node),
                    _ => self.approach(self.nodes.node(to, there)),
                }
            }
        }
        self.fresh = fresh;
    }

    /// Adds the cells of the walks that the last search found.
    fn trace(&mut self, links: &Links, steps: &SeasonSteps, count: PathCount, cells: &mut CellSet) {
        if count.length >= UNREACHABLE {
            return;
        }
        let last = steps.step(count.length as usize);
        let mut open = std::mem::take(&mut self.near);
        open.clear();
        let leaves = |node: &&u32| last.leaves(self.nodes.cell_and_turns(**node).0);
        open.extend(self.ends.iter().filter(leaves));
        // Traced nodes are marked with `WAITS`, so that each is traced once.
        while let Some(node) = open.pop() {
            let entered = self.entered[node as usize];
            if entered & WAITS != 0 {
                continue;
            }
            self.entered[node as usize] |= WAITS;
            let (cell, turns) = self.nodes.cell_and_turns(node);
            cells.insert(Cell::unchecked(cell));
            let step = steps.step(entered as usize);
            for &(from, round) in links.of(cell) {
                if (turns + round).abs() <= self.nodes.bound && step.links(from, cell) {
                    let before = self.nodes.node(from, turns + round);
                    if (1..entered).contains(&self.entered[before as usize]) {
                        open.push(before);
                    }
                }
            }
        }
        self.near = open;
    }

    /// The shortest rings, and the cells on them.
    fn rings(&mut self, links: &Links, steps: &SeasonSteps) -> (PathCount, CellSet) {
        let (gate, passes) = links.gate(!steps.is_open());
        self.nodes.bound = passes as i16 + 1;
        let mut best = PathCount::NEVER;
        let mut cells = CellSet::EMPTY;
        let mut avoided = CellSet::EMPTY;
        for start in gate.iter() {
            let found =
                self.run(links, steps, WalkKind::Around(start.number()), &avoided, best.length);
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

    /// The shortest rings through a cell, of length at most `limit`; without seasons.
    pub(super) fn rings_by(&mut self, links: &Links, cell: Cell, limit: u32) -> PathCount {
        self.nodes.bound = links.gate(false).1 as i16 + 1;
        let walk = WalkKind::Around(cell.number());
        let found = self.run(links, &SeasonSteps::open(), walk, &CellSet::EMPTY, limit);
        PathCount { paths: found.paths / 2.0, ..found }
    }
}
