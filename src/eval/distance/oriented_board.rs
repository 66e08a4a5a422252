//! The board as a colour sees it: its axis runs down.
//!
//! Black's goal runs from the first row to the last, white's from the first
//! column to the last. Mirroring the board turns one into the other, so all
//! searches here know one direction only: *lines* follow each other along the
//! axis, and each line is one word with a bit for every cell of it.

use crate::{
    board::{Cell, CellSet, Geometry, Goal},
    rules::{Colour, Size},
};

/// One bit for each cell, one word for each line.
pub(super) type Lines = [u32; Size::MAX as usize];

/// How a colour looks at a board.
#[derive(Clone, Debug)]
pub(super) struct OrientedBoard {
    /// The number of lines, from the colour's first side to its second.
    pub lines: usize,
    /// The number of cells of a line.
    pub width: usize,
    /// What the colour has to do.
    pub goal: Goal,
    pub across: Across,
    spots: Box<[(u8, u8)]>,
    /// From a cell to the same place of the next line.
    line_step: usize,
    /// From a cell to the next of its line.
    bit_step: usize,
}

/// What lies beside what within a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Across {
    /// All cells of a line.
    pub all: u32,
    last: u32,
    /// 1 if the last cell of a line touches the first.
    closes: u32,
}

impl Across {
    /// The last cell of a line touches the first.
    pub fn closes(self) -> bool {
        self.closes != 0
    }

    /// The cells just after some cells.
    #[inline(always)]
    pub fn after(self, cells: u32) -> u32 {
        (cells << 1 | (cells >> self.last & self.closes)) & self.all
    }

    /// The cells just before some cells.
    #[inline(always)]
    pub fn before(self, cells: u32) -> u32 {
        cells >> 1 | (cells & self.closes) << self.last
    }

    /// The cells together with those just after them.
    #[inline(always)]
    pub fn and_after(self, cells: u32) -> u32 {
        cells | self.after(cells)
    }

    /// The cells together with those just before them.
    #[inline(always)]
    pub fn and_before(self, cells: u32) -> u32 {
        cells | self.before(cells)
    }
}

impl OrientedBoard {
    pub fn new(geometry: &Geometry, colour: Colour) -> OrientedBoard {
        let (size, topology) = (geometry.size(), geometry.topology());
        let (lines, width, closes) = match colour {
            Colour::Black => (size.rows(), size.columns(), topology.wraps_columns()),
            Colour::White => (size.columns(), size.rows(), topology.wraps_rows()),
        };
        let spot = |i: usize| {
            let cell = Cell(i as u16);
            let (x, y) = (cell.column(size) as u8, cell.row(size) as u8);
            if colour == Colour::Black { (y, x) } else { (x, y) }
        };
        let last = width as u32 - 1;
        let (line_step, bit_step) = match colour {
            Colour::Black => (size.columns(), 1),
            Colour::White => (1, size.columns()),
        };
        OrientedBoard {
            lines,
            width,
            goal: geometry.goal(colour),
            across: Across { all: !0 >> (31 - last), last, closes: u32::from(closes) },
            spots: (0..size.cells()).map(spot).collect(),
            line_step,
            bit_step,
        }
    }

    /// The line of a cell and its place in it.
    #[inline]
    pub fn spot(&self, cell: Cell) -> (usize, u32) {
        let (line, bit) = self.spots[cell.index()];
        (usize::from(line), u32::from(bit))
    }

    /// A set of cells, line by line.
    pub fn lines_of(&self, cells: &CellSet) -> Lines {
        let mut lines = Lines::default();
        for cell in cells.iter() {
            let (line, bit) = self.spot(cell);
            lines[line] |= 1 << bit;
        }
        lines
    }

    /// The cells that are given line by line.
    pub fn cells_of(&self, lines: &Lines) -> CellSet {
        let mut cells = CellSet::EMPTY;
        for (line, &bits) in lines.iter().enumerate().take(self.lines) {
            let mut bits = bits;
            while bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                cells.insert(Cell((line * self.line_step + bit * self.bit_step) as u16));
                bits &= bits - 1;
            }
        }
        cells
    }
}
