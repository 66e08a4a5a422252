//! A search by several threads, with limits and progress reports.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use kring_board::{Cell, Move};

use super::{
    super::{
        INFINITE as INFINITY, SolverLimits, SolverProgress, SolverWatch,
        bits::Bits,
        dfpn::{DfpnShared, DfpnWorker},
        orientation::{Orientation, Stones},
        table::{DfpnEntry, INFINITE},
    },
    FastSearch,
};

/// The time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(20);

/// The time limit of a search.
pub struct SolverClock<'a> {
    pub begin: Instant,
    pub limits: &'a SolverLimits,
}

impl SolverClock<'_> {
    /// The time left; `None` without a limit.
    pub fn left(&self) -> Option<Duration> {
        self.limits.time.map(|time| time.saturating_sub(self.begin.elapsed()))
    }

    pub fn is_over(&self) -> bool {
        self.limits.stop.is_set() || self.left().is_some_and(|left| left.is_zero())
    }
}

impl<B: Bits> FastSearch<B> {
    /// Searches with several threads until the position is solved or a limit is reached.
    pub(super) fn run(
        &mut self,
        root: (Stones<B>, Orientation),
        clock: &SolverClock<'_>,
        watch: SolverWatch<'_>,
    ) -> Option<DfpnEntry<B>> {
        let (shared, limits) = (&self.shared, clock.limits);
        let threads = limits.threads.max(1);
        let first = self.orders[0].clone();
        self.orders.resize_with(threads, || first.clone());
        shared.over.store(false, Relaxed);
        shared.several.store(threads > 1, Relaxed);
        let start = shared.expanded.load(Relaxed);
        let most = limits.positions.map_or(u64::MAX, |most| start.saturating_add(most));
        shared.most.store(most, Relaxed);
        let found = Mutex::new(None);
        std::thread::scope(|scope| {
            for order in &mut self.orders[..threads] {
                scope.spawn(|| {
                    if let Ok(entry) = DfpnWorker::new(shared, order).solve(root.0) {
                        *found.lock().unwrap_or_else(PoisonError::into_inner) = Some(entry);
                    }
                    shared.over.store(true, Relaxed);
                });
            }
            report(shared, root, start, clock, watch);
        });
        found.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reports the progress of the threads until they are done, and stops them when time is up.
fn report<B: Bits>(
    shared: &DfpnShared<B>,
    root: (Stones<B>, Orientation),
    start: u64,
    clock: &SolverClock<'_>,
    watch: SolverWatch<'_>,
) {
    let mut reported = Instant::now();
    let mut pause = Duration::from_micros(100);
    while !shared.over.load(Relaxed) {
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(2));
        let positions = shared.expanded.load(Relaxed) - start;
        if clock.is_over() {
            shared.over.store(true, Relaxed);
        }
        if reported.elapsed() >= REPORT_INTERVAL {
            reported = Instant::now();
            watch(&SolverProgress { positions, moves: numbers(shared, root), line: Vec::new() });
        }
    }
}

/// The moves of a position with their numbers.
fn numbers<B: Bits>(
    shared: &DfpnShared<B>,
    (stones, turned): (Stones<B>, Orientation),
) -> Vec<(Move, u32, u32)> {
    let orientations = &shared.orientations;
    let Some(entry) = shared.table.get(stones) else { return Vec::new() };
    let (filled, _) = shared.fill(stones.of);
    let filled = Stones { of: filled, mover: stones.mover };
    let number = |number: u32| if number >= INFINITE - 1 { INFINITY } else { number };
    let of = |cell: usize| {
        let after = shared.table.get(orientations.first(filled.after(cell)).0);
        let after = after.filter(|after| after.work > 0)?;
        let cell = orientations.cell(orientations.back(turned), cell);
        Some((Move::Cell(Cell(cell as u16)), number(after.delta), number(after.phi)))
    };
    match entry.wins() {
        None => (entry.set & !filled.taken()).cells().filter_map(of).collect(),
        Some(_) => Vec::new(),
    }
}

/// Sets a flag on drop, also after a panic.
struct DoneOnDrop<'a>(&'a AtomicBool);

impl Drop for DoneOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Runs a task, and stops its searches when their time is up.
pub fn in_time<B: Bits, T>(
    shared: &DfpnShared<B>,
    clock: &SolverClock<'_>,
    task: impl FnOnce() -> T,
) -> T {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Relaxed) {
                std::thread::sleep(Duration::from_millis(2));
                if clock.is_over() {
                    shared.over.store(true, Relaxed);
                }
            }
        });
        let _done = DoneOnDrop(&done);
        task()
    })
}
