use rand::Rng;

use super::shuffle;
use crate::{
    board::{Cell, Position},
    eval::BoardBatch,
};

/// Random turns without seasons: whoever the coin names takes a random cell,
/// so a coin colours each cell, and the cells come up in any order.
#[derive(Default)]
pub(super) struct CoinDeal {
    cells: Vec<Cell>,
}

impl CoinDeal {
    pub fn prepare(&mut self, position: &Position) {
        self.cells.clear();
        self.cells.extend(position.empty().iter());
    }

    pub fn deal<const W: usize>(&mut self, rng: &mut impl Rng, black: &mut [BoardBatch<W>]) {
        for cell in &self.cells {
            black[cell.index()] = std::array::from_fn(|_| rng.next_u64());
        }
    }

    /// The order of all boards of a deal: another one each time.
    pub fn order(&mut self, rng: &mut impl Rng) -> &[Cell] {
        shuffle(&mut self.cells, rng);
        &self.cells
    }
}
