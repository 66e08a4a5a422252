//! Tree search by a network: it says which moves are worth a look and how
//! good a position is, and the tree finds out where it is wrong.
//!
//! The tree is that of the other search (the module `tree`); moves are
//! weighed by their results and by the network's liking (PUCT). Wins in one
//! move, forced answers and proofs need no network.

mod cache;
mod entry;
mod level;
pub mod nets;
mod pace;
mod priors;
mod select;
mod worker;

use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub(super) use self::entry::ENTRY;
use self::{cache::Cache, level::Level, pace::Pace, worker::Worker};
use super::{
    Agent, Choice, Settings, Task,
    tree::{End, Proof, Thought, Tree, describe},
};
use crate::{
    board::Move,
    eval::{Judge, Kernel, Network},
    rules::Colour,
};

/// Evaluations if nothing else is said.
const USUAL_EVALS: u64 = 400;

/// Views of the root that are averaged, where there are that many.
const VIEWS: usize = 4;

/// How often a spectator is told how the search stands.
const REPORT_EVERY: Duration = Duration::from_millis(500);

/// The agent: its settings, the tree of the last decision, and what the
/// network has said.
pub struct Neural {
    evals: Option<u64>,
    time: Option<Duration>,
    threads: usize,
    level: Level,
    temperature: Option<f64>,
    exploration: f32,
    is_exact: bool,
    net: String,
    network: Option<Arc<Network>>,
    memory: usize,
    rng: Option<ChaCha8Rng>,
    last: Option<Thought>,
    cache: Option<Cache>,
}

impl Neural {
    /// An agent with these settings.
    pub fn new(settings: &Settings) -> Neural {
        Neural {
            evals: settings.whole("evals"),
            time: settings.real("time").map(Duration::from_secs_f64),
            threads: settings.whole("threads").unwrap_or(1) as usize,
            level: Level::new(settings.whole("level").unwrap_or(Level::FULL)),
            temperature: settings.real("temperature"),
            exploration: settings.real("exploration").unwrap_or(0.6) as f32,
            is_exact: settings.word("arithmetic") == "exact",
            net: settings.word("net").to_owned(),
            network: None,
            memory: settings.whole("memory").unwrap_or(256) as usize,
            rng: settings.whole("seed").map(ChaCha8Rng::seed_from_u64),
            last: None,
            cache: None,
        }
    }

    /// What the level, the settings and the clock allow.
    fn end(&self, task: &Task<'_>, begin: Instant) -> End {
        let time = self.time.or(task.limits.time.filter(|_| self.evals.is_none()));
        let usual = if time.is_some() { u64::MAX } else { USUAL_EVALS };
        let evals = self.evals.unwrap_or(usual).min(self.level.evals.unwrap_or(u64::MAX));
        // An even first move is found by looking at all of them.
        let opens = task.position.rules().swap && task.position.ply() == 0;
        let least = if opens { task.position.size().cells() as u64 + 1 } else { 1 };
        End {
            simulations: evals.max(least),
            deadline: time.and_then(|time| begin.checked_add(time)),
            stop: task.limits.stop.clone(),
        }
    }

    /// Searches until a limit is reached; the number of evaluations.
    fn think(&self, tree: &Tree, cache: &Cache, task: &mut Task<'_>, end: &End) -> u64 {
        let (position, colour) = (task.position, task.colour);
        let network = self.network.clone().unwrap_or_else(Network::embedded);
        let worker = || {
            let (size, topology) = (position.size(), position.rules().topology);
            let kernel = if self.is_exact { Kernel::best() } else { Kernel::fastest() };
            let judge = Judge::with_kernel(network.clone(), size, topology, kernel);
            Worker::new(tree, cache, judge, self.exploration, position, colour)
        };
        let pace = Pace::new(end);
        let mut own = worker();
        own.open(if end.simulations < 16 { 1 } else { VIEWS });
        thread::scope(|scope| {
            for _ in 1..self.threads {
                let (mut other, pace) = (worker(), &pace);
                let work = move || {
                    while let Some(batch) = pace.next_batch(tree, colour) {
                        other.simulate(batch);
                    }
                };
                // Where the machine gives no more threads, fewer will do.
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                    log::warn!("a search thread cannot be started: {error}");
                }
            }
            let mut next_report = Instant::now() + REPORT_EVERY;
            while let Some(batch) = pace.next_batch(tree, colour) {
                own.simulate(batch);
                if let Some(watch) = &mut task.watch
                    && Instant::now() >= next_report
                {
                    watch(&describe(tree, position, colour));
                    next_report += REPORT_EVERY;
                }
            }
        });
        pace.done()
    }

    /// Another of the good moves, if the temperature says so.
    fn loosen(&self, choice: &mut Choice, tree: &Tree, colour: Colour, rng: &mut ChaCha8Rng) {
        let temperature = self.temperature.unwrap_or(self.level.temperature);
        let Some((_, children)) = tree.children(tree.node(Tree::ROOT), colour) else { return };
        let certain = children.iter().any(|child| child.proof() == Proof::Won);
        if temperature == 0.0 || certain || !matches!(choice.mv, Move::Cell(_)) {
            return;
        }
        let visited = children.iter().any(|child| child.visits() > 0);
        let weights = children.iter().map(|child| {
            let liking = if visited { f64::from(child.visits()) } else { f64::from(child.prior()) };
            if child.proof() == Proof::Lost { 0.0 } else { liking.powf(1.0 / temperature) }
        });
        let weights: Vec<f64> = weights.collect();
        let mut at = rng.random::<f64>() * weights.iter().sum::<f64>();
        for (child, weight) in children.iter().zip(weights) {
            at -= weight;
            if at < 0.0 {
                choice.mv = Move::Cell(child.cell());
                choice.variation.truncate(0);
                return;
            }
        }
    }
}

impl Agent for Neural {
    fn choose(&mut self, mut task: Task<'_>) -> Choice {
        let begin = Instant::now();
        let end = self.end(&task, begin);
        let (position, colour) = (task.position, task.colour);
        let (size, topology) = (position.size(), position.rules().topology);
        self.network.get_or_insert_with(|| nets::named(&self.net));
        let recalled = self.last.take().and_then(|last| last.recall(position, colour));
        // What is not worth a place in the tree is in the cache.
        let tree = recalled.unwrap_or_else(|| Tree::new((self.memory * 3).div_ceil(4)));
        let cache = self.cache.take().filter(|cache| cache.is_for(size, topology));
        let cache = cache.unwrap_or_else(|| Cache::new(size, topology, self.memory << 18));
        let evaluations = self.think(&tree, &cache, &mut task, &end);
        let mut choice = describe(&tree, position, colour);
        let mut task_rng = ChaCha8Rng::seed_from_u64(task.rng.random());
        let mut own_rng = self.rng.take();
        self.loosen(&mut choice, &tree, colour, own_rng.as_mut().unwrap_or(&mut task_rng));
        self.rng = own_rng;
        choice.counters.push(("evaluations", evaluations as f64));
        choice.counters.push(("nodes", f64::from(tree.len())));
        choice.counters.push(("seconds", begin.elapsed().as_secs_f64()));
        self.last = Some(Thought { tree, position: position.clone(), colour });
        self.cache = Some(cache);
        choice
    }
}
