//! The searches of a review, on several threads. Network searches are open together, and one leaf
//! of each is evaluated as one batch; other agents search one position after the other. The
//! results do not depend on the number of threads.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use kring_agents::{AgentFactory, Choice, Effort, Limits, Role, Task};
use kring_board::chance::{self, Purpose};
use kring_board::host::Instant;
use kring_board::{Colour, Position, threads};
use kring_eval::Network;

use super::{MoveReview, ReviewError, ReviewSettings, plan::ReviewPlan};
use crate::search_pool::{OpenSearch, SearchPool};

/// The most searches that a thread keeps open. More would hardly make batches faster, and would
/// delay the first result.
const OPEN: usize = 8;

const MOST_CACHE: usize = 32 << 20;

/// How often waiting threads check whether the review was stopped.
const POLL_EVERY: Duration = Duration::from_millis(20);

struct ReviewWorkers<'a> {
    settings: &'a ReviewSettings,
    searcher: AgentFactory,
    end: Option<Instant>,
    shared: Mutex<ReviewState>,
    changed: Condvar,
}

struct ReviewState {
    plan: ReviewPlan,
    open: usize,
    finished: usize,
    failure: Option<ReviewError>,
    /// A thread has panicked; the others must not wait for its searches.
    is_broken: bool,
}

/// Sets `is_broken` if its thread panics.
struct PanicAlarm<'a>(&'a ReviewWorkers<'a>);

impl Drop for PanicAlarm<'_> {
    fn drop(&mut self) {
        self.0.lock().is_broken |= thread::panicking();
    }
}

/// Searches until all moves of a plan are reviewed or the review is stopped; returns the number of
/// searches.
pub fn run(
    settings: &ReviewSettings,
    searcher: AgentFactory,
    plan: ReviewPlan,
    see: impl FnMut(MoveReview),
) -> Result<usize, ReviewError> {
    let end = settings.time.and_then(|time| Instant::now().checked_add(time));
    let shared = ReviewState { plan, open: 0, finished: 0, failure: None, is_broken: false };
    let shared = Mutex::new(shared);
    let changed = Condvar::new();
    ReviewWorkers { settings, searcher, end, shared, changed }.run(see)
}

impl ReviewWorkers<'_> {
    fn run(&self, mut see: impl FnMut(MoveReview)) -> Result<usize, ReviewError> {
        let threads = self.settings.threads.min(self.lock().plan.waiting.len()).max(1);
        thread::scope(|scope| {
            let mut others = Vec::new();
            for _ in 1..threads {
                // If no more threads can be started, the searches share fewer.
                match threads::spawn(scope, others.len(), || self.work(|| ())) {
                    Ok(worker) => others.push(worker),
                    Err(error) => {
                        log::warn!("a search thread cannot be started: {error}");
                        break;
                    }
                }
            }
            self.work(|| self.report(&mut see));
            loop {
                // Read before the results are, so that none is missed.
                let is_over = others.iter().all(|worker| worker.is_finished());
                self.report(&mut see);
                let shared = self.lock();
                if is_over {
                    return shared.failure.clone().map_or(Ok(shared.finished), Err);
                }
                drop(self.changed.wait_timeout(shared, POLL_EVERY));
            }
        })
    }

    /// Shows the reviews that are complete.
    fn report(&self, see: &mut impl FnMut(MoveReview)) {
        loop {
            // The lock is free again while a review is shown.
            let Some(review) = self.lock().plan.next_review() else { return };
            see(review);
        }
    }

    fn lock(&self) -> MutexGuard<'_, ReviewState> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopped(&self) -> bool {
        self.settings.stop.is_set() || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Searches until nothing is left; calls `finished` after each search.
    fn work(&self, finished: impl FnMut()) {
        let _alarm = PanicAlarm(self);
        match self.searcher.batch_network() {
            Some(network) => self.search_in_batches(network, finished),
            None => self.ask_agents(finished),
        }
    }

    /// Takes up to `most` searches; none if nothing is left. A thread with open searches does not
    /// wait for others.
    fn take(&self, most: usize, has_own: bool) -> Option<Vec<(usize, Position, Colour)>> {
        let mut shared = self.lock();
        loop {
            if self.is_stopped() || shared.is_broken || shared.failure.is_some() {
                return None;
            }
            // Every thread takes only its share.
            let share = shared.plan.waiting.len().div_ceil(self.settings.threads.max(1));
            let jobs: Vec<_> = (0..most.min(share)).map_while(|_| shared.plan.take()).collect();
            shared.open += jobs.len();
            if !jobs.is_empty() || has_own {
                return Some(jobs);
            }
            if shared.open == 0 {
                return None;
            }
            let waited = self.changed.wait_timeout(shared, POLL_EVERY);
            shared = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn finish(&self, id: usize, choice: Choice) {
        let mut shared = self.lock();
        shared.open -= 1;
        shared.finished += 1;
        if choice.value.is_none() {
            let name = self.searcher.spec().entry().name;
            shared.failure = Some(ReviewError::NoChances(name));
        }
        shared.plan.finish(id, choice);
        drop(shared);
        self.changed.notify_all();
    }

    fn ask_agents(&self, mut finished: impl FnMut()) {
        while let Some(jobs) = self.take(1, false) {
            for (id, position, colour) in jobs {
                let mut rng = chance::generator(self.settings.seed, Purpose::Agent(colour));
                let left = |end: Instant| end.saturating_duration_since(Instant::now()).into();
                let limits = Limits { time: self.end.map(left), stop: self.settings.stop.clone() };
                let task = Task { limits, ..Task::new(&position, colour, &mut rng) };
                // A new agent each time, because an old one would reuse other searches.
                let choice = self.searcher.build().choose(task);
                // The result of a stopped search is discarded.
                if self.is_stopped() {
                    return;
                }
                self.finish(id, choice);
                finished();
            }
        }
    }

    fn search_in_batches(&self, network: Arc<Network>, mut finished: impl FnMut()) {
        // A quarter of the thread's memory.
        let megabytes = self.searcher.spec().whole(Role::Memory).unwrap_or_default() as usize;
        let share = (megabytes << 20) / self.settings.threads.max(1) / 4;
        let mut pool = SearchPool::new(network, MOST_CACHE.min(share), share * 3 / OPEN);
        loop {
            let open = pool.searches().count();
            let Some(jobs) = self.take(OPEN - open, open > 0) else { return };
            for (id, position, colour) in jobs {
                pool.open(id, (&position, colour), self.visits(&position), None);
            }
            pool.step(|_| true, || !self.is_stopped());
            if self.is_stopped() {
                return;
            }
            let see = |open: &OpenSearch<usize>| self.finish(open.job, open.search.choice());
            pool.close(|open| open.search.is_over(), see);
            finished();
        }
    }

    /// The visits of a search. It needs two to name a move, and one for each cell to find even
    /// first moves.
    fn visits(&self, position: &Position) -> u64 {
        let evals = self.searcher.spec().whole(Role::Effort(Effort::Evaluations));
        let evals = evals.unwrap_or(ReviewSettings::EVALS);
        let can_be_swapped = position.can_be_swapped(Colour::Black);
        let least = if can_be_swapped { position.size().cells() as u64 + 1 } else { 2 };
        evals.max(least)
    }
}
