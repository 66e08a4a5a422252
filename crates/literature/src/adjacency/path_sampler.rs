//! Samples a shortest path or ring over the cells of a playout.

use kring_board::{
    Cell, Goal,
    chance::{below, shuffle},
};
use rand::Rng;

use super::{
    links::{Links, SIDES},
    walker::UnwrappedNodes,
};

/// Finds one shortest path (or ring) over some of the cells by a breadth-first search in random
/// order. The search starts at a random end, because it does not prefer the same paths near its
/// start as near its goal. Its memory is reused.
#[derive(Clone, Debug)]
pub struct PathSampler {
    links: Links,
    first_side: bool,
    nodes: UnwrappedNodes,
    /// The possible starts of paths: at each side, or at the gate of rings.
    starts: [Vec<Cell>; 2],
    reached: ReachedNodes,
    best: Vec<Cell>,
}

#[derive(Clone, Debug)]
struct ReachedNodes {
    /// The predecessor of each node plus one, or `BEGIN`; 0 for unreached nodes.
    from: Vec<u32>,
    queue: Vec<u32>,
}

impl ReachedNodes {
    fn clear(&mut self) {
        for node in self.queue.drain(..) {
            self.from[node as usize] = 0;
        }
    }

    fn reach(&mut self, node: u32, from: u32) {
        if self.from[node as usize] == 0 {
            self.from[node as usize] = from;
            self.queue.push(node);
        }
    }
}

const BEGIN: u32 = u32::MAX;

#[derive(Clone, Copy)]
enum PathAim {
    /// To the side with this bit.
    Side(u8),
    /// Around the board to a copy of this cell.
    Home(Cell),
}

impl PathSampler {
    /// For paths over these links, from the first side always or from a random end.
    pub fn new(links: Links, first_side: bool) -> PathSampler {
        let (starts, bound) = match links.goal {
            Goal::Ring => {
                let (gate, passes) = links.gate(false);
                ([(); 2].map(|()| gate.iter().collect()), passes as i16 + 1)
            }
            Goal::Path => {
                let is_at = |cell: &Cell, side: u8| links.sides[cell.index()] & side != 0;
                (SIDES.map(|side| links.open.iter().filter(|cell| is_at(cell, side)).collect()), 0)
            }
        };
        let nodes = UnwrappedNodes { bound };
        let reached = ReachedNodes { from: vec![0; nodes.count()], queue: Vec::new() };
        PathSampler { links, first_side, nodes, starts, reached, best: Vec::new() }
    }

    /// The cells of a shortest path over the cells that are `held`, without the own stones; empty
    /// if there is no path.
    pub fn find(&mut self, held: &dyn Fn(Cell) -> bool, rng: &mut impl Rng) -> &[Cell] {
        self.best.clear();
        let end = if self.first_side { 0 } else { below(rng, 2) };
        let mut starts = std::mem::take(&mut self.starts[end]);
        shuffle(&mut starts, rng);
        let open = starts.iter().copied().filter(|&cell| held(cell));
        match self.links.goal {
            Goal::Path => {
                self.reached.clear();
                open.for_each(|cell| self.reached.reach(u32::from(cell.number()), BEGIN));
                self.search(held, PathAim::Side(SIDES[1 - end]), rng);
            }
            Goal::Ring => {
                for cell in open {
                    self.reached.clear();
                    self.reached.reach(self.nodes.node(cell.number(), 0), BEGIN);
                    self.search(held, PathAim::Home(cell), rng);
                }
            }
        }
        self.starts[end] = starts;
        &self.best
    }

    /// Searches from the queued nodes to the goal, for a path that is shorter than the best.
    fn search(&mut self, held: &dyn Fn(Cell) -> bool, aim: PathAim, rng: &mut impl Rng) {
        let mut done = 0;
        while let Some(&node) = self.reached.queue.get(done) {
            done += 1;
            let (cell, turns) = self.nodes.cell_and_turns(node);
            let ends = self.links.of(cell);
            let arrives = match aim {
                PathAim::Side(side) => self.links.sides[usize::from(cell)] & side != 0,
                PathAim::Home(home) => {
                    ends.iter().any(|&(to, by)| to == home.number() && turns + by != 0)
                }
            };
            if arrives {
                return self.keep(node);
            }
            let (before, after) = ends.split_at(below(rng, ends.len().max(1)).min(ends.len()));
            for &(to, by) in after.iter().chain(before) {
                if (turns + by).abs() <= self.nodes.bound && held(Cell::unchecked(to)) {
                    self.reached.reach(self.nodes.node(to, turns + by), node + 1);
                }
            }
        }
    }

    /// Keeps the path to a node if it is the shortest so far.
    fn keep(&mut self, node: u32) {
        let from = &self.reached.from;
        let previous =
            |node: &u32| Some(from[*node as usize]).filter(|&b| b != BEGIN).map(|b| b - 1);
        let nodes = std::iter::successors(Some(node), previous);
        let cells: Vec<Cell> =
            nodes.map(|node| Cell::unchecked(self.nodes.cell_and_turns(node).0)).collect();
        if self.best.is_empty() || cells.len() < self.best.len() {
            self.best = cells;
        }
    }
}
