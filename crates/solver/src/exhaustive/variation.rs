//! The principal variation of a solved position.

use std::cmp::Reverse;

use kring_board::{Cell, Colour, Move};

use super::{
    search::{ExhaustiveSearch, ForcedMoves},
    table::WinnerEntry,
};

impl ExhaustiveSearch<'_> {
    /// The principal variation: the winner makes moves that win, and the loser those that took
    /// the most work to refute. It ends early if a limit is reached.
    pub fn variation(&mut self, mut to_move: Colour, best: Option<Cell>) -> Vec<Move> {
        let (mut line, mut wins) = (Vec::new(), best.is_some());
        let mut next = best.or_else(|| self.losing_move(to_move));
        while let Some(cell) = next {
            self.place(to_move, cell);
            line.push(Move::Cell(cell));
            if self.position.winner().is_some() {
                break;
            }
            (to_move, wins) = (to_move.other(), !wins);
            next = if wins { self.winning_move(to_move) } else { self.losing_move(to_move) };
        }
        line
    }

    /// A move that wins. Entries that the table has lost are searched again.
    fn winning_move(&mut self, to_move: Colour) -> Option<Cell> {
        let mut cells = match self.forced(to_move) {
            ForcedMoves::Won(cell) => return Some(cell),
            ForcedMoves::Lost => return None,
            ForcedMoves::Cells(cells) => self.ordered(to_move, &cells),
        };
        let stored = |&cell: &Cell| self.stored(to_move, cell).is_some_and(|stored| !stored.wins);
        if let Some(i) = cells.iter().position(stored) {
            cells.swap(0, i);
        }
        let wins = |&cell: &Cell| self.after(to_move, cell).ok() == Some(false);
        cells.into_iter().find(wins)
    }

    /// The move that was hardest to refute; a threat is parried if possible.
    fn losing_move(&mut self, to_move: Colour) -> Option<Cell> {
        let legal = self.position.legal_cells(to_move);
        let threats = self.position.winning_cells(to_move.other()).and(&legal);
        let cells = if threats.is_empty() { legal } else { threats };
        let cells = self.ordered(to_move, &cells);
        let work = |&cell: &Cell| Reverse(self.stored(to_move, cell).map(|stored| stored.work));
        cells.into_iter().min_by_key(work)
    }

    fn stored(&mut self, to_move: Colour, cell: Cell) -> Option<WinnerEntry> {
        self.place(to_move, cell);
        let stored = self.solver.table.get(self.hash(to_move.other()));
        self.take_back(to_move, cell);
        stored
    }
}
