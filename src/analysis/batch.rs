//! The threads that search with the network, many positions at a time each.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use kring_agents::AgentSpec;
use kring_eval::Network;

use super::{AnalysisSettings, AnalysisState, query::AnalysisJob, queue::WorkerKind, reply};
use crate::search_pool::{KEPT_BOARDS, OpenSearch, SearchPool};

/// The most bytes of a board's cache.
const CACHE: usize = 16 << 20;

/// The bytes that the tree of each open search can have at least.
const LEAST_TREE: usize = 1 << 20;

/// The network of the agent `neural`.
pub fn default_network(settings: &AnalysisSettings) -> Option<Arc<Network>> {
    let spec: AgentSpec = "neural".parse().ok()?;
    spec.load(&settings.networks).ok()?.network()
}

pub struct BatchWorker<'a> {
    shared: &'a AnalysisState,
    pool: SearchPool<TimedJob>,
    /// Trees may take three quarters of the memory, caches the rest.
    tree_bytes: usize,
    cache_generation: u64,
    lines: Vec<u8>,
}

struct TimedJob {
    job: Arc<AnalysisJob>,
    begin: Instant,
    reported: Instant,
}

impl OpenSearch<TimedJob> {
    /// Whether it continues while searches of this priority are open. A stopped search still gets
    /// one evaluation.
    fn goes_on(&self, priority: i64) -> bool {
        let job = &self.job.job;
        job.priority == priority || self.search.visits() == 0 && job.stop.is_set()
    }

    fn is_finished(&self) -> bool {
        let TimedJob { job, begin, .. } = &self.job;
        let is_up = |time: Duration| begin.elapsed() >= time;
        self.search.visits() > 0
            && (self.search.is_over() || job.stop.is_set() || job.query.time.is_some_and(is_up))
    }

    fn is_due(&self) -> bool {
        let every = self.job.job.query.report_every;
        every.is_some_and(|every| self.job.reported.elapsed() >= every && self.search.visits() > 0)
    }

    fn reply(&self, lines: &mut Vec<u8>, is_during_search: bool) {
        let choice = self.search.choice();
        let visits = self.search.visits();
        let policy = || self.search.policy();
        reply::analysis(lines, &self.job.job, is_during_search, &choice, visits, policy);
    }
}

impl<'a> BatchWorker<'a> {
    pub fn new(shared: &'a AnalysisState) -> BatchWorker<'a> {
        let network = default_network(&shared.settings).unwrap_or_else(Network::embedded);
        let share = shared.settings.bytes_each() / 4;
        let tree_bytes = share * 3;
        BatchWorker {
            shared,
            pool: SearchPool::new(network, CACHE.min(share / KEPT_BOARDS), tree_bytes),
            tree_bytes,
            cache_generation: 0,
            lines: Vec::new(),
        }
    }

    /// Analyses positions until the queue ends.
    pub fn run(&mut self) {
        while let Some(jobs) = self.take() {
            for job in &jobs {
                self.open(job);
            }
            let Some(priority) = self.priority() else { continue };
            let evaluations = self.pool.step(|open| open.goes_on(priority), || true);
            self.shared.evaluations.fetch_add(evaluations as u64, Relaxed);
            self.limit_memory();
            self.reply();
        }
    }

    fn priority(&self) -> Option<i64> {
        self.pool.searches().map(|open| open.job.job.priority).max()
    }

    /// Takes new positions from the queue if there is room for them.
    fn take(&mut self) -> Option<Vec<Arc<AnalysisJob>>> {
        let generation = self.shared.cache_generation.load(Relaxed);
        if generation != self.cache_generation {
            self.cache_generation = generation;
            self.pool.clear_caches();
        }
        let settings = &self.shared.settings;
        let most = settings.positions.div_ceil(settings.threads.max(1));
        let most = most.min(self.tree_bytes / LEAST_TREE).max(1);
        let open = self.pool.searches().count();
        // Positions of a higher priority may double the number of open searches.
        let room = most.saturating_sub(open);
        let reserve = most.min((2 * most).saturating_sub(open));
        self.shared.queue.take(WorkerKind::Batch, room, reserve, self.priority())
    }

    fn open(&mut self, job: &Arc<AnalysisJob>) {
        let now = Instant::now();
        let timed = TimedJob { job: Arc::clone(job), begin: now, reported: now };
        self.pool.open(timed, (&job.position, job.colour), job.visits(), job.allowed);
    }

    /// Ends the largest searches if all trees together exceed the memory.
    fn limit_memory(&self) {
        let mut bytes: usize = self.pool.searches().map(|open| open.search.bytes()).sum();
        if bytes <= self.tree_bytes {
            return;
        }
        let mut all: Vec<_> = self.pool.searches().collect();
        all.sort_by_key(|open| std::cmp::Reverse(open.search.bytes()));
        for OpenSearch { job: TimedJob { job, .. }, search } in all {
            if bytes <= self.tree_bytes {
                return;
            }
            bytes -= search.bytes();
            job.stop.set();
            let id = &job.query.id;
            let visits = search.visits();
            log::warn!("the search {id} ends after {visits} visits: there is no more memory");
        }
    }

    /// Sends the replies that are due and closes finished searches.
    fn reply(&mut self) {
        let lines = &mut self.lines;
        let finished = self.pool.close(OpenSearch::is_finished, |open| open.reply(lines, false));
        for open in self.pool.searches_mut().filter(|open| open.is_due()) {
            open.reply(lines, true);
            open.job.reported = Instant::now();
        }
        self.shared.output.send_in_turn(lines);
        lines.clear();
        if !finished.is_empty() {
            self.shared.queue.finish(finished.iter().map(|timed| &timed.job));
        }
    }
}
