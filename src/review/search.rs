//! The searches of a review, on several threads. Searches by the network are held
//! open together, and one position of each is evaluated as one batch; other agents
//! search one position after the other. What is found does not depend on the
//! number of threads.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use kring_agents::{AgentFactory, Choice, Limits, Task};
use kring_board::{
    Colour, Position,
    chance::{self, Purpose},
};
use kring_eval::Network;

use super::{
    MoveReview, ReviewError, Settings,
    batch::{Batch, OPEN},
    plan::Plan,
};

/// How often waiting threads look whether the review was stopped.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// The threads of a review, and what they share.
pub struct Workers<'a> {
    settings: &'a Settings,
    searcher: AgentFactory,
    end: Option<Instant>,
    shared: Mutex<Shared>,
    changed: Condvar,
}

struct Shared {
    plan: Plan,
    /// Searches that are under way.
    open: usize,
    finished: usize,
    failure: Option<ReviewError>,
    /// A thread has panicked: the others do not wait for its searches.
    is_broken: bool,
}

/// Tells the other threads if its own panics.
struct Alarm<'a>(&'a Workers<'a>);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        self.0.lock().is_broken |= thread::panicking();
    }
}

/// A search to make.
type Job = (usize, Position, Colour);

impl<'a> Workers<'a> {
    /// Makes the searches of a plan.
    pub fn new(settings: &'a Settings, searcher: AgentFactory, plan: Plan) -> Workers<'a> {
        let end = settings.time.and_then(|time| Instant::now().checked_add(time));
        let shared = Shared { plan, open: 0, finished: 0, failure: None, is_broken: false };
        Workers { settings, searcher, end, shared: Mutex::new(shared), changed: Condvar::new() }
    }

    /// Works until all is known, or it is stopped; the number of searches.
    pub fn run(&self, mut see: impl FnMut(MoveReview)) -> Result<usize, ReviewError> {
        let threads = self.settings.threads.min(self.lock().plan.waiting()).max(1);
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(|| self.work())).collect();
            loop {
                // Read before the last look at the results.
                let is_over = workers.iter().all(|worker| worker.is_finished());
                let mut shared = self.lock();
                while let Some(review) = shared.plan.next_review() {
                    drop(shared);
                    see(review);
                    shared = self.lock();
                }
                if is_over {
                    return shared.failure.clone().map_or(Ok(shared.finished), Err);
                }
                drop(self.changed.wait_timeout(shared, LOOK_EVERY));
            }
        })
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopped(&self) -> bool {
        self.settings.stop.is_set() || self.end.is_some_and(|end| Instant::now() >= end)
    }

    fn work(&self) {
        let _alarm = Alarm(self);
        match self.batched_network() {
            Some(network) => self.search_in_batches(network),
            None => self.ask_agents(),
        }
    }

    /// The network, if the searcher is one that batches can stand for.
    fn batched_network(&self) -> Option<Arc<Network>> {
        let spec = self.searcher.spec();
        let own = ["time", "level", "temperature", "exploration", "arithmetic", "threads"];
        let is_plain = spec.entry().name == "neural" && !own.iter().any(|key| spec.is_given(key));
        self.searcher.network().filter(|_| is_plain)
    }

    /// Up to so many searches; none if nothing is left. Who has searches of its
    /// own does not wait for others.
    fn take(&self, most: usize, has_own: bool) -> Option<Vec<Job>> {
        let mut shared = self.lock();
        loop {
            if self.is_stopped() || shared.is_broken || shared.failure.is_some() {
                return None;
            }
            // Every thread gets its share.
            let share = shared.plan.waiting().div_ceil(self.settings.threads.max(1));
            let jobs: Vec<Job> = (0..most.min(share)).map_while(|_| shared.plan.take()).collect();
            shared.open += jobs.len();
            if !jobs.is_empty() || has_own {
                return Some(jobs);
            }
            if shared.open == 0 {
                return None;
            }
            let waited = self.changed.wait_timeout(shared, LOOK_EVERY);
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

    fn ask_agents(&self) {
        while let Some(jobs) = self.take(1, false) {
            for (id, position, colour) in jobs {
                let mut rng = chance::generator(self.settings.seed, Purpose::Agent(colour));
                let time = self.end.map(|end| end.saturating_duration_since(Instant::now()));
                let limits =
                    Limits { time: time.map(Into::into), stop: self.settings.stop.clone() };
                // A new agent each time: an old one would remember other searches.
                let choice = self
                    .searcher
                    .build()
                    .choose(Task { limits, ..Task::new(&position, colour, &mut rng) });
                // What was cut short says nothing.
                if self.is_stopped() {
                    return;
                }
                self.finish(id, choice);
            }
        }
    }

    fn search_in_batches(&self, network: Arc<Network>) {
        let mut batch: Option<Batch> = None;
        loop {
            let open = batch.as_ref().map_or(0, Batch::len);
            let Some(jobs) = self.take(OPEN - open, open > 0) else { return };
            for (id, position, colour) in jobs {
                let new = || Batch::new(&network, &position, self.bytes());
                batch.get_or_insert_with(new).open(id, &position, colour, self.visits(&position));
            }
            let Some(batch) = &mut batch else { return };
            batch.step();
            for (id, choice) in batch.finished() {
                self.finish(id, choice);
            }
        }
    }

    /// The memory of a thread.
    fn bytes(&self) -> usize {
        let memory = self.searcher.spec().settings().whole("memory").unwrap_or(256) as usize;
        (memory << 20) / self.settings.threads.max(1)
    }

    /// The visits of a search. A single one would name no move, and an even first move is
    /// found by looking at all of them.
    fn visits(&self, position: &Position) -> u64 {
        let evals = self.searcher.spec().settings().whole("evals").unwrap_or(Settings::EVALS);
        let can_be_swapped = position.can_be_swapped(Colour::Black);
        let least = if can_be_swapped { position.size().cells() as u64 + 1 } else { 2 };
        evals.max(least)
    }
}
