//! The cells that are taken after each number of turns, in the row layout of the torus floods.

use kring_board::{Cell, Colour, Size};

use super::{lane_flood::UNROLLED, lanes::RowWord};
use crate::BoardBatch;

/// One turn on all boards of a batch. With a colour: of two cells, this colour takes the one that
/// it owns at the end of the playout (or the only one, if it is given twice). Without a colour: the
/// cell is given twice, and its owner takes it.
#[derive(Clone, Copy)]
pub(super) struct BatchTurn {
    pub colour: Option<Colour>,
    pub cells: [Cell; 2],
}

impl BatchTurn {
    /// The stone that is placed on a board, on which black has these cells in the end.
    #[inline]
    pub fn stone<const W: usize>(
        &self,
        black: &[BoardBatch<W>],
        w: usize,
        bit: u64,
    ) -> (Colour, Cell) {
        let [cell, other] = self.cells;
        let owner = Colour::ALL[usize::from(black[cell.index()][w] & bit == 0)];
        match self.colour {
            Some(colour) if colour != owner => (colour, other),
            _ => (owner, cell),
        }
    }
}

/// The cells that may be taken at a time. The stones of a colour at that time are its final
/// stones that are in this set, on every board.
pub(super) struct Taken<T> {
    /// The number of rows: black's, then white's.
    rows: usize,
    /// The number of turns.
    end: usize,
    /// The rows at the end of the game, one turn before, and so on.
    taken: Vec<T>,
    /// The row and the bit of each cell, for each colour.
    bits_of_cells: Vec<[(u16, T); 2]>,
}

impl<T: RowWord> Taken<T> {
    pub fn new(size: Size) -> Taken<T> {
        let bit = |number: usize| T::from(true) << number as u32;
        let first = size.rows().next_multiple_of(UNROLLED);
        let bits_of_cells = (0..size.cells()).map(|cell| {
            let x = cell % size.columns();
            let y = cell / size.columns();
            [(y as u16, bit(x)), ((first + x) as u16, bit(y))]
        });
        Taken {
            rows: first + size.columns().next_multiple_of(UNROLLED),
            end: 0,
            taken: Vec::new(),
            bits_of_cells: bits_of_cells.collect(),
        }
    }

    /// Starts at the end of games with this number of turns.
    pub fn start(&mut self, turns: usize) {
        self.end = turns;
        self.taken.clear();
        self.taken.resize(self.rows, T::ALL);
    }

    /// Takes turns back, one by one, to a time.
    pub fn go_back_to(&mut self, time: usize, turns: &[BatchTurn]) {
        let rows = self.rows;
        for time in (time..=self.end - self.taken.len() / rows).rev() {
            let last = self.taken.len() - rows;
            self.taken.extend_from_within(last..);
            let turn = turns[time];
            let taken = &mut self.taken[last + rows..];
            for cell in turn.cells {
                let bits = Colour::ALL.into_iter().zip(self.bits_of_cells[cell.index()]);
                for (_, (row, bit)) in bits.filter(|(owner, _)| turn.colour != Some(owner.other()))
                {
                    taken[usize::from(row)] &= T::ALL ^ bit;
                }
            }
        }
    }

    /// The rows at a time that was gone back to.
    pub fn at(&self, time: usize) -> &[T] {
        &self.taken[(self.end - time) * self.rows..][..self.rows]
    }
}
