//! The cells that are taken after each number of turns, in the rows of the
//! floods on the torus.

use kring_board::{Cell, Size};

use super::{lane_flood::UNROLLED, lanes::Word};

/// One turn: a colour takes one of two cells, the one that it has; or each
/// colour takes the cell where it has it.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    pub colours: [bool; 2],
    pub cells: [Cell; 2],
}

/// The cells that may have been taken at a time: a colour's stones then are its
/// stones at the end which are in this set, on every board.
pub(super) struct Taken<T> {
    /// The number of rows: black's, then white's.
    rows: usize,
    /// The number of turns.
    end: usize,
    /// The rows at the end of the game, one turn before and so on.
    taken: Vec<T>,
    /// For each cell, its row and bit there, for each colour.
    places: Vec<[(u16, T); 2]>,
}

impl<T: Word> Taken<T> {
    pub fn new(size: Size) -> Taken<T> {
        let bit = |number: usize| T::from(true) << number as u32;
        let first = size.rows().next_multiple_of(UNROLLED);
        let place = move |x: usize, y| [(y as u16, bit(x)), ((first + x) as u16, bit(y))];
        let places = (0..size.rows()).flat_map(|y| (0..size.columns()).map(move |x| place(x, y)));
        Taken {
            rows: first + size.columns().next_multiple_of(UNROLLED),
            end: 0,
            taken: Vec::new(),
            places: places.collect(),
        }
    }

    /// Starts with the end of games with so many turns.
    pub fn start(&mut self, turns: usize) {
        self.end = turns;
        self.taken.clear();
        self.taken.resize(self.rows, T::ALL);
    }

    /// Takes turns back, one by one, to a time.
    pub fn go_back_to(&mut self, time: usize, turn: impl Fn(usize) -> Turn) {
        let rows = self.rows;
        for time in (time..=self.end - self.taken.len() / rows).rev() {
            let last = self.taken.len() - rows;
            self.taken.extend_from_within(last..);
            let (turn, taken) = (turn(time), &mut self.taken[last + rows..]);
            for cell in turn.cells {
                for ((row, bit), takes) in self.places[cell.index()].into_iter().zip(turn.colours) {
                    if takes {
                        taken[usize::from(row)] &= T::ALL ^ bit;
                    }
                }
            }
        }
    }

    /// The rows at a time that was gone back to.
    pub fn at(&self, time: usize) -> &[T] {
        &self.taken[(self.end - time) * self.rows..][..self.rows]
    }
}
