//! The board data for fill-in.

use kring_board::{Cell, Colour, Geometry, Goal, Topology};

use super::{Bits, table::ContactTable};

#[derive(Clone, Debug)]
pub(super) struct FillBoard<B> {
    pub cells: B,
    /// The six neighbours of each cell; the outside is one extra cell.
    pub links: Box<[[u8; 6]]>,
    /// The neighbours as a set.
    pub near: Box<[B]>,
    /// The states of the cells on the empty board, where sides count as stones.
    pub sides: Box<[u16]>,
    /// The two sides of each colour that connects sides.
    pub edges: [Option<[B; 2]>; 2],
    pub columns: Box<[B]>,
    wraps: bool,
    pub table: &'static ContactTable,
}

impl<B: Bits> FillBoard<B> {
    /// The data of a board; `None` where fill-in does not hold.
    pub fn new(geometry: &Geometry) -> Option<FillBoard<B>> {
        let size = geometry.size();
        let topology = geometry.topology();
        let count = size.cells();
        let columns = size.columns();
        let cells = || (0..count as u16).map(Cell::unchecked);
        // A cell that touches itself changes its own contacts.
        let is_on = topology != Topology::Torus
            && count <= B::MAX_CELLS
            && cells().all(|cell| geometry.touching(cell).all(|to| to != cell));
        if !is_on {
            return None;
        }
        let link = |to: u16| if to == Geometry::OUTSIDE { count as u8 } else { to as u8 };
        let set = |set: B, cell: Cell| set | B::one(cell.index());
        let column = |x| cells().filter(|c| c.index() % columns == x).fold(B::EMPTY, set);
        let edges = |colour| {
            let is_path = geometry.goal(colour) == Goal::Path;
            is_path.then(|| geometry.edges(colour).each_ref().map(|edge| B::narrow(edge.wide())))
        };
        Some(FillBoard {
            cells: cells().fold(B::EMPTY, set),
            links: cells().map(|cell| geometry.neighbours(cell).map(link)).collect(),
            near: cells().map(|cell| geometry.touching(cell).fold(B::EMPTY, set)).collect(),
            sides: cells().map(|cell| sides(geometry, cell)).collect(),
            edges: Colour::each(edges),
            columns: (0..columns).map(column).collect(),
            wraps: topology.wraps_columns(),
            table: ContactTable::shared(),
        })
    }

    /// The cells that touch a cell of a set.
    #[inline]
    pub fn around(&self, set: B) -> B {
        let set = set.wide();
        let width = self.columns.len();
        let [first, last] = [0, width - 1].map(|column| set & self.columns[column].wide());
        let mut right = (set & !last) << 1;
        let mut left = (set & !first) >> 1;
        if self.wraps {
            right |= last >> (width - 1);
            left |= first << (width - 1);
        }
        B::narrow(right | left | (set | left) << width | (set | right) >> width) & self.cells
    }
}

/// The state of a cell on the empty board. A contact beyond two sides lies between their
/// contacts, so it can be given to either colour.
fn sides(geometry: &Geometry, cell: Cell) -> u16 {
    // The steps that leave the board at the top, bottom, left and right.
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
