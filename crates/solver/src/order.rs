//! Move ordering by the policy of the network.

use kring_board::{Cell, CellSet, Colour};
use kring_eval::{BoardKind, Evaluation, Input, Kernel, NetEvaluator, Network};

use super::{bits::Bits, graph::NO_MOVE, orientation::BitPosition, table::MOVES};

pub struct MoveOrder {
    pub board: BoardKind,
    /// Created on first use: small boards are solved without it.
    network: Option<NetEvaluator>,
    evaluation: [Evaluation; 1],
}

impl MoveOrder {
    pub fn new(board: BoardKind) -> MoveOrder {
        MoveOrder { board, network: None, evaluation: [Evaluation::default()] }
    }

    /// The best of some moves, best first.
    pub fn moves<B: Bits>(&mut self, stones: BitPosition<B>, moves: B) -> [u8; MOVES] {
        let mut best = [NO_MOVE; MOVES];
        if moves.len() < 2 {
            moves.cells().for_each(|cell| best[0] = cell as u8);
            return best;
        }
        let set =
            |set: B| set.cells().map(|cell| Cell::unchecked(cell as u16)).collect::<CellSet>();
        let mover = stones.mover;
        let other = 1 - stones.mover;
        let own = set(stones.of[mover]);
        let other = set(stones.of[other]);
        let mut cells: Vec<usize> = moves.cells().collect();
        let network = self.network.get_or_insert_with(|| {
            NetEvaluator::with_kernel(Network::embedded(), self.board, Kernel::best())
        });
        let input = Input::of_stones(Colour::ALL[mover], own, other);
        network.evaluate(&[input], &mut self.evaluation);
        let policy = &self.evaluation[0].policy;
        cells.sort_by(|&a, &b| policy[b].total_cmp(&policy[a]));
        for (to, cell) in best.iter_mut().zip(cells) {
            *to = cell as u8;
        }
        best
    }
}
