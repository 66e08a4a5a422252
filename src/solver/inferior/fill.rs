//! Fill-in: dead cells and captured pairs are given away until nothing changes.

use super::{
    Bits, Board,
    table::{TAKEN, WILD},
};

/// Room for the states of all cells and of the outside.
const ROOM: usize = 129;

/// Where in the state of the neighbour in each step the cell itself is.
const BACK: [u16; 6] = [6, 8, 10, 0, 2, 4];

/// A position while it is filled in.
pub(super) struct Fill<'a, B> {
    board: &'a Board<B>,
    states: [u16; ROOM],
    pub stones: [B; 2],
    pub empty: B,
    pub captured: [B; 2],
    dead: B,
    /// Empty cells whose states have changed.
    changed: B,
}

/// What a move gives away.
pub(super) struct Given<B> {
    pub dead: B,
    /// By the colour that moved.
    pub captured: B,
}

impl<'a, B: Bits> Fill<'a, B> {
    pub fn new(board: &'a Board<B>, stones: [B; 2]) -> Fill<'a, B> {
        let mut states = [0; ROOM];
        let count = board.sides.len();
        states[..count].copy_from_slice(&board.sides);
        states[count] = TAKEN;
        let (none, empty) = (B::EMPTY, board.cells & !(stones[0] | stones[1]));
        let captured = [none; 2];
        let mut fill = Fill { board, states, stones, empty, captured, dead: none, changed: empty };
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

    /// The moves of each colour that make a neighbour dead or capture one.
    pub fn givers(&self) -> [B; 2] {
        let mut givers = [B::EMPTY; 2];
        for cell in self.empty.cells() {
            let mut hints = self.board.table.hints(self.states[cell]);
            while hints != 0 {
                let hint = hints.trailing_zeros() as usize;
                hints &= hints - 1;
                let (colour, step) = (hint / 6, hint % 6);
                let from = usize::from(self.board.links[cell][step]);
                if !givers[colour].has(from) && self.gives(cell, colour, step) {
                    givers[colour] |= B::one(from);
                }
            }
        }
        givers
    }

    /// Whether a cell becomes dead or captured if a colour takes the contact in
    /// this step.
    fn gives(&self, cell: usize, colour: usize, step: usize) -> bool {
        let code = 1 + colour as u16;
        let entry = self.board.table.of(self.states[cell] | code << (2 * step));
        let mut killers = entry.killers(colour);
        while killers != 0 {
            let i = killers.trailing_zeros() as usize;
            killers &= killers - 1;
            // The move is a contact of the other cell, too, if it is next to it
            // in the circle of contacts.
            let seen = match (i + 6 - step) % 6 {
                1 => code << (2 * ((step + 5) % 6)),
                5 => code << (2 * ((step + 1) % 6)),
                _ => 0,
            };
            let other = self.states[usize::from(self.board.links[cell][i])] | seen;
            if self.board.table.of(other).killers(colour) >> ((i + 3) % 6) & 1 != 0 {
                return true;
            }
        }
        entry.is_dead()
    }

    /// What a move gives away, and what follows from that for the same colour.
    /// The position stays as it is.
    pub fn after(&mut self, cell: usize, colour: usize) -> Given<B> {
        let (stones, empty, captured, dead) = (self.stones, self.empty, self.captured, self.dead);
        self.take(cell, colour, 1 + colour as u16);
        self.run([colour == 0, colour == 1]);
        let given =
            Given { dead: self.dead & !dead, captured: self.captured[colour] & !captured[colour] };
        for cell in (empty & !self.empty).cells() {
            self.untell(cell);
        }
        (self.stones, self.empty, self.captured, self.dead) = (stones, empty, captured, dead);
        given
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
            let entry = self.board.table.of(self.states[other]);
            if entry.killers(colour) >> ((i + 3) % 6) & 1 != 0 {
                return Some(other);
            }
        }
        None
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
        self.states[cell] |= TAKEN;
        for (step, &near) in self.board.links[cell].iter().enumerate() {
            self.states[usize::from(near)] |= code << BACK[step];
        }
    }

    /// Tells the cells around that a cell is empty again.
    #[inline]
    fn untell(&mut self, cell: usize) {
        self.states[cell] &= !TAKEN;
        for (step, &near) in self.board.links[cell].iter().enumerate() {
            self.states[usize::from(near)] &= !(3 << BACK[step]);
        }
    }
}
