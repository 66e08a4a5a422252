//! Playing and undoing moves. A win is detected when its last stone is placed;
//! [`groups`](super::groups) describes how.

use super::{
    Cell, Geometry, Goal, IllegalMove, Move, Position,
    groups::{SHIFTS, goes_round},
    position::RecordEntry,
};
use crate::Colour;

impl Position {
    /// Plays a move; an illegal move changes nothing.
    pub fn play(&mut self, colour: Colour, mv: Move) -> Result<(), IllegalMove> {
        self.check(colour, mv)?;
        if let Move::Cell(cell) = mv {
            self.place(colour, cell);
            return Ok(());
        }
        let played = self.entry(colour, mv);
        if mv == Move::SwapPieces
            && let Some((stone, mirrored)) = self.swapped_stone()
        {
            self.lift(colour.other(), stone, 0);
            self.lay(colour, mirrored);
        }
        if mv == Move::Resign {
            self.winner = Some(colour.other());
        }
        self.declared = None;
        self.record.push(played);
        Ok(())
    }

    /// Places a stone without checking that the move is legal: for searches, which take their
    /// moves from [`Position::legal_cells`].
    #[inline]
    pub fn place(&mut self, colour: Colour, cell: Cell) {
        let played = self.entry(colour, Move::Cell(cell));
        if self.rules().seasons.count() > 1
            && let Some((_, step)) = self.due(colour)
        {
            let period = self.rules().seasons.cycle(colour).period();
            self.steps[colour.index()] = ((step + 1) % period) as u8;
        }
        self.declared = None;
        self.record.push(played);
        self.lay(colour, cell);
    }

    /// Sets a stone up in any season, without advancing the cycle.
    pub fn set_up(&mut self, colour: Colour, cell: Cell) -> Result<(), IllegalMove> {
        match self.check_cell(colour, cell) {
            Ok(()) | Err(IllegalMove::Season { .. }) => {}
            Err(illegal) => return Err(illegal),
        }
        let entry = self.entry(colour, Move::Cell(cell));
        self.record.push(RecordEntry { set_up: true, ..entry });
        self.lay(colour, cell);
        Ok(())
    }

    /// Undoes the last move; `None` if there is none.
    pub fn undo(&mut self) -> Option<(Colour, Move)> {
        let played = self.record.pop()?;
        match played.mv {
            Move::Cell(cell) => self.lift(played.mover, cell, played.groups),
            Move::SwapPieces => {
                if let Some((stone, mirrored)) = self.swapped_stone() {
                    self.lift(played.mover, mirrored, 0);
                    self.lay(played.mover.other(), stone);
                }
            }
            _ => {}
        }
        self.steps[played.mover.index()] = played.step;
        self.declared = played.declared;
        self.winner = played.winner;
        Some((played.mover, played.mv))
    }

    /// The stone that a swap of pieces takes over, and the cell that it moves to.
    fn swapped_stone(&self) -> Option<(Cell, Cell)> {
        let stone = self.record.first()?.mv.cell()?;
        Some((stone, self.geometry().mirrored(stone)?))
    }

    #[inline]
    fn entry(&self, mover: Colour, mv: Move) -> RecordEntry {
        RecordEntry {
            mover,
            mv,
            set_up: false,
            groups: self.groups.mark(),
            step: self.steps[mover.index()],
            declared: self.declared,
            winner: self.winner,
        }
    }

    /// Puts a stone on the board and detects a win.
    #[inline]
    fn lay(&mut self, colour: Colour, cell: Cell) {
        let geometry = self.game.geometry();
        let own = &mut self.stones[colour.index()];
        own.insert(cell);
        let mut round = false;
        for (&neighbour, shift) in geometry.neighbours(cell).iter().zip(SHIFTS) {
            if neighbour != Geometry::OUTSIDE && own.contains(Cell(neighbour)) {
                round |= goes_round(self.groups.link(cell.0, neighbour, shift), colour);
            }
        }
        let wins = match geometry.goal(colour) {
            Goal::Ring => round,
            Goal::Path => self.joins_sides(colour, cell),
        };
        if wins && self.winner.is_none() {
            self.winner = Some(colour);
        }
        self.left[self.game.season_of(cell)] -= 1;
        self.stones_hash ^= self.game.keys.stones[cell.index()][colour.index()];
    }

    /// Links a stone with the sides that it lies on. Returns whether both sides are now connected.
    #[inline]
    fn joins_sides(&mut self, colour: Colour, cell: Cell) -> bool {
        let first = self.side_node(colour, 0);
        let sides = self.game.geometry().sides(colour, cell);
        for side in 0..2 {
            if sides >> side & 1 != 0 {
                self.groups.link(cell.0, first + side, 0);
            }
        }
        self.groups.together(first, first + 1)
    }

    /// Removes a stone from the board and undoes its unions.
    #[inline]
    fn lift(&mut self, colour: Colour, cell: Cell, groups: u16) {
        self.groups.undo_to(groups);
        self.stones[colour.index()].remove(cell);
        self.left[self.game.season_of(cell)] += 1;
        self.stones_hash ^= self.game.keys.stones[cell.index()][colour.index()];
    }
}
