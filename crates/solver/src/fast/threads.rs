//! A search by several threads, with limits and progress reports.

use std::{
    sync::{Mutex, PoisonError, atomic::Ordering::Relaxed},
    time::Duration,
};

use kring_board::{Cell, Move, host::Instant};

use super::FastSearch;
use crate::{
    SolverProgress, SolverWatch,
    bits::Bits,
    dfpn::{DfpnShared, DfpnWorker},
    order::MoveOrder,
    orientation::{BitPosition, Orientation},
    question::SolverQuestion,
    table::DfpnEntry,
};

const REPORT_INTERVAL: Duration = Duration::from_millis(20);

impl<B: Bits> FastSearch<B> {
    /// Searches with several threads until the position is solved or a limit is reached. This
    /// thread is one of them, and reports the progress.
    pub(super) fn run(
        &mut self,
        root: (BitPosition<B>, Orientation),
        question: &SolverQuestion<'_>,
        watch: SolverWatch<'_>,
    ) -> Option<DfpnEntry<B>> {
        let (shared, limits) = (&self.shared, question.limits);
        let threads = limits.threads.max(1);
        let board = self.orders[0].board;
        self.orders.resize_with(threads, || MoveOrder::new(board));
        shared.over.store(false, Relaxed);
        shared.several.store(threads > 1, Relaxed);
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
        let (own, others) = self.orders[..threads].split_first_mut().expect("at least one");
        std::thread::scope(|scope| {
            for order in others {
                scope.spawn(|| search(DfpnWorker::new(shared, order, None)));
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
) -> Vec<(Move, u32, u32)> {
    let orientations = &shared.orientations;
    let unsolved = shared.table.get(stones).filter(|entry| entry.wins().is_none());
    let Some(entry) = unsolved else { return Vec::new() };
    let (filled, _) = shared.fill(stones);
    let of = |cell: usize| {
        let after = shared.table.get(orientations.first(filled.after(cell)).0);
        let after = after.filter(|after| after.work > 0)?;
        let cell = orientations.cell(orientations.back(turned), cell);
        Some((Move::Cell(Cell(cell as u16)), after.delta, after.phi))
    };
    (entry.set & !filled.taken()).cells().filter_map(of).collect()
}
