//! The board of one colour as a graph: cells with arcs between them, and how often each arc goes
//! round the board.
//!
//! On boards that wrap, a connection leads from a cell to a *copy* of another in the unwrapped
//! board. A [`Winding`] identifies the copy. A ring is a connection of a cell with another copy
//! of itself.

use kring_board::{Cell, CellSet, Colour, Geometry, Goal, STEPS, Topology};

use super::{bits::Bits, windings::Windings};

pub use super::windings::Winding;

/// The index of a list of connections.
pub type ListId = u32;

/// A node of the graph: a cell, or one of the colour's two sides.
pub type GraphNode = u8;

/// The ends of a connection: a node, and the copy of another with this winding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListEnds {
    pub a: GraphNode,
    pub b: GraphNode,
    pub winding: Winding,
}

#[derive(Clone, Debug)]
pub struct Graph<B> {
    pub geometry: Geometry,
    pub goal: Goal,
    /// The number of cells; the sides are the two nodes after them.
    pub cells: usize,
    pub all: B,
    /// The neighbours of each cell, with the winding of the step.
    pub arcs: Vec<Vec<(GraphNode, Winding)>>,
    /// The cells of the colour's sides; empty if it needs a ring.
    pub sides: [B; 2],
    pub windings: Windings,
    /// The list of connections for each pair of nodes and winding. Both directions share one
    /// list.
    lists: Vec<ListId>,
    pub ends: Vec<ListEnds>,
}

impl<B: Bits> Graph<B> {
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
                    Goal::Ring => windings.find(rounds),
                };
                winding.map(|winding| (to as GraphNode, winding))
            };
            geometry.neighbours(cell).iter().zip(STEPS).filter_map(arc).collect::<Vec<_>>()
        };
        let cells = size.cells();
        let arcs: Vec<_> = (0..cells).map(arcs_of).collect();
        let sides = geometry.edges(colour).map(|edge| match goal {
            Goal::Path => B::narrow(edge.wide()),
            Goal::Ring => B::EMPTY,
        });
        let mut graph = Graph {
            geometry: geometry.clone(),
            goal,
            cells,
            all: B::narrow(CellSet::full(size).wide()),
            arcs,
            sides,
            windings,
            lists: Vec::new(),
            ends: Vec::new(),
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
                    let (a, b, winding) = (a as GraphNode, b as GraphNode, winding as Winding);
                    self.ends.push(ListEnds { a, b, winding });
                }
            }
        }
    }

    pub fn nodes(&self) -> usize {
        self.cells + 2
    }

    /// The list of connections from a node to a copy of another.
    #[inline]
    pub fn list(&self, ListEnds { a, b, winding }: ListEnds) -> ListId {
        let pair = usize::from(a) * self.nodes() + usize::from(b);
        self.lists[pair * self.windings.count + usize::from(winding)]
    }

    /// The same ends in the other direction.
    #[inline]
    pub fn reversed(&self, ListEnds { a, b, winding }: ListEnds) -> ListEnds {
        ListEnds { a: b, b: a, winding: self.windings.back(winding) }
    }

    #[inline]
    pub fn is_side(&self, node: GraphNode) -> bool {
        usize::from(node) >= self.cells
    }

    pub fn side(&self, side: usize) -> GraphNode {
        (self.cells + side) as GraphNode
    }
}
