//! A search by several threads, with limits and progress reports.

use std::{
    sync::{Mutex, Once, PoisonError, atomic::Ordering::Relaxed},
    thread,
    time::Duration,
};

use kring_board::{Cell, Move, host::Instant, threads};

use super::ProofNumberSearch;
use crate::{
    ProofNumbers, RootMove, SolverProgress, SolverWatch,
    bits::Bits,
    dfpn::{DfpnShared, DfpnWorker},
    order::MoveOrder,
    orientation::{BitPosition, Orientation},
    question::SolverQuestion,
    table::DfpnEntry,
};

const REPORT_INTERVAL: Duration = Duration::from_millis(20);

impl<B: Bits> ProofNumberSearch<B> {
    /// Searches with several threads until the position is solved or a limit is reached. This
    /// thread is one of them, and reports the progress.
    pub(super) fn run(
        &mut self,
        root: (BitPosition<B>, Orientation),
        question: &SolverQuestion<'_>,
        watch: SolverWatch<'_>,
    ) -> Option<DfpnEntry<B>> {
        let shared = &self.shared;
        let limits = question.limits;
        let asked = limits.threads.max(1);
        let count = shared.divide(asked);
        if count < asked {
            static WARNED: Once = Once::new();
            WARNED.call_once(|| {
                log::warn!("the memory holds {count} of {asked} threads, and no more search");
            });
        }
        let board = self.orders[0].board;
        self.orders.resize_with(count, || MoveOrder::new(board));
        shared.over.store(false, Relaxed);
        shared.several.store(count > 1, Relaxed);
        let start = shared.expanded.load(Relaxed);
        let most = limits.positions.map_or(u64::MAX, |most| start.saturating_add(most));
        shared.most.store(most, Relaxed);
        let found = Mutex::new(None);
        let search = |mut worker: DfpnWorker<'_, B>| {
            if let Ok(entry) = worker.solve(root.0) {
                *found.lock().unwrap_or_else(PoisonError::into_inner) = Some(entry);
            }
            shared.over.store(true, Relaxed);
        };
        let mut reported = Instant::now();
        let mut monitor = || {
            if question.is_over() {
                shared.over.store(true, Relaxed);
            }
            if reported.elapsed() >= REPORT_INTERVAL {
                reported = Instant::now();
                let positions = shared.expanded.load(Relaxed) - start;
                let moves = numbers(shared, root);
                watch(&SolverProgress { positions, moves, line: Vec::new() });
            }
        };
        let (own, others) = self.orders[..count].split_first_mut().expect("at least one");
        thread::scope(|scope| {
            for (number, order) in others.iter_mut().enumerate() {
                let connections = shared.connections();
                let work = || search(DfpnWorker::with(shared, connections, order, None));
                // If no more threads can be started, the search runs on fewer.
                if let Err(error) = threads::spawn(scope, number, work) {
                    log::warn!("a search thread cannot be started: {error}");
                    break;
                }
            }
            search(DfpnWorker::new(shared, own, Some(&mut monitor)));
        });
        found.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The moves of a position with their numbers.
fn numbers<B: Bits>(
    shared: &DfpnShared<B>,
    (stones, turned): (BitPosition<B>, Orientation),
) -> Vec<RootMove> {
    let orientations = &shared.orientations;
    let unsolved = shared.table.get(stones).filter(|entry| entry.wins().is_none());
    let Some(entry) = unsolved else { return Vec::new() };
    let (filled, _) = shared.fill(stones);
    let of = |cell: usize| {
        let after = shared.table.get(orientations.first(filled.after(cell)).0);
        let after = after.filter(|after| after.work > 0)?;
        let cell = orientations.cell(orientations.back(turned), cell);
        // The numbers of the opponent, who is to move there, exchanged.
        let numbers = ProofNumbers { proof: after.delta, disproof: after.phi };
        Some(RootMove { mv: Move::Cell(Cell::unchecked(cell as u16)), numbers })
    };
    (entry.set & !filled.taken()).cells().filter_map(of).collect()
}
