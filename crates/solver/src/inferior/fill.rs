//! Fill-in: assigns dead cells and captured pairs to a colour until nothing changes.

use super::{
    Bits, FillBoard,
    table::{ContactTable, TAKEN, WILD},
};

/// The states of all cells and of the outside.
const ROOM: usize = 129;

/// The bit position of a cell in the state of its neighbour, by step.
const BACK: [u16; 6] = [6, 8, 10, 0, 2, 4];

pub(super) struct Fill<'a, B> {
    pub board: &'a FillBoard<B>,
    pub states: [u16; ROOM],
    pub stones: [B; 2],
    pub empty: B,
    pub captured: [B; 2],
    pub dead: B,
    /// Empty cells whose states have changed.
    pub changed: B,
    /// The colour that dead cells go to and count for; `None`: they are wild.
    pub dead_to: Option<usize>,
}

impl<'a, B: Bits> Fill<'a, B> {
    pub fn new(board: &'a FillBoard<B>, stones: [B; 2]) -> Fill<'a, B> {
        let mut states = [0; ROOM];
        let count = board.sides.len();
        states[..count].copy_from_slice(&board.sides);
        states[count] = TAKEN;
        let empty = board.cells & !(stones[0] | stones[1]);
        let mut fill = Fill {
            board,
            states,
            stones,
            empty,
            captured: [B::EMPTY; 2],
            dead: B::EMPTY,
            changed: empty,
            dead_to: None,
        };
        for (code, stones) in [(1, stones[0]), (2, stones[1])] {
            for cell in stones.cells() {
                fill.add_contact(cell, code);
            }
        }
        fill
    }

    /// Fills in dead and captured cells; captures only for a colour that may capture.
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
                match self.dead_to {
                    Some(colour) => self.take(cell, colour, 1 + colour as u16),
                    None => self.take(cell, ContactTable::majority(self.states[cell]), WILD),
                }
                continue;
            }
            for (colour, may) in may_capture.into_iter().enumerate() {
                if may && let Some(other) = self.partner(cell, colour, entry.killers(colour)) {
                    self.capture(B::one(cell) | B::one(other), colour);
                    break;
                }
            }
        }
    }

    pub fn kill(&mut self, set: B) {
        self.dead |= set;
        for cell in set.cells() {
            self.take(cell, ContactTable::majority(self.states[cell]), WILD);
        }
    }

    /// Adds the cells that each move of a colour kills by their contacts alone.
    pub fn kills(&self, colour: usize, kills: &mut [B]) {
        for cell in self.empty.cells() {
            let killers = self.board.table.of(self.states[cell]).killers(colour);
            for i in u64::from(killers).cells() {
                kills[usize::from(self.board.links[cell][i])] |= B::one(cell);
            }
        }
    }

    pub fn capture(&mut self, set: B, colour: usize) {
        self.captured[colour] |= set;
        for cell in set.cells() {
            self.take(cell, colour, 1 + colour as u16);
        }
    }

    /// A neighbour such that each of the two cells, taken by the colour, kills the other: if the
    /// other colour plays on one of them, the reply on the other makes that stone dead.
    #[inline]
    fn partner(&self, cell: usize, colour: usize, killers: u16) -> Option<usize> {
        for i in u64::from(killers).cells() {
            let other = usize::from(self.board.links[cell][i]);
            let entry = self.board.table.of(self.states[other]);
            if entry.killers(colour) >> ((i + 3) % 6) & 1 != 0 {
                return Some(other);
            }
        }
        None
    }

    pub fn take(&mut self, cell: usize, colour: usize, code: u16) {
        self.stones[colour] |= B::one(cell);
        self.empty &= !B::one(cell);
        self.changed = (self.changed | self.board.near[cell]) & self.empty;
        self.add_contact(cell, code);
    }

    /// Adds a taken cell to the states of its neighbours.
    #[inline]
    fn add_contact(&mut self, cell: usize, code: u16) {
        self.states[cell] |= TAKEN;
        for (step, &near) in self.board.links[cell].iter().enumerate() {
            self.states[usize::from(near)] |= code << BACK[step];
        }
    }

    /// Removes a cell that is empty again from the states of its neighbours.
    #[inline]
    pub fn remove_contact(&mut self, cell: usize) {
        self.states[cell] &= !TAKEN;
        for (step, &near) in self.board.links[cell].iter().enumerate() {
            self.states[usize::from(near)] &= !(3 << BACK[step]);
        }
    }
}
