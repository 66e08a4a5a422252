//! Trial moves on a filled-in position.

use super::{Bits, fill::Fill, table::TAKEN};

pub(super) struct MoveEffects<B> {
    pub cell: usize,
    pub dead: B,
    pub captured: B,
}

impl<B: Bits> MoveEffects<B> {
    /// All cells that the move settles.
    pub fn set(&self) -> B {
        B::one(self.cell) | self.dead | self.captured
    }
}

impl<B: Bits> Fill<'_, B> {
    /// The moves of each colour that make a neighbour dead or capture one.
    pub fn effective_moves(&self) -> [B; 2] {
        let mut effective_moves = [B::EMPTY; 2];
        for cell in self.empty.cells() {
            let triggers = self.board.table.triggers(self.states[cell]);
            for trigger in u64::from(triggers).cells() {
                let colour = trigger / 6;
                let step = trigger % 6;
                let from = usize::from(self.board.links[cell][step]);
                if !effective_moves[colour].has(from) && self.has_effect(cell, colour, step) {
                    effective_moves[colour] |= B::one(from);
                }
            }
        }
        effective_moves
    }

    /// Whether a cell becomes dead or captured if a colour takes the contact in this step.
    fn has_effect(&self, cell: usize, colour: usize, step: usize) -> bool {
        let code = 1 + colour as u16;
        let entry = self.board.table.of(self.states[cell] | code << (2 * step));
        let killers = entry.killers(colour);
        for i in u64::from(killers).cells() {
            // The move is a contact of the other cell, too, if both are adjacent in the circle of
            // contacts.
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

    /// The effects of a move, with the consequences for the same colour. The position does not
    /// change.
    pub fn after(&mut self, cell: usize, colour: usize) -> MoveEffects<B> {
        let before = self.empty;
        self.take(cell, colour, 1 + colour as u16);
        self.run([colour == 0, colour == 1]);
        let dead = self.dead & before;
        let captured = self.captured[colour] & before;
        self.restore(before);
        MoveEffects { cell, dead, captured }
    }

    /// Finds a reply next to a move that, with its consequences for the replying colour, makes
    /// the move dead; returns the cells that it needs. The move is a stone that other cells count
    /// on, so cells that are dead because of it are not wild: they go to the replying colour.
    pub fn refutation(&mut self, cell: usize, colour: usize) -> Option<B> {
        let first = self.empty;
        let other = 1 - colour;
        self.take(cell, colour, 1 + colour as u16);
        let near = self.changed;
        let before = self.empty;
        self.dead_to = Some(other);
        let used = (self.board.near[cell] & self.empty).cells().find_map(|answer| {
            let has_effect =
                |(step, &to): (usize, &u8)| self.has_effect(to.into(), other, (step + 3) % 6);
            if !self.board.links[answer].iter().enumerate().any(has_effect) {
                return None;
            }
            self.changed = near & !B::one(answer);
            self.take(answer, other, 1 + other as u16);
            self.run([other == 0, other == 1]);
            let is_dead = self.board.table.of(self.states[cell] & !TAKEN).is_dead();
            let used = before & !self.empty;
            self.restore(before);
            is_dead.then_some(used)
        });
        self.dead_to = None;
        self.restore(first);
        used
    }

    /// Takes the cells back that were empty before a trial.
    fn restore(&mut self, empty: B) {
        for cell in (empty & !self.empty).cells() {
            self.remove_contact(cell);
        }
        for set in self.stones.iter_mut().chain(&mut self.captured).chain([&mut self.dead]) {
            *set &= !empty;
        }
        self.empty = empty;
        self.changed = B::EMPTY;
    }
}
