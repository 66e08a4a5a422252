//! Copying around the ring: `pairing` (Alpern–Beck), which copies to the
//! opposite side of an even circumference, and `shift` (van Hees, Algorithm
//! 5.1), which copies by any number of columns.

use super::{Boards, RingView, Strategy};
use crate::{
    board::{Cell, CellSet, Symmetry},
    rules::Size,
};

/// Answers white's last move with the cell so many columns further in the
/// same ring; anywhere if that is taken or white has not moved.
pub struct Shift {
    /// How many columns; none: half of them.
    pub by: Option<usize>,
}

impl Shift {
    /// The answer to a cell.
    fn copy(&self, size: Size, cell: Cell) -> Cell {
        let columns = size.columns();
        let by = self.by.unwrap_or(columns / 2);
        let column = cell.column(size);
        Cell((cell.index() - column + (column + by) % columns) as u16)
    }
}

impl Strategy for Shift {
    fn name(&self) -> &'static str {
        if self.by.is_none() { "pairing" } else { "shift" }
    }

    fn boards(&self) -> Boards {
        if self.by.is_none() { Boards::EvenCylinder } else { Boards::Cylinder }
    }

    fn permitted(&self, rings: &RingView<'_>) -> CellSet {
        let free = rings.anywhere();
        let copy = rings.last().map(|last| self.copy(rings.size(), last.cell));
        match copy.filter(|copy| free.contains(*copy)) {
            Some(copy) => [copy].into_iter().collect(),
            None => free,
        }
    }

    fn respects(&self, symmetry: &Symmetry, size: Size) -> bool {
        CellSet::full(size).iter().all(|cell| {
            symmetry.cell(self.copy(size, cell)) == self.copy(size, symmetry.cell(cell))
        })
    }
}
