//! Connections: which stones are connected, which cells win at once, and a shortest winning path
//! or ring.

use super::{
    Cell, CellSet, Geometry, Goal, Move, Position, STEPS,
    groups::{SHIFTS, goes_round},
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
                let ends = self.touching_side(colour, 0).and(&self.touching_side(colour, 1));
                ends.and(&self.empty())
            }
            Goal::Ring if self.stones(colour).len() + 1 < self.ring_stones(colour) => {
                CellSet::EMPTY
            }
            Goal::Ring => self.empty().iter().filter(|&cell| self.closes(colour, cell)).collect(),
        }
    }

    /// The fewest stones of a ring: it passes every row (black) or column (white).
    fn ring_stones(&self, colour: Colour) -> usize {
        if colour == Colour::Black { self.size().rows() } else { self.size().columns() }
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
        let own = self.stones(colour);
        let mut ways = [(Geometry::OUTSIDE, 0); 6];
        for (i, (&next, step)) in self.geometry().neighbours(cell).iter().zip(SHIFTS).enumerate() {
            if next == cell.0 && goes_round(step, colour) {
                return true;
            }
            if next == Geometry::OUTSIDE || !own.contains(Cell(next)) {
                continue;
            }
            let (root, shift) = self.groups.root(next);
            // The displacement from the cell to the root of the group through this neighbour.
            let way = step - shift;
            if ways[..i].iter().any(|&(r, w)| r == root && goes_round(way - w, colour)) {
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
        let mut undecided = self.record.iter().filter(|played| played.winner.is_none());
        let is_resigned = undecided.any(|played| played.mv == Move::Resign);
        let winner = self.winner().filter(|_| !is_resigned);
        let chain = winner.and_then(|winner| match self.geometry().goal(winner) {
            Goal::Path => self.shortest_path(winner),
            Goal::Ring => self.shortest_ring(winner),
        });
        chain.unwrap_or_default()
    }

    fn shortest_path(&self, colour: Colour) -> Option<Vec<PlanePoint>> {
        let [from, to] = self.geometry().edges(colour);
        self.shortest_walk(colour, from, 0, &|cell, _| to.contains(cell))
    }

    /// A ring passes every row (black) or column (white), so it is enough to start in the first.
    /// A shortest ring through a cell is a shortest path from the cell to one of its copies in
    /// the cover that is unwrapped along the ring's axis. It crosses the seam at most once for
    /// each cell of the seam, which bounds the cover.
    fn shortest_ring(&self, colour: Colour) -> Option<Vec<PlanePoint>> {
        let seam = self.geometry().edges(colour)[0];
        let bound = seam.len() as i32;
        let ring_through = |start: Cell| {
            let is_end = |cell, turns| cell == start && turns != 0;
            self.shortest_walk(colour, &[start].into_iter().collect(), bound, &is_end)
        };
        let starts = seam.and(self.stones(colour));
        starts.iter().filter_map(ring_through).min_by_key(Vec::len)
    }

    /// A breadth-first search over one colour's stones in the cover that is unwrapped along the
    /// colour's axis: the path from one of the starts, which begins on the board, to the nearest
    /// end. At most `bound` turns round the board are counted, in either direction.
    fn shortest_walk(
        &self,
        colour: Colour,
        starts: &CellSet,
        bound: i32,
        is_end: &dyn Fn(Cell, i32) -> bool,
    ) -> Option<Vec<PlanePoint>> {
        let size = self.size();
        let cells = self.size().cells();
        let mut is_seen = vec![false; cells * (2 * bound as usize + 1)];
        let mut walk: Vec<WalkNode> = Vec::new();
        let mut enter = |walk: &mut Vec<WalkNode>, node: WalkNode| {
            if node.turns.abs() <= bound && self.stones(colour).contains(node.cell) {
                let seen = &mut is_seen[(node.turns + bound) as usize * cells + node.cell.index()];
                if !std::mem::replace(seen, true) {
                    walk.push(node);
                }
            }
        };
        for cell in starts.iter() {
            let point = (cell.column(size) as i32, cell.row(size) as i32);
            enter(&mut walk, WalkNode { cell, turns: 0, point, from: None });
        }
        let mut at = 0;
        while let Some(&WalkNode { cell, turns, point: (x, y), .. }) = walk.get(at) {
            if is_end(cell, turns) {
                let back = std::iter::successors(Some(at), |&node| walk[node].from);
                let mut way: Vec<PlanePoint> = back.map(|node| walk[node].point).collect();
                way.reverse();
                return Some(way);
            }
            for (&to, (dx, dy)) in self.geometry().neighbours(cell).iter().zip(STEPS) {
                if to != Geometry::OUTSIDE {
                    let (along, length) = match colour {
                        Colour::Black => (cell.row(size) as i32 + dy, size.rows()),
                        Colour::White => (cell.column(size) as i32 + dx, size.columns()),
                    };
                    // Only the search for a ring (bound > 0) counts turns.
                    let round = if bound > 0 { along.div_euclid(length as i32) } else { 0 };
                    let turns = turns + round;
                    let point = (x + dx, y + dy);
                    enter(&mut walk, WalkNode { cell: Cell(to), turns, point, from: Some(at) });
                }
            }
            at += 1;
        }
        None
    }
}

/// A stone that a search has reached.
struct WalkNode {
    cell: Cell,
    /// The number of turns round the board.
    turns: i32,
    point: PlanePoint,
    /// The node before; none at the start.
    from: Option<usize>,
}
