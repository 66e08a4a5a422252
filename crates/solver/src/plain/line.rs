//! The game from a solved position on.

use std::cmp::Reverse;

use kring_board::{Cell, Colour, Move};

use super::{
    search::{Forced, Search},
    table::Entry,
};

impl Search<'_> {
    /// The game from here on: the winner makes moves that win, and the loser those
    /// that took the most work to refute. It ends early if a limit is reached.
    pub fn line(&mut self, mut to_move: Colour, best: Option<Cell>) -> Vec<Move> {
        let (mut line, mut wins, mut next) = (Vec::new(), best.is_some(), best);
        loop {
            if !wins {
                next = self.losing_move(to_move);
            }
            let Some(cell) = next else { return line };
            self.place(to_move, cell);
            line.push(Move::Cell(cell));
            if self.position.winner().is_some() {
                return line;
            }
            (to_move, wins) = (to_move.other(), !wins);
            next = if wins { self.winning_move(to_move) } else { None };
        }
    }

    /// A move that wins. What the table has lost is searched again.
    fn winning_move(&mut self, to_move: Colour) -> Option<Cell> {
        let mut cells = match self.forced(to_move) {
            Forced::Won(cell) => return Some(cell),
            Forced::Lost => return None,
            Forced::Cells(cells) => self.ordered(to_move, &cells),
        };
        let known = |&cell: &Cell| self.known(to_move, cell).is_some_and(|known| !known.wins);
        if let Some(i) = cells.iter().position(known) {
            cells.swap(0, i);
        }
        let wins = |&cell: &Cell| self.after(to_move, cell).ok() == Some(false);
        cells.into_iter().find(wins)
    }

    /// The move that was hardest to refute; a threat is parried if that is possible.
    fn losing_move(&mut self, to_move: Colour) -> Option<Cell> {
        let legal = self.position.legal_cells(to_move);
        let threats = self.position.winning_cells(to_move.other()).and(&legal);
        let cells = if threats.is_empty() { legal } else { threats };
        let cells = self.ordered(to_move, &cells);
        let work = |&cell: &Cell| Reverse(self.known(to_move, cell).map(|known| known.work));
        cells.into_iter().min_by_key(work)
    }

    /// What the table knows about the position after a move.
    fn known(&mut self, to_move: Colour, cell: Cell) -> Option<Entry> {
        self.place(to_move, cell);
        let known = self.plain.table.get(self.hash(to_move.other()));
        self.take_back(to_move, cell);
        known
    }
}
