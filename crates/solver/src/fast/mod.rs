//! The search for games in which an extra stone never hurts, generic over the word size of a cell
//! set.

mod records;
mod threads;
mod variation;

use std::{sync::atomic::Ordering::Relaxed, time::Instant};

use kring_board::{CellSet, Colour, Game, Position};
use kring_proof::Proof;
use threads::{SolverClock, in_time};

use super::{
    INFINITE, Solution, SolveError, Solved, SolverLimits, SolverWatch,
    bits::Bits,
    dfpn::{DfpnShared, DfpnWorker},
    order::MoveOrder,
    orientation::Stones,
    prove::{ProveError, Prover},
};

/// Solves the positions of one game, for any word size.
pub(super) trait FastSolver: Send + Sync {
    fn solve(
        &mut self,
        position: &Position,
        to_move: Colour,
        limits: &SolverLimits,
        watch: SolverWatch<'_>,
    ) -> Solution;
    fn prove(
        &mut self,
        position: &Position,
        to_move: Colour,
        winner: Colour,
        limits: &SolverLimits,
    ) -> Result<Proof, ProveError>;
    /// The solved positions that took at least this much work.
    fn solved(&self, work: u64) -> Vec<Solved>;
    fn learn(&mut self, solved: &Solved);
}

/// The search for a game, with a table of `memory` bytes.
pub(super) fn fast(game: &Game, memory: usize) -> Result<Box<dyn FastSolver>, SolveError> {
    // The table grows later. Check now that the memory is available.
    let fits = Vec::<u8>::new().try_reserve_exact(memory).is_ok();
    match game.size().cells() {
        _ if !fits => Err(SolveError::Memory(memory >> 20)),
        0..=64 => Ok(Box::new(FastSearch::<u64>::new(game, memory))),
        65..=128 => Ok(Box::new(FastSearch::<u128>::new(game, memory))),
        _ => Err(SolveError::Size),
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

impl<B: Bits> FastSolver for FastSearch<B> {
    fn solve(
        &mut self,
        position: &Position,
        to_move: Colour,
        limits: &SolverLimits,
        watch: SolverWatch<'_>,
    ) -> Solution {
        let begin = Instant::now();
        let start = self.shared.expanded.load(Relaxed);
        let root = self.shared.orientations.first(stones(position, to_move));
        let clock = SolverClock { begin, limits };
        let found = self.run(root, &clock, watch);
        let wins = found.and_then(|entry| entry.wins());
        let positions = self.shared.expanded.load(Relaxed) - start;
        let stored = self.shared.table.get(root.0);
        let line = match wins {
            Some(_) => self.variation(position, to_move, &clock),
            None => Vec::new(),
        };
        Solution {
            winner: wins.map(|wins| if wins { to_move } else { to_move.other() }),
            best: wins.filter(|&wins| wins).and_then(|_| line.first().copied()),
            line,
            positions,
            time: begin.elapsed(),
            numbers: match wins {
                Some(true) => (0, INFINITE),
                Some(false) => (INFINITE, 0),
                None => stored.map_or((1, 1), |entry| (entry.phi, entry.delta)),
            },
        }
    }

    fn prove(
        &mut self,
        position: &Position,
        to_move: Colour,
        winner: Colour,
        limits: &SolverLimits,
    ) -> Result<Proof, ProveError> {
        let (shared, order) = (&self.shared, &mut self.orders[0]);
        shared.over.store(false, Relaxed);
        shared.most.store(u64::MAX, Relaxed);
        shared.several.store(false, Relaxed);
        in_time(shared, &SolverClock { begin: Instant::now(), limits }, || {
            let worker = DfpnWorker::new(shared, order);
            let prover = Prover::new(position, to_move, winner, shared, worker)?;
            prover.prove(stones(position, to_move))
        })
    }

    fn solved(&self, work: u64) -> Vec<Solved> {
        records::solved(&self.shared.table, work)
    }

    fn learn(&mut self, solved: &Solved) {
        records::learn(&self.shared.table, solved);
    }
}

/// The stones of a position.
fn stones<B: Bits>(position: &Position, to_move: Colour) -> Stones<B> {
    let set = |cells: &CellSet| cells.iter().fold(B::EMPTY, |set, cell| set | B::one(cell.index()));
    Stones {
        of: Colour::ALL.map(|colour| set(position.stones(colour))),
        mover: to_move.index() as u8,
    }
}
