//! Which moves a search tries first.

use super::{bits::Bits, orientation::Stones, table::MOVES};
use crate::{
    board::{Cell, CellSet},
    eval::{Evaluation, Input, NetEvaluator, Network},
    rules::{Colour, Size, Topology},
};

/// Orders moves by the network's policy.
pub struct Order {
    network: Option<(NetEvaluator, [Evaluation; 1])>,
}

impl Order {
    /// By the network.
    pub fn network(size: Size, topology: Topology) -> Order {
        let evaluator = NetEvaluator::new(Network::embedded(), size, topology);
        Order { network: Some((evaluator, [Evaluation::default()])) }
    }

    pub fn none() -> Order {
        Order { network: None }
    }

    /// The best of some moves, best first.
    pub fn moves<B: Bits>(&mut self, stones: Stones<B>, moves: B) -> [u8; MOVES] {
        let mut best = [255; MOVES];
        let Some((evaluator, evaluation)) = &mut self.network else { return best };
        let set = |set: B| set.cells().map(|cell| Cell(cell as u16)).collect::<CellSet>();
        let (own, other) = (set(stones.of[stones.to_move()]), set(stones.of[1 - stones.to_move()]));
        let mover = Colour::ALL[stones.to_move()];
        evaluator.evaluate(&[Input::of_stones(mover, own, other)], evaluation);
        let policy = &evaluation[0].policy;
        let mut cells: Vec<usize> = moves.cells().collect();
        cells.sort_by(|&a, &b| policy[b].total_cmp(&policy[a]));
        for (to, cell) in best.iter_mut().zip(cells) {
            *to = cell as u8;
        }
        best
    }
}
