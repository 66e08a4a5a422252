//! How often each cell decides a random fill, on rhombus and cylinder.
//!
//! [`CellWins`](crate::coin::CellWins) estimates the gain of a move from all fills in which the
//! colour has the cell; most of them do not depend on it. Here only the fills count that do, so
//! the estimates of two cells are told apart with several times fewer fills.

use kring_board::{Cell, Colour, Position};
use kring_eval::{PivotalFlood, Playouts};
use rand::Rng;

use crate::coin::{W, batches, count};

/// Counts of random fills, and of those that each cell decides.
pub struct PivotCounts {
    playouts: Playouts<W>,
    flood: PivotalFlood<W>,
    /// Per cell of the board: the fills in which it is white and pivotal.
    pivots: Vec<u64>,
    /// The number of fills.
    pub fills: u64,
    black_wins: u64,
}

impl PivotCounts {
    /// Counts fills of a position on a rhombus or a cylinder.
    pub fn new(position: &Position) -> PivotCounts {
        let mut playouts = Playouts::of_coins(position.game());
        playouts.prepare(position, Colour::Black, &[]);
        let flood = PivotalFlood::new(position.geometry());
        let pivots = vec![0; position.size().cells()];
        PivotCounts { playouts, flood, pivots, fills: 0, black_wins: 0 }
    }

    /// Adds random fills.
    pub fn add(&mut self, fills: u64, rng: &mut impl Rng) {
        for boards in batches(fills) {
            self.playouts.deal(rng);
            let black = self.playouts.black_cells();
            let pivots = &mut self.pivots;
            let won = self.flood.find(boards, black, |cell, boards| {
                pivots[cell.index()] += count(&boards);
            });
            self.black_wins += count(&won);
            self.fills += count(&boards);
        }
    }

    /// The share of the fills that a colour wins.
    pub fn chance(&self, colour: Colour) -> f64 {
        let black = self.black_wins as f64 / self.fills.max(1) as f64;
        if colour == Colour::Black { black } else { 1.0 - black }
    }

    /// What either colour gains by a move on this empty cell: half of the probability that the
    /// cell is pivotal, which is the probability that it is white and pivotal.
    pub fn gain(&self, cell: Cell) -> f64 {
        self.pivots[cell.index()] as f64 / self.fills.max(1) as f64
    }
}
