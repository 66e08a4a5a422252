//! What random fills say of every cell at once.

use rand::Rng;

use super::{
    Playouts,
    coin::{BOARDS, W, count, won_by},
    first_boards,
};
use crate::{
    board::{Cell, Position},
    rules::Colour,
};

/// Wins of a colour after each of several moves, from random fills of which
/// each counts for all moves.
///
/// A fair coin colours each empty cell, so the fills in which a cell is the
/// colour's own are distributed as fills after the move on that cell: the share of
/// them that it wins is an unbiased estimate of its chance after the move.
/// About half of all fills count for a move, not one in as many as there are
/// moves.
///
/// On the torus, where the first ring wins, the move comes before the other
/// stones of the fill. A colour that wins the fill still does so if one of
/// its stones is laid first. One that loses it wins if that stone closes its
/// ring among the stones that were laid before the opponent's ring was closed. So the
/// cells for which this holds count as won.
pub struct CellWins {
    playouts: Playouts<W>,
    colour: Colour,
    moves: Vec<Cell>,
    /// For each cell of the board the fills in which the colour had it, and
    /// those of them that it won.
    had: Vec<u64>,
    won: Vec<u64>,
    /// All fills, and those that the colour won.
    fills: u64,
    wins: u64,
}

impl CellWins {
    /// For these moves of a colour.
    pub fn new(position: &Position, colour: Colour, moves: Vec<Cell>) -> CellWins {
        let mut playouts = Playouts::of_coins(position.game());
        playouts.prepare(position, colour, &[]);
        let none = vec![0; position.size().cells()];
        CellWins { playouts, colour, moves, had: none.clone(), won: none, fills: 0, wins: 0 }
    }

    /// Adds so many fills.
    pub fn add(&mut self, fills: u64, rng: &mut impl Rng) {
        let flip = if self.colour == Colour::Black { 0 } else { !0 };
        let mut left = fills;
        while left > 0 {
            let boards = first_boards(left);
            let won = &mut self.won;
            let saved = |cell: Cell| won[cell.index()] += 1;
            let black = self.playouts.fill_noting(rng, boards, self.colour, saved);
            let wins = won_by(self.colour, &black, &boards);
            for cell in &self.moves {
                let black = &self.playouts.black_cells()[cell.index()];
                let has = std::array::from_fn(|w| (black[w] ^ flip) & boards[w]);
                self.had[cell.index()] += count(&has);
                self.won[cell.index()] += count(&std::array::from_fn(|w| has[w] & wins[w]));
            }
            self.fills += left.min(BOARDS);
            self.wins += count(&wins);
            left -= left.min(BOARDS);
        }
    }

    /// The chance to win after each move. Of a cell that was never the
    /// colour's own nothing is known but how often it wins at all.
    pub fn chances(&self) -> Vec<(Cell, f64)> {
        let chance = |&cell: &Cell| {
            let (won, had) = match (self.won[cell.index()], self.had[cell.index()]) {
                (_, 0) => (self.wins, self.fills.max(1)),
                known => known,
            };
            (cell, won as f64 / had as f64)
        };
        self.moves.iter().map(chance).collect()
    }
}
