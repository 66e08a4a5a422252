//! Connections: which stones are connected, which cells win at once, and a shortest winning path
//! or ring.

use std::collections::VecDeque;

use super::{
    Cell, CellSet, Geometry, Goal, Position, STEPS,
    groups::{SHIFTS, Shift},
};
use crate::Colour;

impl Position {
    /// The node of the groups that stands for a side of a colour.
    #[inline]
    pub(super) fn side_node(&self, colour: Colour, side: usize) -> u16 {
        (self.size().cells() + 2 * colour.index() + side) as u16
    }

    /// Whether two stones of one colour are connected.
    #[inline]
    pub fn is_joined(&self, a: Cell, b: Cell) -> bool {
        self.groups.together(a.0, b.0)
    }

    /// Whether a stone is connected with its colour's first (0) or second (1) side; only for
    /// colours that join sides.
    #[inline]
    pub fn is_joined_to_side(&self, colour: Colour, stone: Cell, side: usize) -> bool {
        self.groups.together(stone.0, self.side_node(colour, side))
    }

    /// The empty cells, in season or not, on which a stone of this colour wins at once.
    pub fn winning_cells(&self, colour: Colour) -> CellSet {
        match self.geometry().goal(colour) {
            Goal::Path => {
                let [first, second] = [0, 1].map(|side| self.touching_side(colour, side));
                first.and(&second).and(&self.empty())
            }
            Goal::Ring if self.stones(colour).len() + 1 < self.ring_stones(colour) => {
                CellSet::EMPTY
            }
            Goal::Ring => self.empty().iter().filter(|&cell| self.closes(colour, cell)).collect(),
        }
    }

    /// The fewest stones of a ring: it passes every row (black) or column (white).
    fn ring_stones(&self, colour: Colour) -> usize {
        match colour {
            Colour::Black => self.size().rows(),
            Colour::White => self.size().columns(),
        }
    }

    /// The cells that lie on a side or touch a group connected with it.
    fn touching_side(&self, colour: Colour, side: usize) -> CellSet {
        let mut cells = self.geometry().edges(colour)[side];
        let end = self.groups.root(self.side_node(colour, side)).0;
        for stone in self.stones(colour).iter() {
            if self.groups.root(stone.0).0 == end {
                self.geometry().touching(stone).for_each(|cell| cells.insert(cell));
            }
        }
        cells
    }

    /// Whether a stone on the cell closes a ring: two walks from the cell to the root of one
    /// group differ by a trip round the board.
    fn closes(&self, colour: Colour, cell: Cell) -> bool {
        let goes_round = |walk: Shift| match colour {
            Colour::Black => walk.y() != 0,
            Colour::White => walk.x() != 0,
        };
        let own = self.stones(colour);
        let mut ways = [(Geometry::OUTSIDE, Shift::NONE); 6];
        for (i, (&next, step)) in self.geometry().neighbours(cell).iter().zip(SHIFTS).enumerate() {
            if next == cell.0 && goes_round(step) {
                return true;
            }
            if next == Geometry::OUTSIDE || !own.contains(Cell(next)) {
                continue;
            }
            let (root, shift) = self.groups.root(next);
            // The displacement from the cell to the root of the group through this neighbour.
            let way = step.minus(shift);
            if ways[..i].iter().any(|&(r, w)| r == root && goes_round(way.minus(w))) {
                return true;
            }
            ways[i] = (root, way);
        }
        false
    }
}

/// A point of the unwrapped plane: column and row, which may lie outside the board. Modulo the
/// size it is a cell.
pub type PlanePoint = (i32, i32);

impl Position {
    /// A shortest winning path or ring in order. Empty before the game is won, or if the loser
    /// resigned, even if stones connect later.
    pub fn winning_chain(&self) -> Vec<Cell> {
        let mut points = self.unwrapped_chain();
        if self.winner().is_some_and(|winner| self.geometry().goal(winner) == Goal::Ring) {
            points.pop();
        }
        let size = self.size();
        let cell = |(x, y): PlanePoint| {
            let column = x.rem_euclid(size.columns() as i32);
            let row = y.rem_euclid(size.rows() as i32);
            Cell((row * size.columns() as i32 + column) as u16)
        };
        points.into_iter().map(cell).collect()
    }

    /// The same chain in the unwrapped plane, where consecutive points are neighbours. A ring
    /// ends with a copy of its first cell, one or more times round the board.
    pub fn unwrapped_chain(&self) -> Vec<PlanePoint> {
        let winner = self.winner().filter(|_| !self.is_resigned());
        let chain = winner.and_then(|winner| match self.geometry().goal(winner) {
            Goal::Path => self.shortest_path(winner),
            Goal::Ring => self.shortest_ring(winner),
        });
        chain.unwrap_or_default()
    }

    fn shortest_path(&self, colour: Colour) -> Option<Vec<PlanePoint>> {
        let [from, to] = self.geometry().edges(colour);
        let mut walk = StoneWalk::new(self, colour, 0);
        from.iter().for_each(|start| walk.enter(start, 0, Came::Start));
        walk.way_to_first(|cell, _| to.contains(cell))
    }

    /// A ring passes every row (black) or column (white), so it is enough to start in the first.
    /// A shortest ring through a cell is a shortest path from the cell to one of its copies in
    /// the cover that is unwrapped along the ring's axis. It crosses the seam at most once for
    /// each cell of the seam, which bounds the cover.
    fn shortest_ring(&self, colour: Colour) -> Option<Vec<PlanePoint>> {
        let seam = self.geometry().edges(colour)[0];
        let bound = seam.len() as i32;
        let ring_through = |start: Cell| {
            let mut walk = StoneWalk::new(self, colour, bound);
            walk.enter(start, 0, Came::Start);
            walk.way_to_first(|cell, turns| cell == start && turns != 0)
        };
        let starts = seam.and(self.stones(colour));
        starts.iter().filter_map(ring_through).min_by_key(Vec::len)
    }
}

/// How the search reached a node.
#[derive(Clone, Copy)]
enum Came {
    /// The search starts there.
    Start,
    /// From this node by this step. On small boards several steps lead from one cell to another.
    From(u32, (i32, i32)),
}

/// A breadth-first search over one colour's stones in the cover that is unwrapped along the
/// colour's axis. A node is a cell and the number of turns round the board.
struct StoneWalk<'a> {
    position: &'a Position,
    colour: Colour,
    bound: i32,
    came: Vec<Option<Came>>,
    queue: VecDeque<u32>,
}

impl<'a> StoneWalk<'a> {
    fn new(position: &'a Position, colour: Colour, bound: i32) -> StoneWalk<'a> {
        let nodes = position.size().cells() * (2 * bound as usize + 1);
        StoneWalk { position, colour, bound, came: vec![None; nodes], queue: VecDeque::new() }
    }

    fn node(&self, cell: Cell, turns: i32) -> u32 {
        (turns + self.bound) as u32 * self.position.size().cells() as u32 + u32::from(cell.0)
    }

    fn at(&self, node: u32) -> (Cell, i32) {
        let cells = self.position.size().cells() as u32;
        (Cell((node % cells) as u16), (node / cells) as i32 - self.bound)
    }

    fn enter(&mut self, cell: Cell, turns: i32, came: Came) {
        if turns.abs() > self.bound || !self.position.stones(self.colour).contains(cell) {
            return;
        }
        let node = self.node(cell, turns);
        let entry = &mut self.came[node as usize];
        if entry.is_none() {
            *entry = Some(came);
            self.queue.push_back(node);
        }
    }

    /// Dequeues the nearest node and enqueues its neighbours.
    fn next(&mut self) -> Option<(Cell, i32)> {
        let node = self.queue.pop_front()?;
        let (cell, turns) = self.at(node);
        let size = self.position.size();
        for (&to, step) in self.position.geometry().neighbours(cell).iter().zip(STEPS) {
            if to != Geometry::OUTSIDE {
                // Only the search for a ring (bound > 0) counts turns.
                let (at, by, length) = match self.colour {
                    Colour::Black => (cell.row(size), step.1, size.rows()),
                    Colour::White => (cell.column(size), step.0, size.columns()),
                };
                let round = (at as i32 + by).div_euclid(length as i32);
                let round = if self.bound > 0 { round } else { 0 };
                self.enter(Cell(to), turns + round, Came::From(node, step));
            }
        }
        Some((cell, turns))
    }

    /// The path to the nearest node of which this is true.
    fn way_to_first(mut self, is_end: impl Fn(Cell, i32) -> bool) -> Option<Vec<PlanePoint>> {
        while let Some((cell, turns)) = self.next() {
            if is_end(cell, turns) {
                return Some(self.way_to(cell, turns));
            }
        }
        None
    }

    /// The path from the start to a node in the unwrapped plane. It begins on the board.
    fn way_to(&self, cell: Cell, turns: i32) -> Vec<PlanePoint> {
        let mut steps = Vec::new();
        let mut node = self.node(cell, turns);
        while let Some(Came::From(from, step)) = self.came[node as usize] {
            steps.push(step);
            node = from;
        }
        let (start, size) = (self.at(node).0, self.position.size());
        let mut at = (start.column(size) as i32, start.row(size) as i32);
        let mut way = vec![at];
        for (dx, dy) in steps.into_iter().rev() {
            at = (at.0 + dx, at.1 + dy);
            way.push(at);
        }
        way
    }
}
