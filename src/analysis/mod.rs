//! Analysis of many positions at once, in the JSON protocol of KataGo's analysis
//! engine: one object a line, in both directions (`docs/ANALYSIS.md`).
//!
//! The input thread (`input`) parses queries (`query`, `setup`, `fields`) and puts each position
//! of a query into a priority queue (`queue`). Worker threads take them out. Network workers keep
//! many searches open and evaluate one leaf of each as one batch (`batch`); the others let an
//! agent search (`agents`). Replies are written as searches finish (`reply`, `output`).

mod agents;
mod batch;
mod fields;
mod input;
mod output;
mod query;
mod queue;
mod reply;
mod setup;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Instant;

use kring_agents::Networks;

use self::batch::BatchWorker;
use self::fields::RequestFields;
use self::output::Output;
use self::query::QueryParser;
use self::queue::JobQueue;

/// The resources of an analysis.
#[derive(Clone)]
pub struct AnalysisSettings {
    /// Threads that search.
    pub threads: usize,
    /// The most positions that all threads together search at the same time.
    pub positions: usize,
    /// The most megabytes of the trees and caches of network searches. Each agent gets one
    /// thread's share of it.
    pub memory: usize,
    /// The seed of random season maps, and of agents that draw random numbers.
    pub seed: u64,
    /// The default network.
    pub networks: Networks,
}

impl AnalysisSettings {
    fn bytes_each(&self) -> usize {
        (self.memory << 20) / self.threads.max(1)
    }
}

/// The state that all threads share.
struct AnalysisState {
    settings: AnalysisSettings,
    queue: JobQueue,
    output: Output,
    /// Incremented to clear all caches.
    cache_generation: AtomicU64,
    evaluations: AtomicU64,
}

impl AnalysisState {
    fn spawn(
        self: &Arc<Self>,
        name: &str,
        work: impl FnOnce(&AnalysisState) + Send + 'static,
    ) -> io::Result<()> {
        let shared = Arc::clone(self);
        thread::Builder::new().name(name.to_owned()).spawn(move || work(&shared)).map(drop)
    }
}

/// Answers queries until the input has ended and all searches are finished; endless searches are
/// stopped at the end of input. `is_unread` is polled; it sleeps a little before it returns
/// false. If the client closes the pipe, everything ends at once.
pub fn serve(
    settings: AnalysisSettings,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    is_unread: impl Fn() -> bool + Send + 'static,
) -> io::Result<()> {
    let begin = Instant::now();
    let shared = Arc::new(AnalysisState {
        queue: JobQueue::new(settings.threads),
        output: Output::default(),
        cache_generation: AtomicU64::new(0),
        evaluations: AtomicU64::new(0),
        settings,
    });
    for _ in 0..shared.settings.threads {
        shared.spawn("batch", |shared| BatchWorker::new(shared).run())?;
        shared.spawn("agent", agents::run)?;
    }
    shared.spawn("input", |shared| {
        shared.read(input);
        shared.queue.end_input();
    })?;
    shared.spawn("output", |shared| {
        shared.output.run(output);
        shared.queue.close();
    })?;
    shared.spawn("reader", move |shared| {
        while !is_unread() {}
        shared.output.close();
        shared.queue.close();
    })?;
    // The threads that wait for input or for a lost reader are not joined.
    shared.queue.wait_for_end();
    let written = shared.output.wait_until_written();
    let evaluations = shared.evaluations.load(Relaxed);
    let seconds = begin.elapsed().as_secs_f64();
    let finished = shared.queue.finished_count();
    log::info!("{finished} positions, {evaluations} evaluations in {seconds:.3} s");
    written
}

/// Parses a query without a search: the number of its positions, or why it is refused.
///
/// ```
/// use kring::{agents::Networks, analysis::{AnalysisSettings, read_query}};
/// let networks = Networks::default();
/// let settings = AnalysisSettings { threads: 1, positions: 1, memory: 16, seed: 1, networks };
/// let query = br#"{"id": "a", "boardXSize": 5, "boardYSize": 5, "moves": []}"#;
/// assert_eq!(read_query(&settings, query), Ok(1));
/// assert!(read_query(&settings, b"{}").is_err());
/// ```
pub fn read_query(settings: &AnalysisSettings, line: &[u8]) -> Result<usize, String> {
    let parsed =
        RequestFields::parse(line).and_then(|fields| QueryParser::new(settings).parse(fields));
    parsed.map(|parsed| parsed.jobs.len()).map_err(|refusal| refusal.error)
}
