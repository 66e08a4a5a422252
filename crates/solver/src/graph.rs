//! The board of one colour as a graph: cells with arcs between them, and how often each arc goes
//! round the board.
//!
//! On boards that wrap, a connection leads from a cell to a *copy* of another in the unwrapped
//! board. A [`Winding`], how often it goes round to the right and down, identifies the copy. A ring
//! is a connection of a cell with another copy of itself.

use kring_board::{Cell, CellSet, Colour, Geometry, Goal, STEPS};

use super::bits::Bits;

pub type ListId = u32;

/// In the place of a cell: no move.
pub const NO_MOVE: u8 = 255;

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
    /// The list of connections for each pair of nodes and winding. Both directions share one list.
    lists: Vec<ListId>,
    pub ends: Vec<ListEnds>,
}

impl<B: Bits> Graph<B> {
    pub fn new(geometry: &Geometry, colour: Colour) -> Graph<B> {
        let size = geometry.size();
        let goal = geometry.goal(colour);
        let is_ring = goal == Goal::Ring;
        let wraps_rows = geometry.topology().wraps_rows();
        let windings = Windings::new(colour, is_ring, is_ring && wraps_rows);
        let columns = size.columns() as i32;
        let rows = size.rows() as i32;
        let arcs_of = |i: usize| {
            let cell = Cell::unchecked(i as u16);
            let x = cell.column(size) as i32;
            let y = cell.row(size) as i32;
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
        let sides = match goal {
            Goal::Path => geometry.edges(colour).each_ref().map(|side| B::narrow(side.wide())),
            Goal::Ring => [B::EMPTY; 2],
        };
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
        let nodes = self.nodes();
        let count = self.windings.count;
        self.lists = vec![ListId::MAX; nodes * nodes * count];
        for (a, b) in (0..nodes).flat_map(|a| (a..nodes).map(move |b| (a, b))) {
            for winding in 0..count {
                let there = (a * nodes + b) * count + winding;
                let back = usize::from(self.windings.back(winding as Winding));
                if self.lists[there] == ListId::MAX {
                    let list = self.ends.len() as ListId;
                    self.lists[there] = list;
                    self.lists[(b * nodes + a) * count + back] = list;
                    let a = a as GraphNode;
                    let b = b as GraphNode;
                    let winding = winding as Winding;
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

    #[inline]
    pub fn is_side(&self, node: GraphNode) -> bool {
        usize::from(node) >= self.cells
    }

    pub fn side(&self, side: usize) -> GraphNode {
        (self.cells + side) as GraphNode
    }
}

/// An index into [`Windings`].
pub type Winding = u8;

/// The windings that are distinguished: at most once round in each direction. Where rings do not
/// count, there is only one.
#[derive(Clone, Debug)]
pub struct Windings {
    pub count: usize,
    colour: Colour,
    /// Not round at all.
    pub none: Winding,
    /// The times round in columns and rows.
    rounds: Vec<(i32, i32)>,
    sums: Vec<Option<Winding>>,
}

impl Windings {
    /// The windings of a colour on a board whose columns and rows wrap or not.
    pub fn new(colour: Colour, columns: bool, rows: bool) -> Windings {
        let range = |wraps: bool| if wraps { -1..=1 } else { 0..=0 };
        let rounds: Vec<(i32, i32)> =
            range(columns).flat_map(|x| range(rows).map(move |y| (x, y))).collect();
        let count = rounds.len();
        let none = (rounds.len() / 2) as Winding;
        let mut windings = Windings { count, colour, none, rounds, sums: Vec::new() };
        let pairs = (0..count * count).map(|i| [i / count, i % count].map(|i| windings.rounds[i]));
        windings.sums = pairs.map(|[a, b]| windings.find((a.0 + b.0, a.1 + b.1))).collect();
        windings
    }

    /// The winding of a step that leaves the board this often; `None` if that is too often.
    pub fn find(&self, rounds: (i32, i32)) -> Option<Winding> {
        self.rounds.iter().position(|&other| other == rounds).map(|i| i as Winding)
    }

    pub fn rounds(&self, winding: Winding) -> (i32, i32) {
        self.rounds[usize::from(winding)]
    }

    /// Rounds from the colour's view: across its direction, and along it. A closed walk with
    /// rounds along it is a ring that the colour needs; without any across it, the opponent can
    /// have no ring beside it.
    pub fn across_and_along(&self, (x, y): (i32, i32)) -> (i32, i32) {
        if self.colour == Colour::Black { (x, y) } else { (y, x) }
    }

    /// The winding of one walk after another; `None` if that goes round too often.
    #[inline]
    pub fn sum(&self, a: Winding, b: Winding) -> Option<Winding> {
        self.sums[usize::from(a) * self.count + usize::from(b)]
    }

    /// The winding of the reversed walk.
    #[inline]
    pub fn back(&self, a: Winding) -> Winding {
        (self.count - 1) as Winding - a
    }
}
