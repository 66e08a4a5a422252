//! The proof-number solver, for games without seasons: there an extra stone never hurts its owner.
//! It is generic over the word size of a cell set.

mod threads;
mod variation;

use std::sync::atomic::Ordering::Relaxed;

use kring_board::{Cell, Colour, Game};
use kring_eval::BoardKind;
use kring_proof::Proof;

use super::{
    Solution, SolveError, SolvedPosition, SolverWatch,
    bits::Bits,
    dfpn::{DfpnShared, DfpnWorker},
    order::MoveOrder,
    orientation::BitPosition,
    prove::{ProveError, Prover},
    question::{SolverQuestion, SolverSearch},
    table::{DfpnEntry, NO_MOVE},
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
        let orders = vec![MoveOrder::new(BoardKind::of(game))];
        FastSearch { shared: DfpnShared::new(game, memory), orders }
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
        let line = wins.map_or_else(Vec::new, |_| self.variation(question));
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
        let worker = DfpnWorker::new(shared, order, Some(&mut monitor));
        let (position, to_move) = (question.position, question.to_move);
        Prover::new(position, to_move, winner, shared, worker)?
            .prove(BitPosition::of(position, to_move))
    }

    fn solved(&self, work: u32) -> Vec<SolvedPosition> {
        self.shared.table.solved(work).iter().map(record).collect()
    }

    fn learn(&mut self, solved: &SolvedPosition) {
        let of = solved.stones.map(B::narrow);
        let stones = BitPosition { of, mover: solved.to_move.index() as u8 };
        let wins = solved.to_move == solved.winner;
        let best = solved.best.map_or(NO_MOVE, |cell| cell.index() as u8);
        let mut entry = DfpnEntry::new(stones);
        entry.solve(wins, B::narrow(solved.carrier), best);
        entry.work = solved.work.clamp(1, u32::MAX.into()) as u32;
        self.shared.table.update(stones, |old| old.learn(&entry));
    }
}

fn record<B: Bits>(entry: &DfpnEntry<B>) -> SolvedPosition {
    let to_move = Colour::ALL[entry.stones.to_move()];
    let wins = entry.wins() == Some(true);
    let best = Some(entry.moves[0]).filter(|&cell| wins && cell != NO_MOVE);
    SolvedPosition {
        stones: entry.stones.of.map(Bits::wide),
        to_move,
        winner: if wins { to_move } else { to_move.other() },
        carrier: entry.set.wide(),
        best: best.map(|cell| Cell(cell.into())),
        work: entry.work.into(),
    }
}
