//! Fill-in: dead cells and captured pairs are given away until nothing changes.

use super::{Bits, Board, table::WILD};

/// Room for the states of all cells and of the outside.
const ROOM: usize = 129;

/// A position while it is filled in.
#[derive(Clone)]
pub(super) struct Fill<'a, B> {
    board: &'a Board<B>,
    states: [u16; ROOM],
    pub stones: [B; 2],
    pub empty: B,
    pub dead: B,
    pub captured: [B; 2],
    /// Cells whose states have changed.
    changed: B,
}

impl<'a, B: Bits> Fill<'a, B> {
    pub fn new(board: &'a Board<B>, stones: [B; 2]) -> Fill<'a, B> {
        let mut states = [0; ROOM];
        states[..board.sides.len()].copy_from_slice(&board.sides);
        let empty = board.cells & !(stones[0] | stones[1]);
        let none = B::EMPTY;
        let mut fill =
            Fill { board, states, stones, empty, dead: none, captured: [none; 2], changed: empty };
        for (code, stones) in [(1, stones[0]), (2, stones[1])] {
            for cell in stones.cells() {
                fill.tell(cell, code);
            }
        }
        fill
    }

    /// Gives away what is dead or captured; captured cells only to a colour
    /// that may capture.
    pub fn run(&mut self, may_capture: [bool; 2]) {
        while !self.changed.is_empty() {
            let cell = self.changed.first();
            self.changed = self.changed.rest();
            let entry = self.board.table.of(self.states[cell]);
            if entry.is_nothing() {
                continue;
            }
            if entry.is_dead() {
                self.dead |= B::one(cell);
                self.take(cell, entry.majority(), WILD);
                continue;
            }
            for (colour, may) in may_capture.into_iter().enumerate() {
                if may && let Some(other) = self.partner(cell, colour, entry.killers(colour)) {
                    self.captured[colour] |= B::one(cell) | B::one(other);
                    self.take(cell, colour, 1 + colour as u16);
                    self.take(other, colour, 1 + colour as u16);
                    break;
                }
            }
        }
    }

    /// The position after a move of one colour, filled in for that colour.
    /// None if the move changes nothing.
    pub fn after(&self, cell: usize, colour: usize) -> Option<Fill<'a, B>> {
        let code = 1 + colour as u16;
        let matters = self.board.links[cell].iter().enumerate().any(|(i, &to)| {
            let entry = self.board.table.of(self.states[usize::from(to)] | code << OPPOSITE[i]);
            self.empty_link(to) && (entry.is_dead() || entry.killers(colour) != 0)
        });
        matters.then(|| {
            let mut after = self.clone();
            after.take(cell, colour, code);
            after.run([colour == 0, colour == 1]);
            after
        })
    }

    /// What is known of an empty cell.
    #[inline]
    pub fn killers(&self, cell: usize, colour: usize) -> u16 {
        self.board.table.of(self.states[cell]).killers(colour)
    }

    /// A cell that, taken by the colour, kills this one, and the reverse: if
    /// the other colour plays at one of them, the answer at the other makes
    /// that stone dead.
    #[inline]
    fn partner(&self, cell: usize, colour: usize, mut killers: u16) -> Option<usize> {
        while killers != 0 {
            let i = killers.trailing_zeros() as usize;
            killers &= killers - 1;
            let other = usize::from(self.board.links[cell][i]);
            if self.killers(other, colour) >> ((i + 3) % 6) & 1 != 0 {
                return Some(other);
            }
        }
        None
    }

    #[inline]
    fn empty_link(&self, to: u8) -> bool {
        usize::from(to) < self.board.sides.len() && self.empty.has(usize::from(to))
    }

    fn take(&mut self, cell: usize, colour: usize, code: u16) {
        self.stones[colour] |= B::one(cell);
        self.empty &= !B::one(cell);
        self.changed = (self.changed | self.board.near[cell]) & self.empty;
        self.tell(cell, code);
    }

    /// Tells the cells around what a cell is now.
    #[inline]
    fn tell(&mut self, cell: usize, code: u16) {
        for (i, &to) in self.board.links[cell].iter().enumerate() {
            self.states[usize::from(to)] |= code << OPPOSITE[i];
        }
    }
}

/// Where in a neighbour's state the cell itself is, for each step.
const OPPOSITE: [u16; 6] = [6, 8, 10, 0, 2, 4];
