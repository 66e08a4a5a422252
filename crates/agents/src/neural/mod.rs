//! Tree search with a network: the network says which moves are worth a look
//! and how good a position is, and the tree finds out where it is wrong.
//!
//! The tree is the one that `mcts` uses (module `tree`). Moves are selected by
//! their results and by the network's priors (`puct`). Wins in one move, forced
//! replies and proofs need no network.

mod batched;
mod level;
mod progress;
mod puct;
mod worker;

use std::{sync::Arc, time::Duration};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub use self::batched::{BatchEvaluator, BatchedSearch};
pub(super) use self::puct::evaluate_view;
pub use self::puct::priors;

use kring_board::{Move, Position};
use kring_eval::{Kernel, NetEvaluator, Network};

use self::{
    level::Level,
    progress::Progress,
    worker::{EvaluationCache, Worker},
};
use super::{
    kept_solver::{ENDGAME, Endgame},
    level::{FULL, LEVEL},
    tree::{
        KeptTree, Node, Prior, Proof, Tree, candidates, candidates_without_defence, describe,
        restrict_root, work,
    },
};
use crate::{
    agent::{Agent, Choice, Task},
    entry::{Builder, Entry, Games, Kind, Parameter, Settings},
    time_manager::TimeManager,
};

/// The agent's row in the list of agents.
pub(super) const ENTRY: Entry = Entry {
    name: "neural",
    summary: "tree search by a trained network",
    parameters: PARAMETERS,
    quick: "evals=4",
    // The network was trained without random turns.
    games: Games::Alternating,
    builder: Builder::Agent(|settings| Box::new(Neural::new(settings))),
};

/// What can be set.
const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "evals",
        kind: Kind::Whole(1, 1_000_000_000),
        default: None,
        help: "positions a move, remembered ones included; 400 if there is no other limit",
    },
    Parameter { name: "time", kind: Kind::Real(0.0, 1e6), default: None, help: "seconds a move" },
    Parameter {
        name: "threads",
        kind: Kind::Whole(1, 256),
        default: Some("1"),
        help: "threads that share one tree; more than one is not repeatable",
    },
    LEVEL,
    Parameter {
        name: "temperature",
        kind: Kind::Real(0.0, 100.0),
        default: None,
        help: "how freely moves are chosen: 0 the best, 1 as often as they were looked at",
    },
    Parameter {
        name: "exploration",
        kind: Kind::Real(0.0, 100.0),
        default: Some(puct::EXPLORATION),
        help: "weight of moves that the network likes and that were tried little",
    },
    Parameter {
        name: "arithmetic",
        kind: Kind::OneOf(&["rounded", "exact"]),
        default: Some("rounded"),
        help: "rounded is twice as fast on processors that have it",
    },
    Parameter {
        name: "net",
        kind: Kind::Network,
        default: None,
        help: "a file with other weights",
    },
    Parameter {
        name: "memory",
        kind: Kind::Whole(1, 65_536),
        default: Some("256"),
        help: "megabytes that tree, cache and the buffers of all threads never exceed",
    },
    ENDGAME,
    Parameter {
        name: "seed",
        kind: Kind::Whole(0, u64::MAX),
        default: None,
        help: "random numbers of its own, whatever the engine's seed",
    },
];

/// Evaluations if there is no other limit.
const DEFAULT_EVALS: u64 = 400;

/// The network's evaluation of the root is averaged over this many symmetric
/// images of the board, where there are that many.
const VIEWS: usize = 4;

/// The agent: its settings, the tree of the last decision, and the network's
/// evaluations.
pub struct Neural {
    evals: Option<u64>,
    time: Option<Duration>,
    threads: usize,
    level: u64,
    temperature: Option<f64>,
    exploration: f32,
    is_exact: bool,
    /// None: the embedded network, from the first search on.
    network: Option<Arc<Network>>,
    memory: usize,
    rng: Option<ChaCha8Rng>,
    last: Option<KeptTree>,
    cache: Option<EvaluationCache>,
    endgame: Endgame,
}

impl Neural {
    /// An agent with these settings.
    pub fn new(settings: &Settings) -> Neural {
        let memory = settings.whole("memory").unwrap_or(256) as usize;
        Neural {
            evals: settings.whole("evals"),
            time: settings.real("time").map(Duration::from_secs_f64),
            threads: settings.whole("threads").unwrap_or(1) as usize,
            level: settings.whole("level").unwrap_or(FULL),
            temperature: settings.real("temperature"),
            exploration: settings.real("exploration").unwrap_or_default() as f32,
            is_exact: settings.word("arithmetic") == "exact",
            network: settings.network(),
            memory,
            rng: settings.whole("seed").map(ChaCha8Rng::seed_from_u64),
            last: None,
            cache: None,
            endgame: Endgame::new(settings, memory),
        }
    }

    /// What the level, the settings and the clock allow.
    fn limits(&self, task: &Task<'_>, level: &Level) -> TimeManager {
        let mut limits = TimeManager::of_search(task, self.time, self.evals, DEFAULT_EVALS);
        limits.set_count(limits.count().min(level.evals.unwrap_or(u64::MAX)));
        if task.position.can_be_swapped(task.colour) {
            // An even first move is found by looking at all of them.
            limits.set_count(limits.count().max(task.position.size().cells() as u64 + 1));
        }
        limits
    }

    /// The tree of the last decision.
    #[cfg(all(test, not(loom)))]
    pub(super) fn take_tree(&mut self) -> Option<KeptTree> {
        self.last.take()
    }

    /// The network of one thread, for the board of a position.
    fn evaluator(&self, network: &Arc<Network>, position: &Position) -> NetEvaluator {
        let (size, topology) = (position.size(), position.rules().topology);
        let kernel = if self.is_exact { Kernel::best_exact() } else { Kernel::best() };
        NetEvaluator::with_kernel(network.clone(), size, topology, kernel)
    }

    /// The bytes of a quarter of what is left for tree, cache and proofs if each
    /// thread has an evaluator like this one. However many threads there are, they get a quarter
    /// of the memory.
    fn quarter(&self, evaluator: &NetEvaluator) -> usize {
        let (all, threads) = (self.memory << 20, self.threads * evaluator.bytes());
        all.saturating_sub(threads).max(all / 4) / 4
    }

    /// Searches until a limit is reached; the number of evaluations.
    fn think(
        &self,
        tree: &Tree,
        cache: &EvaluationCache,
        own: NetEvaluator,
        task: &mut Task<'_>,
        limits: &TimeManager,
        level: &Level,
    ) -> u64 {
        let (position, colour) = (task.position, task.colour);
        let network = own.network().clone();
        let worker =
            |evaluate| Worker::new(tree, cache, evaluate, self.exploration, position, colour);
        let mut own = worker(own);
        if let Some(glance) = level.glance {
            let sees = if glance.sees_threats { candidates } else { candidates_without_defence };
            own.expand_root(&sees(position, colour), 1);
            let can_be_swapped = position.can_be_swapped(colour);
            return own.look_at(if can_be_swapped { usize::MAX } else { glance.moves });
        }
        let progress = Progress::new(limits, self.threads);
        // One view is enough where there is little time.
        let views = if limits.count() < 16 || limits.is_up() { 1 } else { VIEWS };
        own.expand_root(&candidates(position, colour), views);
        let other = || worker(self.evaluator(&network, position));
        let others = (1..self.threads).map(|_| &other);
        let may_swap = task.root().swap.is_some();
        work(own, others, || progress.next_batch(tree, colour, may_swap), tree, task);
        progress.done()
    }

    /// Another of the good moves, if the temperature says so.
    fn sample_move(
        &self,
        choice: &mut Choice,
        tree: &Tree,
        task: &Task<'_>,
        level: &Level,
        rng: &mut ChaCha8Rng,
    ) {
        if let Some(glance) = level.glance {
            let prior = |child: Node<'_>| f64::from(child.prior());
            glance.sampling.change(choice, tree, (task.position, task.colour), prior, rng);
            return;
        }
        let Some(children) = tree.children(tree.node(Tree::ROOT), task.colour) else { return };
        let temperature = self.temperature.unwrap_or(0.0);
        let certain = children.iter().any(|child| child.proof() == Proof::Won);
        if temperature == 0.0 || certain || !matches!(choice.mv, Move::Cell(_)) {
            return;
        }
        let visited = children.iter().any(|child| child.visits() > 0);
        let weights = children.iter().map(|child| {
            let weight = if visited { f64::from(child.visits()) } else { f64::from(child.prior()) };
            if child.proof() == Proof::Lost { 0.0 } else { weight.powf(1.0 / temperature) }
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
        let (size, topology) = (task.position.size(), task.position.rules().topology);
        let number = if task.endless { FULL } else { self.level };
        let level = Level::new(number, size, topology);
        let limits = self.limits(&task, &level);
        if level.glance.is_none()
            && let Some(proved) = self.endgame.choose(&task, &limits)
        {
            return proved;
        }
        let (position, colour) = (task.position, task.colour);
        let is_kept = task.allowed.is_none() && level.glance.is_none();
        let last = self.last.take().filter(|_| is_kept);
        let reused = last.and_then(|last| last.reuse(position, colour));
        let network = self.network.get_or_insert_with(Network::embedded).clone();
        let own = self.evaluator(&network, position);
        // A quarter of the memory is for the cache, the rest for the tree and proofs.
        let (quarter, quarters) = (self.quarter(&own), self.endgame.quarters_left() - 1);
        let tree = reused.unwrap_or_else(|| Tree::new(quarters * quarter));
        restrict_root(&tree, &task, 0);
        let cache = self.cache.take().filter(|cache| cache.is_for(size, topology));
        let cache = cache.unwrap_or_else(|| EvaluationCache::new(size, topology, quarter));
        let evaluations = self.think(&tree, &cache, own, &mut task, &limits, &level);
        let mut choice = describe(&tree, task.root(), Prior::Policy);
        let mut task_rng = ChaCha8Rng::seed_from_u64(task.rng.random());
        let mut own_rng = self.rng.take();
        self.sample_move(
            &mut choice,
            &tree,
            &task,
            &level,
            own_rng.as_mut().unwrap_or(&mut task_rng),
        );
        self.rng = own_rng;
        choice.counters.push(("evaluations", evaluations as f64));
        choice.counters.push(("nodes", f64::from(tree.len())));
        choice.counters.push(("seconds", limits.elapsed().as_secs_f64()));
        // A level that sees little does not remember more.
        self.last = is_kept.then(|| KeptTree { tree, position: position.clone(), colour });
        self.cache = Some(cache);
        choice
    }
}
