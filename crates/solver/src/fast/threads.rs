//! A search by several threads, with limits, and what is told about it.

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
        INFINITE as INFINITY, Limits, Progress, Watch,
        bits::Bits,
        dfpn::{Shared, Worker},
        orientation::{Orientation, Stones},
        table::{Entry, INFINITE},
    },
    Search,
};

/// How often progress is told.
const PAUSE: Duration = Duration::from_millis(20);

/// When a search ends.
pub struct Clock<'a> {
    pub begin: Instant,
    pub limits: &'a Limits,
}

impl Clock<'_> {
    /// The time that is left; none if it is not limited.
    pub fn left(&self) -> Option<Duration> {
        self.limits.time.map(|time| time.saturating_sub(self.begin.elapsed()))
    }

    pub fn is_over(&self) -> bool {
        self.limits.stop.is_set() || self.left().is_some_and(|left| left.is_zero())
    }
}

impl<B: Bits> Search<B> {
    /// Searches with several threads until the position is solved or a limit
    /// is reached.
    pub(super) fn run(
        &mut self,
        root: (Stones<B>, Orientation),
        clock: &Clock<'_>,
        watch: Watch<'_>,
    ) -> Option<Entry<B>> {
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
                    if let Ok(entry) = Worker::new(shared, order).solve(root.0) {
                        *found.lock().unwrap_or_else(PoisonError::into_inner) = Some(entry);
                    }
                    shared.over.store(true, Relaxed);
                });
            }
            tell(shared, root, start, clock, watch);
        });
        found.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells how far the threads are until they are done, and ends them in time.
fn tell<B: Bits>(
    shared: &Shared<B>,
    root: (Stones<B>, Orientation),
    start: u64,
    clock: &Clock<'_>,
    watch: Watch<'_>,
) {
    let mut told = Instant::now();
    let mut pause = Duration::from_micros(100);
    while !shared.over.load(Relaxed) {
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(2));
        let positions = shared.expanded.load(Relaxed) - start;
        if clock.is_over() {
            shared.over.store(true, Relaxed);
        }
        if told.elapsed() >= PAUSE {
            told = Instant::now();
            watch(&Progress { positions, moves: numbers(shared, root), line: Vec::new() });
        }
    }
}

/// The moves of a position with their numbers.
fn numbers<B: Bits>(
    shared: &Shared<B>,
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

/// Says that a task is done, also if it panics.
struct Done<'a>(&'a AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Ends the searches of a task when their time is over.
pub fn in_time<B: Bits, T>(shared: &Shared<B>, clock: &Clock<'_>, task: impl FnOnce() -> T) -> T {
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
        let _done = Done(&done);
        task()
    })
}
