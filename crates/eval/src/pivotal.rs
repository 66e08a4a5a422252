//! Which cells of full boards are pivotal: on many boards at once.

use kring_board::{Cell, Colour, Geometry};

use crate::bit_flood::{BitFlood, BoardBatch};

/// Finds the white cells with which black would have won a full board that it lost, on rhombus
/// and cylinder. Black's stones flood the board from its first row and from its last; such a cell
/// touches both floods.
///
/// Whether a cell is pivotal does not depend on its own colour. So where a fair coin colours it,
/// it is pivotal twice as often as it is pivotal and white.
pub struct PivotalFlood<const W: usize> {
    from_first: BitFlood<W>,
    /// The board rotated by 180°, which has the same neighbours.
    from_last: BitFlood<W>,
}

impl<const W: usize> PivotalFlood<W> {
    /// For a board whose first and last rows are not glued.
    pub fn new(geometry: &Geometry) -> PivotalFlood<W> {
        PivotalFlood {
            from_first: BitFlood::new(geometry, Colour::Black, 0),
            from_last: BitFlood::new(geometry, Colour::Black, 0).turned(),
        }
    }

    /// The boards, among some of them, that black wins. `see` gets each cell, and the boards on
    /// which it is white and pivotal.
    ///
    /// # Panics
    /// If `black` has fewer cells than the board.
    pub fn find(
        &mut self,
        boards: BoardBatch<W>,
        black: &[BoardBatch<W>],
        mut see: impl FnMut(Cell, BoardBatch<W>),
    ) -> BoardBatch<W> {
        let won = self.from_first.joined(boards, black, 0);
        let lost: BoardBatch<W> = std::array::from_fn(|w| boards[w] & !won[w]);
        self.from_last.joined(lost, black, 0);
        for (i, cell) in self.from_first.cells().enumerate() {
            let first = self.from_first.touched(i);
            let last = self.from_last.touched(black.len() - 1 - i);
            let stone = &black[cell.index()];
            see(cell, std::array::from_fn(|w| lost[w] & !stone[w] & first[w] & last[w]));
        }
        won
    }
}
