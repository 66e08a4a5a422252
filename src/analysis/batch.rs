//! Network searches in batches: each step takes one leaf of every open search, evaluates all of
//! them as one batch and returns the results.

use std::{
    sync::atomic::Ordering::Relaxed,
    time::{Duration, Instant},
};

use kring_agents::{AgentSpec, BatchEvaluator, BatchedSearch};
use kring_board::{Size, Topology};
use kring_eval::Network;

use super::{AnalysisState, query::AnalysisJob, queue::WorkerKind, reply};

/// How many boards keep their evaluator and cache after their last search.
const KEPT_BOARDS: usize = 4;

/// The most bytes of a board's cache.
const CACHE: usize = 16 << 20;

/// The bytes that the tree of each open search can have at least.
const LEAST_TREE: usize = 1 << 20;

/// One thread's searches.
pub struct BatchWorker<'a> {
    shared: &'a AnalysisState,
    network: std::sync::Arc<Network>,
    boards: Vec<BoardSearches>,
    /// Finished searches whose memory is reused.
    spare: Vec<BatchedSearch>,
    cache_generation: u64,
    lines: Vec<u8>,
    finished: Vec<AnalysisJob>,
}

/// The searches on one board and their shared evaluator.
struct BoardSearches {
    kind: (Size, Topology),
    evaluator: BatchEvaluator,
    open: Vec<OpenSearch>,
}

/// An open search.
struct OpenSearch {
    job: AnalysisJob,
    search: BatchedSearch,
    begin: Instant,
    reported: Instant,
}

impl OpenSearch {
    /// Whether it continues while searches of this priority are open. A stopped search still gets
    /// one evaluation.
    fn goes_on(&self, priority: i64) -> bool {
        self.job.priority == priority || self.search.visits() == 0 && self.job.stop.is_set()
    }

    fn is_finished(&self) -> bool {
        let is_up = |time: Duration| self.begin.elapsed() >= time;
        self.search.visits() > 0
            && (self.search.is_over()
                || self.job.stop.is_set()
                || self.job.query.time.is_some_and(is_up))
    }

    /// Whether a report is due.
    fn is_due(&self) -> bool {
        let every = self.job.query.report_every;
        every.is_some_and(|every| self.reported.elapsed() >= every && self.search.visits() > 0)
    }

    fn reply(&self, lines: &mut Vec<u8>, is_during_search: bool) {
        let (choice, visits) = (self.search.choice(), self.search.visits());
        let policy = || self.search.policy();
        reply::analysis(lines, &self.job, is_during_search, &choice, visits, policy);
    }
}

impl BoardSearches {
    /// One step of the searches of this priority; returns the number of evaluations.
    fn step(&mut self, priority: i64) -> usize {
        let open = self.open.iter_mut().filter(|open| open.goes_on(priority));
        self.evaluator.step(open.map(|open| &mut open.search))
    }
}

impl<'a> BatchWorker<'a> {
    /// A worker without searches.
    pub fn new(shared: &'a AnalysisState) -> BatchWorker<'a> {
        let agent = "neural".parse::<AgentSpec>().ok();
        let factory = agent.and_then(|spec| spec.load(&shared.settings.networks).ok());
        let network = factory.and_then(|factory| factory.network());
        BatchWorker {
            shared,
            network: network.unwrap_or_else(Network::embedded),
            boards: Vec::new(),
            spare: Vec::new(),
            cache_generation: 0,
            lines: Vec::new(),
            finished: Vec::new(),
        }
    }

    /// Analyses positions until the queue ends.
    pub fn run(&mut self) {
        while let Some(jobs) = self.take() {
            jobs.into_iter().for_each(|job| self.open(job));
            let Some(priority) = self.priority() else { continue };
            let evaluations: usize = self.boards.iter_mut().map(|board| board.step(priority)).sum();
            self.shared.evaluations.fetch_add(evaluations as u64, Relaxed);
            self.limit_memory();
            self.reply();
        }
    }

    /// The highest priority of all open searches.
    fn priority(&self) -> Option<i64> {
        let open = self.boards.iter().flat_map(|board| &board.open);
        open.map(|open| open.job.priority).max()
    }

    /// Takes new positions from the queue if there is room for them.
    fn take(&mut self) -> Option<Vec<AnalysisJob>> {
        let generation = self.shared.cache_generation.load(Relaxed);
        if generation != self.cache_generation {
            self.cache_generation = generation;
            let bytes = self.cache_bytes();
            for board in &mut self.boards {
                let network = std::sync::Arc::clone(&self.network);
                board.evaluator = BatchEvaluator::new(network, board.kind, bytes);
            }
        }
        let settings = &self.shared.settings;
        let most = settings.positions.div_ceil(settings.threads.max(1));
        let most = most.min(self.tree_bytes() / LEAST_TREE).max(1);
        let open: usize = self.boards.iter().map(|board| board.open.len()).sum();
        // Positions of a higher priority may double the number of open searches.
        let (room, reserve) =
            (most.saturating_sub(open), most.min((2 * most).saturating_sub(open)));
        self.shared.queue.take(WorkerKind::Batch, room, reserve, self.priority())
    }

    fn cache_bytes(&self) -> usize {
        CACHE.min(self.shared.settings.bytes_each() / 4 / KEPT_BOARDS)
    }

    /// Trees may take three quarters of the memory, caches the rest.
    fn tree_bytes(&self) -> usize {
        self.shared.settings.bytes_each() / 4 * 3
    }

    /// Begins a search.
    fn open(&mut self, job: AnalysisJob) {
        let (position, colour, visits) = (&job.position, job.colour, job.visits());
        let mut search = match self.spare.pop() {
            Some(mut search) => {
                search.restart(position, colour, visits);
                search
            }
            None => BatchedSearch::new(position, colour, visits, self.tree_bytes()),
        };
        search.restrict(job.allowed);
        let kind = (job.position.size(), job.position.rules().topology);
        let at = match self.boards.iter().position(|board| board.kind == kind) {
            Some(at) => at,
            None => self.add_board(kind),
        };
        let now = Instant::now();
        let open = OpenSearch { job, search, begin: now, reported: now };
        self.boards[at].open.push(open);
    }

    /// Adds a board. If there are KEPT_BOARDS already, it replaces one without searches.
    fn add_board(&mut self, kind: (Size, Topology)) -> usize {
        if self.boards.len() >= KEPT_BOARDS
            && let Some(at) = self.boards.iter().position(|board| board.open.is_empty())
        {
            self.boards.remove(at);
        }
        let network = std::sync::Arc::clone(&self.network);
        let evaluator = BatchEvaluator::new(network, kind, self.cache_bytes());
        self.boards.push(BoardSearches { kind, evaluator, open: Vec::new() });
        self.boards.len() - 1
    }

    /// Ends the largest searches if all trees together exceed the memory.
    fn limit_memory(&self) {
        let searches = || self.boards.iter().flat_map(|board| &board.open);
        let mut bytes: usize = searches().map(|open| open.search.bytes()).sum();
        if bytes <= self.tree_bytes() {
            return;
        }
        let mut all: Vec<&OpenSearch> = searches().collect();
        all.sort_by_key(|open| std::cmp::Reverse(open.search.bytes()));
        for open in all {
            if bytes <= self.tree_bytes() {
                return;
            }
            bytes -= open.search.bytes();
            open.job.stop.set();
            let (id, visits) = (&open.job.query.id, open.search.visits());
            log::warn!("the search {id} ends after {visits} visits: there is no more memory");
        }
    }

    /// Sends the replies that are due and closes finished searches.
    fn reply(&mut self) {
        for board in &mut self.boards {
            for mut open in board.open.extract_if(.., |open| open.is_finished()) {
                open.reply(&mut self.lines, false);
                open.search.clear();
                self.spare.push(open.search);
                self.finished.push(open.job);
            }
            for open in board.open.iter_mut().filter(|open| open.is_due()) {
                open.reply(&mut self.lines, true);
                open.reported = Instant::now();
            }
        }
        self.shared.output.send_in_turn(&self.lines);
        self.lines.clear();
        if !self.finished.is_empty() {
            self.shared.queue.finish(&self.finished);
            self.finished.clear();
        }
    }
}
