//! A position as the strategies of the literature describe it.

use kring_board::{Cell, CellSet, Colour, Geometry, Move, Position, STEPS, Size};

use super::ring_band::{BandRows, MAX_ROWS, RingBand, full_ring, rotated};

/// White's last move: its ring (from 1) and its column as one bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WhiteMove {
    pub cell: Cell,
    pub ring: i32,
    pub column: u32,
}

/// A position as the strategies of the literature see it: rings, from 1 at the top to n at the
/// bottom, and white's last move. On the cylinder the rings 0 and n+1 are imagined full of black
/// stones; on the torus rings are counted mod n.
///
/// The published strategies use nothing else, so the moves that they permit are a function of the
/// stones and of white's last move.
pub struct RingView<'a> {
    /// The position, for strategies that are not about rings.
    pub position: &'a Position,
    pub(super) size: Size,
    /// Whether rings are counted mod n.
    pub(super) wraps: bool,
    black: BandRows,
    empty: BandRows,
    /// White's last move; `None` if white has no stone.
    pub(super) last: Option<WhiteMove>,
    /// Whether the strategy must stop and return the best move so far.
    pub(super) stop: &'a dyn Fn() -> bool,
}

impl<'a> RingView<'a> {
    /// The rings of a position. White's last move is the last stone that white placed, even if
    /// black moved since. Slow strategies call `stop` now and then.
    pub fn until(position: &'a Position, stop: &'a dyn Fn() -> bool) -> RingView<'a> {
        let size = position.size();
        let rows = size.rows();
        let full = full_ring(size.columns() as u32);
        let wraps = position.rules().topology.wraps_rows();
        let white = |(colour, mv): (Colour, Move)| mv.cell().filter(|_| colour == Colour::White);
        // White's only stone may come from a swap.
        let last = position.history().rev().find_map(white);
        let last = last.or_else(|| position.stones(Colour::White).iter().next()).map(|cell| {
            WhiteMove { cell, ring: cell.row(size) as i32 + 1, column: 1 << cell.column(size) }
        });
        // Filled in place, because the verifier creates millions of views.
        let [black, empty] = [[0; MAX_ROWS]; 2];
        let mut view = RingView { position, size, wraps, black, empty, last, stop };
        for row in 0..rows {
            let [own, other] = Colour::each(|colour| position.stones(colour).row(size, row));
            view.black[row + 1] = own;
            view.empty[row + 1] = full & !own & !other;
        }
        if !wraps {
            view.black[0] = full;
            view.black[rows + 1] = full;
        }
        view
    }

    /// The same board treated as a cylinder: the rings 0 and n+1 are imagined full of black
    /// stones, also on the torus.
    pub(super) fn as_cylinder(&self) -> RingView<'a> {
        let mut black = self.black;
        let full = full_ring(self.columns());
        black[0] = full;
        black[self.size.rows() + 1] = full;
        RingView { black, wraps: false, ..*self }
    }

    pub(super) fn count(&self) -> i32 {
        self.size.rows() as i32
    }

    pub(super) fn columns(&self) -> u32 {
        self.size.columns() as u32
    }

    /// The index of a ring in `black` and `empty`, if the ring exists.
    fn index_of(&self, ring: i32) -> Option<usize> {
        if self.wraps {
            return Some((ring - 1).rem_euclid(self.count()) as usize + 1);
        }
        (0..=self.count() + 1).contains(&ring).then_some(ring as usize)
    }

    /// Whether the ring at an index is imagined rather than on the board.
    fn is_imagined(&self, at: usize) -> bool {
        !(1..=self.size.rows()).contains(&at)
    }

    /// Black's stones in a ring; none if the ring does not exist.
    pub(super) fn black(&self, ring: i32) -> u32 {
        self.index_of(ring).map_or(0, |at| self.black[at])
    }

    pub(super) fn white(&self, ring: i32) -> u32 {
        let full = full_ring(self.columns());
        self.index_of(ring).map_or(0, |at| full & !self.black[at] & !self.empty[at])
    }

    pub(super) fn empty(&self, ring: i32) -> u32 {
        self.index_of(ring).map_or(0, |at| self.empty[at])
    }

    #[inline]
    pub(super) fn rotated(&self, cells: u32, by: i32) -> u32 {
        rotated(self.columns(), cells, by)
    }

    /// The band of the rings from `first` to `last` that exist, and its first ring.
    pub(super) fn band(&self, first: i32, last: i32) -> (RingBand, i32) {
        let (first, last) = if self.wraps {
            (first, last.min(first + MAX_ROWS as i32 - 1))
        } else {
            (first.max(0), last.min(self.count() + 1))
        };
        let [mut black, mut empty] = [[0; MAX_ROWS]; 2];
        let count = (last - first + 1).max(0) as usize;
        for i in 0..count {
            black[i] = self.black(first + i as i32);
            empty[i] = self.empty(first + i as i32);
        }
        (RingBand { columns: self.columns(), count, black, empty }, first)
    }

    /// The cells of one ring as a set.
    pub(super) fn ring(&self, ring: i32, cells: u32) -> CellSet {
        let mut set = CellSet::EMPTY;
        self.add(&mut set, ring, cells);
        set
    }

    /// Adds cells of one ring to a set; imagined rings have none.
    pub(super) fn add(&self, set: &mut CellSet, ring: i32, cells: u32) {
        if let Some(at) = self.index_of(ring).filter(|at| !self.is_imagined(*at)) {
            set.insert_row(self.size, at - 1, cells);
        }
    }

    /// The cells of a band that begins with this ring, as a set.
    pub(super) fn set(&self, first: i32, rows: &BandRows) -> CellSet {
        let mut set = CellSet::EMPTY;
        for (ring, &cells) in (first..).zip(rows).filter(|(_, cells)| **cells != 0) {
            self.add(&mut set, ring, cells);
        }
        set
    }

    pub(super) fn anywhere(&self) -> CellSet {
        self.position.empty()
    }

    /// The other halves of the bridges through this cell, which may be taken: each is an empty
    /// cell that, together with this cell, separates two black stones that touch both.
    pub(super) fn other_halves(&self, cell: Cell) -> CellSet {
        let mut around = *self.position.geometry().neighbours(cell);
        let ring = cell.row(self.size) as i32 + 1;
        for (next, (_, down)) in around.iter_mut().zip(STEPS) {
            // A torus that is treated as a cylinder ends at the imagined rings.
            if self.index_of(ring + down).is_none_or(|to| self.is_imagined(to)) {
                *next = Geometry::OUTSIDE;
            }
        }
        let black = |direction: usize| match around[direction % 6] {
            Geometry::OUTSIDE => true,
            at => self.position.stones(Colour::Black).contains(Cell::unchecked(at)),
        };
        let free =
            |at: u16| at != Geometry::OUTSIDE && self.position.at(Cell::unchecked(at)).is_none();
        // Seen from this cell, the two stones of a bridge are on either side of its other cell.
        let between_black = |i: usize| black(i + 1) && black(i + 5);
        let halves =
            (0..6).filter(|&i| free(around[i]) && around[i] != cell.number() && between_black(i));
        halves.map(|i| Cell::unchecked(around[i])).collect()
    }
}
