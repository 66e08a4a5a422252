//! Tree search by a network: it says which moves are worth a look and how
//! good a position is, and the tree finds out where it is wrong.
//!
//! The tree is that of the other search (the module `tree`); moves are
//! weighed by their results and by the network's liking (PUCT). Wins in one
//! move, forced answers and proofs need no network.

mod cache;
mod level;
pub mod nets;
mod pace;
mod parameters;
mod priors;
mod select;
mod worker;

use std::{sync::Arc, time::Duration};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use self::{cache::Cache, level::Level, pace::Pace, parameters::PARAMETERS, worker::Worker};
use super::{
    Agent, Choice, Entry, Settings, Task, TimeManager,
    tree::{KeptTree, Proof, Tree, describe, work},
};
use crate::{
    board::Move,
    eval::{Kernel, NetEvaluator, Network},
    rules::{Colour, Rules, Size},
};

/// The agent's row in the list of agents.
pub(super) const ENTRY: Entry = Entry {
    name: "neural",
    summary: "tree search by a trained network",
    parameters: PARAMETERS,
    quick: "evals=4",
    plays,
    build: |settings| Box::new(Neural::new(settings)),
};

/// The network was trained without seasons and coins.
fn plays(rules: &Rules, _: Size, _: Colour) -> Result<(), String> {
    if rules.are_plain() {
        return Ok(());
    }
    Err("it plays without seasons and random turns; mcts, random-path, random-spot, adjacency \
         and seasonal-adjacency play those"
        .to_owned())
}

/// Evaluations if nothing else is said.
const DEFAULT_EVALS: u64 = 400;

/// Views of the root that are averaged, where there are that many.
const VIEWS: usize = 4;

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
    last: Option<KeptTree>,
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
    fn limits(&self, task: &Task<'_>) -> TimeManager {
        let mut limits =
            TimeManager::new(&task.limits, self.time).with_count(self.evals, DEFAULT_EVALS);
        limits.set_count(limits.count().min(self.level.evals.unwrap_or(u64::MAX)));
        if task.position.can_be_swapped(task.colour) {
            // An even first move is found by looking at all of them.
            limits.set_count(limits.count().max(task.position.size().cells() as u64 + 1));
        }
        limits
    }

    /// Searches until a limit is reached; the number of evaluations.
    fn think(
        &mut self,
        tree: &Tree,
        cache: &Cache,
        task: &mut Task<'_>,
        limits: &TimeManager,
    ) -> u64 {
        let (position, colour) = (task.position, task.colour);
        let network = self.network.get_or_insert_with(|| nets::named(&self.net));
        let worker = || {
            let (size, topology) = (position.size(), position.rules().topology);
            let kernel = if self.is_exact { Kernel::best_exact() } else { Kernel::best() };
            let evaluate = NetEvaluator::with_kernel(network.clone(), size, topology, kernel);
            Worker::new(tree, cache, evaluate, self.exploration, position, colour)
        };
        let pace = Pace::new(limits);
        let mut own = worker();
        // One view will do where there is hardly time for that.
        own.open(if limits.count() < 16 || limits.is_up() { 1 } else { VIEWS });
        let others = (1..self.threads).map(|_| worker());
        work(own, others, || pace.next_batch(tree, colour), tree, task);
        pace.done()
    }

    /// Another of the good moves, if the temperature says so.
    fn sample_move(&self, choice: &mut Choice, tree: &Tree, colour: Colour, rng: &mut ChaCha8Rng) {
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
                choice.variation.clear();
                return;
            }
        }
    }
}

impl Agent for Neural {
    fn choose(&mut self, mut task: Task<'_>) -> Choice {
        let limits = self.limits(&task);
        let (position, colour) = (task.position, task.colour);
        let (size, topology) = (position.size(), position.rules().topology);
        let reused = self.last.take().and_then(|last| last.reuse(position, colour));
        // What is not worth a place in the tree is in the cache.
        let tree = reused.unwrap_or_else(|| Tree::new((3 * self.memory) << 18));
        let cache = self.cache.take().filter(|cache| cache.is_for(size, topology));
        let cache = cache.unwrap_or_else(|| Cache::new(size, topology, self.memory << 18));
        let evaluations = self.think(&tree, &cache, &mut task, &limits);
        let mut choice = describe(&tree, position, colour);
        let mut task_rng = ChaCha8Rng::seed_from_u64(task.rng.random());
        let mut own_rng = self.rng.take();
        self.sample_move(&mut choice, &tree, colour, own_rng.as_mut().unwrap_or(&mut task_rng));
        self.rng = own_rng;
        choice.counters.push(("evaluations", evaluations as f64));
        choice.counters.push(("nodes", f64::from(tree.len())));
        choice.counters.push(("seconds", limits.elapsed().as_secs_f64()));
        self.last = Some(KeptTree { tree, position: position.clone(), colour });
        self.cache = Some(cache);
        choice
    }
}
