//! The geometry of a board: neighbours, sides, and the goal of each colour.

use super::{Cell, CellSet};
use crate::{Colour, Size, Topology};

/// The six steps to a neighbour, as (columns, rows) in the unwrapped plane.
pub const STEPS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// What a colour must connect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Join the first and the last row (black) or column (white).
    Path,
    /// Close a ring that winds around the board: down (black) or across (white).
    Ring,
}

/// The constant data of a board: neighbours and sides of the cells. Built once and shared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geometry {
    size: Size,
    topology: Topology,
    neighbours: Box<[[u16; 6]]>,
    sides: Box<[u8]>,
    edges: [[CellSet; 2]; 2],
}

impl Geometry {
    /// The neighbour of a cell in a step that leaves the board.
    pub const OUTSIDE: u16 = u16::MAX;

    /// The geometry of a board.
    pub fn new(size: Size, topology: Topology) -> Geometry {
        let columns = size.columns() as i32;
        let rows = size.rows() as i32;
        let cells = || (0..rows * columns).map(|cell| (cell % columns, cell / columns));
        let step = |at: i32, by: i32, length: i32, wraps: bool| match at + by {
            to if wraps => Some(to.rem_euclid(length)),
            to => (0..length).contains(&to).then_some(to),
        };
        let neighbour = |x: i32, y: i32, (dx, dy): (i32, i32)| {
            let x = step(x, dx, columns, topology.wraps_columns())?;
            let y = step(y, dy, rows, topology.wraps_rows())?;
            Some((y * columns + x) as u16)
        };
        let neighbours = cells()
            .map(|(x, y)| STEPS.map(|s| neighbour(x, y, s).unwrap_or(Geometry::OUTSIDE)))
            .collect();
        let side = |at: i32, last: i32| u8::from(at == 0) | u8::from(at == last) << 1;
        let sides =
            cells().map(|(x, y)| side(y, rows - 1) | side(x, columns - 1) << 2).collect::<Box<_>>();
        let edge = |bit: usize| {
            let on_edge = |i: &u16| sides[usize::from(*i)] >> bit & 1 != 0;
            (0..size.cells() as u16).filter(on_edge).map(Cell).collect()
        };
        let edges = [[edge(0), edge(1)], [edge(2), edge(3)]];
        Geometry { size, topology, neighbours, sides, edges }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Which sides are glued.
    pub fn topology(&self) -> Topology {
        self.topology
    }

    /// The neighbour in each of the six [`STEPS`], or [`Geometry::OUTSIDE`].
    /// On small wrapped boards a cell can occur twice, or be its own neighbour.
    #[inline]
    pub fn neighbours(&self, cell: Cell) -> &[u16; 6] {
        &self.neighbours[cell.index()]
    }

    /// The neighbours of a cell that are on the board.
    #[inline]
    pub fn touching(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.neighbours(cell).iter().copied().filter(|&n| n != Geometry::OUTSIDE).map(Cell)
    }

    /// Two bits: whether the cell lies on the colour's first and second side.
    #[inline]
    pub fn sides(&self, colour: Colour, cell: Cell) -> u8 {
        self.sides[cell.index()] >> (2 * colour.index()) & 3
    }

    /// The cells of the colour's two sides (first and last row or column).
    pub fn edges(&self, colour: Colour) -> &[CellSet; 2] {
        &self.edges[colour.index()]
    }

    /// The goal of a colour.
    #[inline]
    pub fn goal(&self, colour: Colour) -> Goal {
        let wraps = match colour {
            Colour::Black => self.topology.wraps_rows(),
            Colour::White => self.topology.wraps_columns(),
        };
        if wraps { Goal::Ring } else { Goal::Path }
    }

    /// The mirror image across the long diagonal, which exchanges the colours' sides. `None` if
    /// it lies outside a board that is not square.
    pub fn mirrored(&self, cell: Cell) -> Option<Cell> {
        Cell::at(self.size, cell.row(self.size), cell.column(self.size))
    }
}
