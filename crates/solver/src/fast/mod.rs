//! The proof-number solver, for games without seasons: there an extra stone never hurts its owner.
//! It is generic over the word size of a cell set.

mod records;
mod threads;
mod variation;

use std::sync::atomic::Ordering::Relaxed;

use kring_board::{Colour, Game};
use kring_proof::Proof;

use super::{
    Solution, SolveError, SolvedPosition, SolverWatch,
    bits::Bits,
    dfpn::{DfpnShared, DfpnWorker},
    order::MoveOrder,
    orientation::BitPosition,
    prove::{ProveError, Prover},
    question::{SolverQuestion, SolverSearch},
};

/// The search for a game, with a table of `memory` bytes.
pub(super) fn fast(game: &Game, memory: usize) -> Result<Box<dyn SolverSearch>, SolveError> {
    // The table grows later. Check now that the memory is available.
    let fits = Vec::<u8>::new().try_reserve_exact(memory).is_ok();
    match game.size().cells() {
        _ if !fits => Err(SolveError::Memory(memory >> 20)),
        0..=64 => Ok(Box::new(FastSearch::<u64>::new(game, memory))),
        _ => Ok(Box::new(FastSearch::<u128>::new(game, memory))),
    }
}

struct FastSearch<B: Bits> {
    shared: DfpnShared<B>,
    /// One for each thread.
    orders: Vec<MoveOrder>,
}

impl<B: Bits> FastSearch<B> {
    fn new(game: &Game, memory: usize) -> FastSearch<B> {
        let order = MoveOrder::new(game.size(), game.rules().topology);
        FastSearch { shared: DfpnShared::new(game, memory), orders: vec![order] }
    }
}

impl<B: Bits> SolverSearch for FastSearch<B> {
    fn solve(&mut self, question: &SolverQuestion<'_>, watch: SolverWatch<'_>) -> Solution {
        let start = self.shared.expanded.load(Relaxed);
        let position = BitPosition::of(question.position, question.to_move);
        let root = self.shared.orientations.first(position);
        let found = self.run(root, question, watch);
        let wins = found.and_then(|entry| entry.wins());
        let positions = self.shared.expanded.load(Relaxed) - start;
        let stored = self.shared.table.get(root.0);
        let unsolved = stored.map_or((1, 1), |entry| (entry.phi, entry.delta));
        let line = match wins {
            Some(_) => self.variation(question),
            None => Vec::new(),
        };
        question.solution(wins, unsolved, line, positions)
    }

    fn prove(
        &mut self,
        question: &SolverQuestion<'_>,
        winner: Colour,
    ) -> Result<Proof, ProveError> {
        let (shared, order) = (&self.shared, &mut self.orders[0]);
        shared.over.store(false, Relaxed);
        shared.most.store(u64::MAX, Relaxed);
        shared.several.store(false, Relaxed);
        let mut monitor = || {
            if question.is_over() {
                shared.over.store(true, Relaxed);
            }
        };
        let worker = DfpnWorker::new(shared, order).with_monitor(&mut monitor);
        let (position, to_move) = (question.position, question.to_move);
        Prover::new(position, to_move, winner, shared, worker)?
            .prove(BitPosition::of(position, to_move))
    }

    fn solved(&self, work: u32) -> Vec<SolvedPosition> {
        self.shared.table.solved(work).iter().map(records::record).collect()
    }

    fn learn(&mut self, solved: &SolvedPosition) {
        records::learn(&self.shared.table, solved);
    }
}
