//! The proof-number solver, for games without seasons: there an extra stone never hurts its owner.
//! It is generic over the word size of a cell set.

mod threads;

use std::{sync::atomic::Ordering::Relaxed, time::Duration};

use kring_board::{Cell, Colour, Game, Move};
use kring_eval::BoardKind;
use kring_proof::Proof;

use super::{
    ProofNumbers, Solution, SolveError, SolvedPosition, SolverWatch,
    bits::Bits,
    connections::NO_RACE,
    dfpn::{DfpnShared, DfpnWorker},
    graph::NO_MOVE,
    order::MoveOrder,
    orientation::BitPosition,
    prove::prove,
    question::{ProveError, SolverQuestion, SolverSearch},
    table::DfpnEntry,
};

/// Positions searched for a move of the variation, and when hardly any time is left.
const LINE_POSITIONS: u64 = 200;
const HASTY_POSITIONS: u64 = 4;
const HASTE: Duration = Duration::from_secs(1);

/// The search for a game, with a table of `memory` bytes.
pub(super) fn proof_number_search(
    game: &Game,
    memory: usize,
) -> Result<Box<dyn SolverSearch>, SolveError> {
    // The table grows later. Check now that the memory is available.
    let fits = Vec::<u8>::new().try_reserve_exact(memory).is_ok();
    match game.size().cells() {
        _ if !fits => Err(SolveError::Memory(memory >> 20)),
        0..=64 => Ok(Box::new(ProofNumberSearch::<u64>::new(game, memory))),
        _ => Ok(Box::new(ProofNumberSearch::<u128>::new(game, memory))),
    }
}

struct ProofNumberSearch<B: Bits> {
    shared: DfpnShared<B>,
    /// One for each thread.
    orders: Vec<MoveOrder>,
}

impl<B: Bits> ProofNumberSearch<B> {
    fn new(game: &Game, memory: usize) -> ProofNumberSearch<B> {
        let orders = vec![MoveOrder::new(BoardKind::of(game))];
        ProofNumberSearch { shared: DfpnShared::new(game, memory), orders }
    }

    /// The principal variation. Entries that the table has lost are searched again, within small
    /// limits: the variation may end before the game does.
    fn variation(&mut self, question: &SolverQuestion<'_>) -> Vec<Move> {
        let mut position = question.position.clone();
        let mut colour = question.to_move;
        let mut variation = Vec::new();
        self.shared.over.store(false, Relaxed);
        while position.winner().is_none() && (variation.is_empty() || !question.is_over()) {
            let (root, turned) = self.shared.orientations.first(BitPosition::of(&position, colour));
            let is_hasty = question.time_left().is_some_and(|left| left < HASTE);
            let most = if is_hasty { HASTY_POSITIONS } else { LINE_POSITIONS };
            let shared = &self.shared;
            shared.most.store(shared.expanded.load(Relaxed) + most, Relaxed);
            let stored = shared.table.get(root).filter(|entry| entry.wins().is_some());
            let search = || DfpnWorker::new(shared, &mut self.orders[0], None).solve(root).ok();
            let Some(entry) = stored.or_else(search) else { break };
            let cell = next(shared, root, &entry);
            let back = shared.orientations.back(turned);
            let cell = Cell::unchecked(shared.orientations.cell(back, cell) as u16);
            let cell = position.winning_cells(colour).iter().next().unwrap_or(cell);
            position.play_unchecked(colour, cell);
            variation.push(Move::Cell(cell));
            colour = colour.other();
        }
        variation
    }
}

impl<B: Bits> SolverSearch for ProofNumberSearch<B> {
    fn solve(&mut self, question: &SolverQuestion<'_>, watch: SolverWatch<'_>) -> Solution {
        let start = self.shared.expanded.load(Relaxed);
        let position = BitPosition::of(question.position, question.to_move);
        let root = self.shared.orientations.first(position);
        let found = self.run(root, question, watch);
        let wins = found.and_then(|entry| entry.wins());
        let positions = self.shared.expanded.load(Relaxed) - start;
        let stored = self.shared.table.get(root.0);
        let unsolved = stored.map_or(ProofNumbers::UNSEARCHED, |entry| ProofNumbers {
            proof: entry.phi,
            disproof: entry.delta,
        });
        let line = wins.map_or_else(Vec::new, |_| self.variation(question));
        question.solution(wins, unsolved, line, positions)
    }

    fn prove(
        &mut self,
        question: &SolverQuestion<'_>,
        winner: Colour,
        watch: &mut dyn FnMut(usize),
    ) -> Result<Proof, ProveError> {
        let shared = &self.shared;
        let order = &mut self.orders[0];
        shared.divide(1);
        shared.over.store(false, Relaxed);
        shared.most.store(u64::MAX, Relaxed);
        shared.several.store(false, Relaxed);
        let mut monitor = || {
            if question.is_over() {
                shared.over.store(true, Relaxed);
            }
        };
        let worker = DfpnWorker::new(shared, order, Some(&mut monitor));
        prove(question.position, question.to_move, winner, shared, worker, watch)
    }

    fn solved(&self, work: u32) -> Vec<SolvedPosition> {
        let all = self.shared.graphs[0].all;
        self.shared.table.solved(work).iter().map(|entry| record(all, entry)).collect()
    }

    fn learn(&mut self, solved: &SolvedPosition) {
        let [black, white] = solved.stones;
        let of = [B::narrow(black), B::narrow(white)];
        let stones = BitPosition { of, mover: solved.to_move.index() };
        let wins = solved.to_move == solved.winner;
        let best = solved.best.map_or(NO_MOVE, |cell| cell.index() as u8);
        let mut entry = DfpnEntry::new(stones);
        entry.solve(wins, B::narrow(solved.carrier), NO_RACE, best);
        entry.work = solved.work.clamp(1, u32::MAX.into()) as u32;
        self.shared.table.update(stones, &|old| old.learn(&entry));
    }
}

fn record<B: Bits>(all: B, entry: &DfpnEntry<B>) -> SolvedPosition {
    let to_move = Colour::ALL[entry.stones.mover];
    let wins = entry.wins() == Some(true);
    let best = Some(entry.moves[0]).filter(|&cell| wins && cell != NO_MOVE);
    // Records do not say how fast the winner is. With all cells as its carrier, a win that depends
    // on that is used for this position only.
    let carrier = if entry.race == NO_RACE { entry.set } else { all };
    SolvedPosition {
        stones: [entry.stones.of[0].wide(), entry.stones.of[1].wide()],
        to_move,
        winner: if wins { to_move } else { to_move.other() },
        carrier: carrier.wide(),
        best: best.map(|cell| Cell::unchecked(cell.into())),
        work: entry.work.into(),
    }
}

/// The next move: one that wins, or the one that was hardest to refute.
fn next<B: Bits>(shared: &DfpnShared<B>, root: BitPosition<B>, entry: &DfpnEntry<B>) -> usize {
    let cell = match entry.wins() {
        Some(true) => Some(entry.moves[0]).filter(|&cell| cell != NO_MOVE).map(usize::from),
        _ => hardest(shared, root),
    };
    // Where connections decide alone, the variation continues inside their carrier.
    let free = shared.graphs[0].all & !root.taken();
    let carrier = entry.set & free;
    cell.unwrap_or_else(|| if carrier.is_empty() { free } else { carrier }.first())
}

/// The losing move that took the most work to refute; `None` where the winner's connections decide.
fn hardest<B: Bits>(shared: &DfpnShared<B>, root: BitPosition<B>) -> Option<usize> {
    let (filled, _) = shared.fill(root);
    let work = |cell: usize| {
        let after = shared.table.get(shared.orientations.first(filled.after(cell)).0);
        after.map_or(0, |after| after.work)
    };
    let cells = (shared.graphs[0].all & !filled.taken()).cells();
    let hardest = cells.map(|cell| (work(cell), cell)).max_by_key(|&(work, _)| work);
    hardest.filter(|&(work, _)| work > 0).map(|(_, cell)| cell)
}
