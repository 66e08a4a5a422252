//! A board as one colour sees it: cells with arcs between them, and how often
//! each arc goes round the board.
//!
//! On boards that wrap, a connection leads from a cell to a *copy* of another in
//! the unwrapped board. A [`Winding`] says which copy. A ring is a connection of
//! a cell with another copy of itself.

use kring_board::{Cell, Colour, Geometry, Goal, STEPS, Topology};

use super::{bits::Bits, windings::Windings};

pub use super::windings::Winding;

/// The number of a list of connections.
pub type ListId = u32;

/// A node of the graph: a cell, or one of the colour's two sides.
pub type Node = u8;

/// What a connection connects: a node, and a copy of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    /// The first node.
    pub a: Node,
    /// The second.
    pub b: Node,
    /// Which copy of the second it is.
    pub winding: Winding,
}

/// The board of one colour.
#[derive(Clone, Debug)]
pub struct Graph<B> {
    /// What the colour has to do.
    pub goal: Goal,
    /// The number of cells; the sides are the two nodes after them.
    pub cells: usize,
    /// All cells.
    pub all: B,
    /// The neighbours of each cell, with the winding of the step.
    pub arcs: Vec<Vec<(Node, Winding)>>,
    /// The cells of the colour's sides; empty if it needs a ring.
    pub sides: [B; 2],
    /// The windings.
    pub windings: Windings,
    /// For each pair of nodes and winding, its list of connections. The way
    /// back has the same list.
    lists: Vec<ListId>,
    /// What each list connects.
    pub ends: Vec<Ends>,
    /// The rule that is wrong.
    #[cfg(test)]
    pub wrong: super::connections::Wrong,
}

impl<B: Bits> Graph<B> {
    /// The board as this colour sees it.
    pub fn new(geometry: &Geometry, colour: Colour) -> Graph<B> {
        let (size, goal) = (geometry.size(), geometry.goal(colour));
        let wraps_rows = geometry.topology() == Topology::Torus;
        let windings = match goal {
            Goal::Path => Windings::new(colour, false, false),
            Goal::Ring => Windings::new(colour, true, wraps_rows),
        };
        let (columns, rows) = (size.columns() as i32, size.rows() as i32);
        let arcs_of = |i: usize| {
            let cell = Cell(i as u16);
            let (x, y) = (cell.column(size) as i32, cell.row(size) as i32);
            let arc = |(&to, (dx, dy)): (&u16, (i32, i32))| {
                let rounds = ((x + dx).div_euclid(columns), (y + dy).div_euclid(rows));
                let winding = match goal {
                    _ if to == Geometry::OUTSIDE => None,
                    Goal::Path => Some(windings.none),
                    Goal::Ring => windings.find(rounds.0, rounds.1),
                };
                winding.map(|winding| (to as Node, winding))
            };
            geometry.neighbours(cell).iter().zip(STEPS).filter_map(arc).collect::<Vec<_>>()
        };
        let cells = size.cells();
        let arcs: Vec<_> = (0..cells).map(arcs_of).collect();
        let side = |side: usize| match goal {
            Goal::Path => set(geometry.edges(colour)[side].iter().map(Cell::index)),
            Goal::Ring => B::EMPTY,
        };
        let sides = [side(0), side(1)];
        let mut graph = Graph {
            goal,
            cells,
            all: set(0..cells),
            arcs,
            sides,
            windings,
            lists: Vec::new(),
            ends: Vec::new(),
            #[cfg(test)]
            wrong: Default::default(),
        };
        graph.number_lists();
        graph
    }

    fn number_lists(&mut self) {
        let (nodes, count) = (self.nodes(), self.windings.count);
        self.lists = vec![ListId::MAX; nodes * nodes * count];
        for (a, b) in (0..nodes).flat_map(|a| (a..nodes).map(move |b| (a, b))) {
            for winding in 0..count {
                let there = (a * nodes + b) * count + winding;
                let back = usize::from(self.windings.back(winding as Winding));
                if self.lists[there] == ListId::MAX {
                    let list = self.ends.len() as ListId;
                    self.lists[there] = list;
                    self.lists[(b * nodes + a) * count + back] = list;
                    let (a, b, winding) = (a as Node, b as Node, winding as Winding);
                    self.ends.push(Ends { a, b, winding });
                }
            }
        }
    }

    /// Cells and, for a path, two sides.
    pub fn nodes(&self) -> usize {
        self.cells + 2
    }

    /// The list of connections from a node to a copy of another.
    #[inline]
    pub fn list(&self, Ends { a, b, winding }: Ends) -> ListId {
        let pair = usize::from(a) * self.nodes() + usize::from(b);
        self.lists[pair * self.windings.count + usize::from(winding)]
    }

    /// The same ends, seen from the second.
    #[inline]
    pub fn turned(&self, Ends { a, b, winding }: Ends) -> Ends {
        Ends { a: b, b: a, winding: self.windings.back(winding) }
    }

    /// Whether a node is a side.
    #[inline]
    pub fn is_side(&self, node: Node) -> bool {
        usize::from(node) >= self.cells
    }

    /// The node of a side.
    pub fn side(&self, side: usize) -> Node {
        (self.cells + side) as Node
    }
}

/// A set of cells.
fn set<B: Bits>(cells: impl IntoIterator<Item = usize>) -> B {
    cells.into_iter().fold(B::EMPTY, |set, cell| set | B::one(cell))
}
