//! Tree search with a network. The network gives the priors of the moves and the value of a
//! position, and the search corrects its errors.
//!
//! The tree is shared with `mcts` (module `tree`). Moves are selected by their results and by the
//! network's priors (`puct`). Wins in one move, forced replies and proofs need no network.

mod batch;
mod batched;
mod level;
mod puct;
mod worker;

use std::{path::PathBuf, sync::Arc, time::Duration};

use kring_board::{Move, Position};
use kring_eval::{BoardKind, Kernel, NetEvaluator, Network};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub use self::batched::{BatchEvaluator, BatchedSearch};
pub use self::puct::{Views, priors};
use self::{
    batch::next_batch,
    level::NeuralLevel,
    worker::{Descent, EvaluationCache, NeuralWorker},
};
use crate::{
    agent::{Agent, Choice, Task},
    entry::{AgentEntry, SupportedGames},
    kept_solver::{ENDGAME, ENDGAME_HELP, Endgame, MOST_ENDGAME},
    level::{FULL, LEVEL_HELP, weighted},
    parameter::{Effort, Role},
    settings::{
        Field, NET_HELP, Resources, Row, SEED_HELP, Settings, THREADS_HELP, TIME_HELP, Word,
        defaults,
    },
    time_manager::TimeManager,
    tree::{
        Extra, KeptTree, NodeProof, PriorSource, SearchProgress, SearchRoot, SearchWorker, Tree,
        TreeNode, WorkerMaker, candidates, candidates_by, restrict_root, threads_within, work,
    },
};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "neural",
    summary: "tree search by a trained network",
    quick: "evals=4 memory=8",
    // The networks were trained without random turns.
    games: SupportedGames::Alternating,
    settings: defaults::<NeuralSettings>,
};

#[derive(Clone, PartialEq)]
pub struct NeuralSettings {
    evals: Option<u64>,
    time: Option<Duration>,
    threads: usize,
    level: u64,
    temperature: Option<f64>,
    exploration: f64,
    arithmetic: Arithmetic,
    net: Option<PathBuf>,
    /// Megabytes.
    memory: usize,
    /// Empty cells.
    endgame: usize,
    seed: Option<u64>,
}

impl Default for NeuralSettings {
    fn default() -> NeuralSettings {
        NeuralSettings {
            evals: None,
            time: None,
            threads: 1,
            level: FULL,
            temperature: None,
            exploration: 0.6,
            arithmetic: Arithmetic::Rounded,
            net: None,
            memory: 256,
            endgame: 0,
            seed: None,
        }
    }
}

/// How the network is computed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arithmetic {
    Rounded,
    Exact,
}

impl Word for Arithmetic {
    const WORDS: &'static [(&'static str, Arithmetic)] =
        &[("rounded", Arithmetic::Rounded), ("exact", Arithmetic::Exact)];
}

impl Settings for NeuralSettings {
    const ROWS: &'static [Row<NeuralSettings>] = &[
        Row::of(
            Role::Effort(Effort::Evaluations),
            "positions a move, cached ones included; 400 if there is no other limit",
            |it| Field::Whole(&mut it.evals, 1, 1_000_000_000),
        ),
        Row::of(Role::Time, TIME_HELP, |it| Field::time(&mut it.time)),
        Row::of(Role::Threads, THREADS_HELP, |it| Field::Whole(&mut it.threads, 1, 256)),
        Row::of(Role::Level, LEVEL_HELP, |it| Field::Whole(&mut it.level, 1, FULL)),
        Row::of(
            Role::Temperature,
            "how freely moves are chosen: 0 the best, 1 in proportion to their visits",
            |it| Field::Real(&mut it.temperature, 0.0, 100.0),
        ),
        Row::own("exploration", "weight of the exploration term (PUCT)", |it| {
            Field::Real(&mut it.exploration, 0.0, 100.0)
        }),
        Row::own("arithmetic", "rounded is twice as fast on processors that have it", |it| {
            Field::OneOf(&mut it.arithmetic)
        }),
        Row::own("net", NET_HELP, |it| Field::Network(&mut it.net)),
        Row::of(
            Role::Memory,
            "megabytes that tree, cache and the buffers of all threads never exceed",
            |it| Field::Whole(&mut it.memory, 1, 65_536),
        ),
        Row::own(ENDGAME, ENDGAME_HELP, |it| Field::Whole(&mut it.endgame, 0, MOST_ENDGAME)),
        Row::of(Role::Seed, SEED_HELP, |it| Field::Whole(&mut it.seed, 0, u64::MAX)),
    ];

    fn build(&self, resources: &Resources) -> Box<dyn Agent> {
        Box::new(Neural::new(self, resources.network.clone()))
    }
}

impl NeuralSettings {
    /// Whether [`BatchedSearch`] searches with these settings: it knows a number of evaluations
    /// and a memory, and has the defaults of all that changes its choices.
    pub fn fits_batches(&self) -> bool {
        let NeuralSettings { evals, net, memory, endgame, seed, .. } = self.clone();
        *self == NeuralSettings { evals, net, memory, endgame, seed, ..NeuralSettings::default() }
    }

    /// The kernel that computes the network.
    pub fn kernel(&self) -> Kernel {
        match self.arithmetic {
            Arithmetic::Rounded => Kernel::best(),
            Arithmetic::Exact => Kernel::best_exact(),
        }
    }
}

const DEFAULT_EVALS: u64 = 400;

/// What a thread takes beside its evaluator, with its stack: copies of the position and its batch.
const THREAD_BYTES: usize = 256 << 10;

/// Up to this number of symmetric images of the board are evaluated for the root.
const VIEWS: usize = 4;

/// The maximum number of moves of a one-ply search, unless it looks for an even one.
const ONE_PLY_MOVES: usize = 16;

pub struct Neural {
    settings: NeuralSettings,
    /// `None` is the embedded network.
    network: Option<Arc<Network>>,
    rng: Option<ChaCha8Rng>,
    pub last: Option<KeptTree>,
    cache: Option<EvaluationCache>,
    endgame: Endgame,
}

impl Neural {
    pub fn new(settings: &NeuralSettings, network: Option<Arc<Network>>) -> Neural {
        Neural {
            settings: settings.clone(),
            network,
            rng: settings.seed.map(ChaCha8Rng::seed_from_u64),
            last: None,
            cache: None,
            endgame: Endgame::new(settings.endgame, settings.memory),
        }
    }

    fn limits(&self, task: &Task<'_>, level: &NeuralLevel) -> TimeManager {
        let NeuralSettings { time, evals, .. } = self.settings;
        let mut limits = task.search_limits(time, evals, DEFAULT_EVALS);
        limits.count = limits.count.min(level.evals.unwrap_or(u64::MAX));
        if task.position.can_be_swapped(task.colour) {
            // To find an even first move, the search visits all of them.
            limits.count = limits.count.max(task.position.size().cells() as u64 + 1);
        }
        limits
    }

    /// The threads that the memory holds, if each has an evaluator like this one.
    fn threads(&self, evaluator: &NetEvaluator) -> usize {
        let bytes = evaluator.bytes() + THREAD_BYTES;
        threads_within(self.settings.memory, bytes, self.settings.threads)
    }

    /// A quarter of the bytes left for tree, cache and proofs if each thread has an evaluator like
    /// this one; a quarter of the memory is left to them however many threads there are.
    fn quarter(&self, evaluator: &NetEvaluator) -> usize {
        let all = self.settings.memory << 20;
        let threads = self.threads(evaluator) * evaluator.bytes();
        all.saturating_sub(threads).max(all / 4) / 4
    }

    /// Searches until a limit is reached, and returns the number of evaluations.
    fn think(
        &self,
        tree: &Tree,
        cache: &EvaluationCache,
        own: NetEvaluator,
        task: &mut Task<'_>,
        limits: &TimeManager,
        level: &NeuralLevel,
    ) -> u64 {
        let position = task.position;
        let colour = task.colour;
        let network = own.network().clone();
        let threads = self.threads(&own);
        let stop = task.limits.stop.clone();
        let exploration = self.settings.exploration as f32;
        let worker = |evaluate| {
            let descent = Descent::new(exploration, position, colour);
            NeuralWorker { tree, cache, evaluate, descent, evaluations: Vec::new(), stop: &stop }
        };
        let mut own = worker(own);
        if level.one_ply.is_some() {
            own.expand_root(&candidates_by(position, colour, level.sees_threats), 1);
            let can_be_swapped = position.can_be_swapped(colour);
            return own.search_one_ply(if can_be_swapped { usize::MAX } else { ONE_PLY_MOVES });
        }
        let mut progress = SearchProgress::new(tree, task, limits);
        // The root is the first position.
        *progress.done.get_mut() = 1;
        // One view is enough where there is little time.
        let views = if limits.count < 16 || limits.is_up() { 1 } else { VIEWS };
        own.expand_root(&candidates(position, colour), views);
        let other = || -> Box<dyn SearchWorker> {
            Box::new(worker(evaluator(&network, position, self.settings.kernel())))
        };
        let others = (1..threads).map(|_| Box::new(&other) as WorkerMaker<'_>).collect();
        let next = || next_batch(&progress, threads);
        work(&mut own, others, &next, tree, task, PriorSource::Policy);
        progress.done.into_inner()
    }

    /// Replaces the chosen move by another good one, if the level or the temperature says so.
    fn sample_move(
        &self,
        choice: &mut Choice,
        tree: &Tree,
        task: &Task<'_>,
        level: &NeuralLevel,
        rng: &mut ChaCha8Rng,
    ) {
        if let Some(sampling) = level.one_ply {
            let prior = |child: TreeNode<'_>| f64::from(child.prior().value());
            sampling.change(choice, tree, (task.position, task.colour), &prior, rng);
            return;
        }
        let Some(children) = tree.children(tree.node(Tree::ROOT), task.colour) else { return };
        let temperature = self.settings.temperature.unwrap_or(0.0);
        let certain = children.iter().any(|child| child.proof() == NodeProof::Won);
        if temperature == 0.0 || certain || !matches!(choice.mv, Move::Cell(_)) {
            return;
        }
        let visited = children.iter().any(|child| child.visits() > 0);
        let weight = |child: TreeNode<'_>| {
            let weight =
                if visited { f64::from(child.visits()) } else { f64::from(child.prior().value()) };
            let is_lost = child.proof() == NodeProof::Lost;
            if is_lost { 0.0 } else { libm::pow(weight, 1.0 / temperature) }
        };
        if let Some(child) = weighted(children.iter(), weight, rng) {
            choice.mv = Move::Cell(child.cell());
            choice.variation.clear();
        }
    }
}

impl Agent for Neural {
    fn choose(&mut self, mut task: Task<'_>) -> Choice {
        let size = task.position.size();
        let topology = task.position.rules().topology;
        let level = if task.endless { FULL } else { self.settings.level };
        let level = NeuralLevel::new(level, size, topology);
        let limits = self.limits(&task, &level);
        if level.one_ply.is_none()
            && let Some(proved) = self.endgame.choose(&task, &limits)
        {
            return proved;
        }
        let position = task.position;
        let colour = task.colour;
        let is_kept = task.allowed.is_none() && level.one_ply.is_none();
        let last = self.last.take().filter(|_| is_kept);
        let reused = last.and_then(|last| last.reuse(position, colour));
        let network = self.network.get_or_insert_with(Network::embedded).clone();
        let own = evaluator(&network, position, self.settings.kernel());
        // A quarter of the memory is for the cache, the rest for the tree and proofs.
        let quarter = self.quarter(&own);
        let quarters = self.endgame.quarters_left() - 1;
        let tree = reused.unwrap_or_else(|| Tree::new(quarters * quarter));
        restrict_root(&tree, &task, Extra::default());
        let board = BoardKind::of(position.game());
        let cache = self.cache.take().filter(|cache| cache.board == board);
        let cache = cache.unwrap_or_else(|| EvaluationCache::new(board, quarter));
        let evaluations = self.think(&tree, &cache, own, &mut task, &limits, &level);
        let mut choice = SearchRoot::of(&tree, &task).describe(PriorSource::Policy);
        let task_rng = ChaCha8Rng::seed_from_u64(task.rng.random());
        let is_seeded = self.rng.is_some();
        let mut rng = self.rng.take().unwrap_or(task_rng);
        self.sample_move(&mut choice, &tree, &task, &level, &mut rng);
        self.rng = is_seeded.then_some(rng);
        choice.counters.push(("evaluations", evaluations as f64));
        choice.counters.push(("nodes", f64::from(tree.len())));
        choice.counters.push(("seconds", limits.elapsed().as_secs_f64()));
        // A one-ply level keeps no tree.
        self.last = is_kept.then(|| KeptTree { tree, position: position.clone(), colour });
        self.cache = Some(cache);
        choice
    }
}

/// The evaluator of one thread, for the board of a position.
pub(super) fn evaluator(
    network: &Arc<Network>,
    position: &Position,
    kernel: Kernel,
) -> NetEvaluator {
    NetEvaluator::with_kernel(network.clone(), BoardKind::of(position.game()), kernel)
}
