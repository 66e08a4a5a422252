//! Moves that are tried out on a position that has been filled in.

use super::{Bits, fill::Fill, table::TAKEN};

/// What a move gives away.
pub(super) struct Given<B> {
    /// The move.
    pub cell: usize,
    /// The cells that it kills.
    pub dead: B,
    /// The cells that it captures.
    pub captured: B,
}

impl<B: Bits> Given<B> {
    /// All cells that the move settles.
    pub fn set(&self) -> B {
        B::one(self.cell) | self.dead | self.captured
    }
}

impl<B: Bits> Fill<'_, B> {
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
        let before = self.save();
        self.take(cell, colour, 1 + colour as u16);
        self.run([colour == 0, colour == 1]);
        let dead = self.dead & !before.dead;
        let captured = self.captured[colour] & !before.captured[colour];
        self.restore(&before);
        Given { cell, dead, captured }
    }

    /// Whether an answer next to a move makes it dead with all that follows for
    /// the colour that answers: the cells that it needs. Here the move is a stone
    /// that others count on, so cells that are dead because of it are not wild:
    /// the colour that answers gets them.
    pub fn refutation(&mut self, cell: usize, colour: usize) -> Option<B> {
        let (first, other) = (self.save(), 1 - colour);
        self.take(cell, colour, 1 + colour as u16);
        let (near, before) = (self.changed, self.save());
        self.dead_to = Some(other);
        let used = (self.board.near[cell] & self.empty).cells().find_map(|answer| {
            let gives = |(step, &to): (usize, &u8)| self.gives(to.into(), other, (step + 3) % 6);
            if !self.board.links[answer].iter().enumerate().any(gives) {
                return None;
            }
            self.changed = near & !B::one(answer);
            self.take(answer, other, 1 + other as u16);
            self.run([other == 0, other == 1]);
            let is_dead = self.board.table.of(self.states[cell] & !TAKEN).is_dead();
            let used = before.empty & !self.empty;
            self.restore(&before);
            is_dead.then_some(used)
        });
        self.dead_to = None;
        self.restore(&first);
        used
    }

    fn save(&self) -> Saved<B> {
        let &Fill { stones, empty, captured, dead, .. } = self;
        Saved { stones, empty, captured, dead }
    }

    fn restore(&mut self, saved: &Saved<B>) {
        for cell in (saved.empty & !self.empty).cells() {
            self.untell(cell);
        }
        Saved {
            stones: self.stones,
            empty: self.empty,
            captured: self.captured,
            dead: self.dead,
        } = *saved;
        self.changed = B::EMPTY;
    }
}

/// What is taken back after a move was tried out.
struct Saved<B> {
    stones: [B; 2],
    empty: B,
    captured: [B; 2],
    dead: B,
}
