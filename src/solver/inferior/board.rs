//! A board as fill-in sees it.

use std::sync::Arc;

use super::{Bits, table::Table};
use crate::{
    board::{Cell, Geometry},
    rules::{Colour, Topology},
};

/// Contacts and sides of all cells.
#[derive(Clone, Debug)]
pub(super) struct Board<B> {
    pub is_on: bool,
    pub cells: B,
    /// The six neighbours of each cell; the outside is one more cell.
    pub links: Box<[[u8; 6]]>,
    /// The neighbours as a set.
    pub near: Box<[B]>,
    /// The states of the cells of the empty board: sides are stones.
    pub sides: Box<[u16]>,
    pub table: Arc<Table>,
}

impl<B: Bits> Board<B> {
    pub fn new(geometry: &Geometry) -> Board<B> {
        let (count, topology) = (geometry.size().cells(), geometry.topology());
        let cells = || (0..count as u16).map(Cell);
        // A cell that touches itself changes its own contacts.
        let is_on = topology != Topology::Torus
            && count <= B::MOST
            && cells().all(|cell| geometry.touching(cell).all(|to| to != cell));
        if !is_on {
            let (links, near, sides) = Default::default();
            return Board { is_on, cells: B::EMPTY, links, near, sides, table: Table::shared() };
        }
        let link = |to: u16| if to == Geometry::OUTSIDE { count as u8 } else { to as u8 };
        let set = |set: B, cell: Cell| set | B::one(cell.index());
        Board {
            is_on,
            cells: cells().fold(B::EMPTY, set),
            links: cells().map(|cell| geometry.neighbours(cell).map(link)).collect(),
            near: cells().map(|cell| geometry.touching(cell).fold(B::EMPTY, set)).collect(),
            sides: cells().map(|cell| sides(geometry, cell)).collect(),
            table: Table::shared(),
        }
    }
}

/// The state of a cell of the empty board. A contact that lies beyond two sides
/// is between theirs, so it can be given to either.
fn sides(geometry: &Geometry, cell: Cell) -> u16 {
    // The steps that leave the board above, below, at the left and at the right.
    const BEYOND: [(Colour, u8, [usize; 2]); 4] = [
        (Colour::Black, 1, [4, 5]),
        (Colour::Black, 2, [1, 2]),
        (Colour::White, 1, [2, 3]),
        (Colour::White, 2, [5, 0]),
    ];
    let mut state = 0;
    for (colour, side, steps) in BEYOND {
        for step in steps {
            let is_outside = geometry.neighbours(cell)[step] == Geometry::OUTSIDE;
            let on_side = geometry.sides(colour, cell) & side != 0;
            if is_outside && on_side && state >> (2 * step) & 3 == 0 {
                state |= (1 + colour.index() as u16) << (2 * step);
            }
        }
    }
    state
}
