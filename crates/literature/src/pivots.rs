//! How often each cell decides a random fill, on rhombus and cylinder.
//!
//! [`CellWins`](crate::coin::CellWins) estimates the gain of a move from all fills in which the
//! colour has the cell; most of them do not depend on it. Here only the fills count that do, so
//! the estimates of two cells are told apart with several times fewer fills.

use kring_board::{Cell, Colour, Position};
use kring_eval::{PivotalFlood, Playouts, first_boards};
use rand::Rng;

/// 64-bit words in a batch of boards.
const W: usize = 8;
const BOARDS: u64 = 64 * W as u64;

/// Counts of random fills, and of those that each cell decides.
pub struct PivotCounts {
    playouts: Playouts<W>,
    flood: PivotalFlood<W>,
    /// Per cell of the board: the fills in which it is white and pivotal.
    pivots: Vec<u64>,
    fills: u64,
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
        let mut left = fills;
        while left > 0 {
            self.playouts.deal(rng);
            let black = self.playouts.black_cells();
            let pivots = &mut self.pivots;
            let won = self.flood.find(first_boards(left), black, |cell, boards| {
                pivots[cell.index()] += count(boards);
            });
            self.black_wins += count(won);
            self.fills += left.min(BOARDS);
            left -= left.min(BOARDS);
        }
    }

    /// The number of fills.
    pub fn fills(&self) -> u64 {
        self.fills
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

fn count(boards: [u64; W]) -> u64 {
    boards.iter().map(|word| u64::from(word.count_ones())).sum()
}
