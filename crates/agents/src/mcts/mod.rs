//! Monte Carlo tree search with RAVE.
//!
//! The tree counts visits and keeps proofs. A position is evaluated by a batch of playouts
//! ([`PlayoutEvaluator`]), in which bridge intrusions are always answered. Their results also
//! count for every move that occurs in them (rapid action value estimation). `plain` is textbook
//! UCT instead, without any of this.

mod plain;
mod search;
mod select;

use std::{sync::atomic::Ordering::Relaxed, time::Duration};

use kring_board::{Colour, Position};
use kring_eval::{PlayoutEvaluator, PlayoutResult, PlayoutRng};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use self::search::{UctFormula, UctWorker};
pub use self::{
    plain::{PlainUctWorker, WinsOf},
    search::Simulator,
};
use crate::{
    agent::{Agent, Choice, Task},
    entry::{AgentEntry, SupportedGames},
    kept_solver::{ENDGAME, ENDGAME_HELP, Endgame, MOST_ENDGAME},
    level::{FULL, LEVEL_HELP, Sampling},
    parameter::{Effort, Role},
    settings::{
        Field, Resources, Row, SEED_HELP, Settings, THREADS_HELP, TIME_HELP, Word, defaults,
    },
    time_manager::TimeManager,
    tree::{
        KeptTree, PriorSource, RaveCounts, SearchProgress, SearchRoot, SearchWorker, Tree,
        TreeNode, WorkerMaker, restrict_root, threads_within, work,
    },
};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "mcts",
    summary: "Monte Carlo tree search",
    quick: "sims=20",
    games: SupportedGames::All,
    settings: defaults::<MctsSettings>,
};

#[derive(Clone)]
pub struct MctsSettings {
    simulations: Option<u64>,
    time: Option<Duration>,
    threads: usize,
    level: u64,
    /// The default depends on RAVE.
    exploration: Option<f64>,
    plain: Plain,
    rave: bool,
    bridges: bool,
    games: Option<u64>,
    weight: Option<f64>,
    /// Megabytes.
    memory: usize,
    /// Empty cells.
    endgame: usize,
    seed: Option<u64>,
}

impl Default for MctsSettings {
    fn default() -> MctsSettings {
        MctsSettings {
            simulations: None,
            time: None,
            threads: 1,
            level: FULL,
            exploration: None,
            plain: Plain::Off,
            rave: true,
            bridges: true,
            games: None,
            weight: None,
            memory: 256,
            endgame: 0,
            seed: None,
        }
    }
}

/// Whether the search is textbook UCT, and whose wins a node counts then.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Plain {
    Off,
    On,
    Literal,
}

impl Word for Plain {
    const WORDS: &'static [(&'static str, Plain)] =
        &[("off", Plain::Off), ("on", Plain::On), ("literal", Plain::Literal)];
}

impl Plain {
    fn wins_of(self) -> Option<WinsOf> {
        match self {
            Plain::Off => None,
            Plain::On => Some(WinsOf::Mover),
            Plain::Literal => Some(WinsOf::Root),
        }
    }
}

impl Settings for MctsSettings {
    const ROWS: &'static [Row<MctsSettings>] = &[
        Row::of(
            Role::Effort(Effort::Simulations),
            "simulations a move; 10000 if there is no other limit",
            |it| Field::Whole(&mut it.simulations, 1, 1_000_000_000),
        ),
        Row::of(Role::Time, TIME_HELP, |it| Field::time(&mut it.time)),
        Row::of(Role::Threads, THREADS_HELP, |it| Field::Whole(&mut it.threads, 1, 256)),
        Row::of(Role::Level, LEVEL_HELP, |it| Field::Whole(&mut it.level, 1, FULL)),
        Row::own(
            "exploration",
            "weight of the exploration term; 1.414 without rave and with plain=on",
            |it| Field::Real(&mut it.exploration, 0.0, 100.0),
        ),
        Row::own(
            "plain",
            "textbook UCT, without rave, bridges, forced moves, proofs and the tree of the last \
             move; literal: as the pseudo-code of Kunčarová's thesis",
            |it| Field::OneOf(&mut it.plain),
        ),
        Row::own("rave", "moves learn from all games in which they occur", |it| {
            Field::OneOf(&mut it.rave)
        }),
        Row::own("bridges", "bridges are answered in the random games", |it| {
            Field::OneOf(&mut it.bridges)
        }),
        Row::own(
            "games",
            "random games a simulation; 64 at most, 1 with rave=off bridges=off and with plain=on",
            |it| Field::Whole(&mut it.games, 1, 64),
        ),
        Row::own("weight", "own visits that weigh as much as the RAVE value of a move", |it| {
            Field::Real(&mut it.weight, 0.0, 1e6)
        }),
        Row::of(Role::Memory, "megabytes that the tree never exceeds", |it| {
            Field::Whole(&mut it.memory, 1, 65_536)
        }),
        Row::own(ENDGAME, ENDGAME_HELP, |it| Field::Whole(&mut it.endgame, 0, MOST_ENDGAME)),
        Row::of(Role::Seed, SEED_HELP, |it| Field::Whole(&mut it.seed, 0, u64::MAX)),
    ];

    fn build(&self, _: &Resources) -> Box<dyn Agent> {
        Box::new(Mcts::new(self))
    }
}

/// The smallest RAVE weight: with none at all, a move without visits would have no value.
const LEAST_WEIGHT: f64 = 1e-6;

/// The RAVE weight if none is set.
const RAVE_WEIGHT: f64 = 50.0;

const DEFAULT_SIMULATIONS: u64 = 10_000;

/// What each further thread takes, with its stack: the playouts and a copy of the position.
const THREAD_BYTES: usize = 160 << 10;

/// Simulations between two checks of the clock: a fraction of a millisecond.
const BATCH: u64 = 16;

/// The simulations of each level but the highest, and how it chooses among the moves that they
/// visit, if it does not play the best. Calibrated with seasons, with random turns and with both
/// (`docs/LEVELS.md`). Level 1 distrusts its own search: it prefers moves that it has hardly
/// visited.
const LEVELS: [(u64, Option<Sampling>); 8] = [
    (200, Some(Sampling { power: -0.1, temperature: 0.7 })),
    (100, Some(Sampling { power: 0.1, temperature: 0.4 })),
    (100, Some(Sampling { power: 0.25, temperature: 0.25 })),
    (100, Some(Sampling { power: 0.25, temperature: 0.12 })),
    (150, Some(Sampling { power: 0.25, temperature: 0.06 })),
    (150, Some(Sampling { power: 0.7, temperature: 0.04 })),
    (300, None),
    (1800, None),
];

pub struct Mcts {
    settings: MctsSettings,
    simulation: SimulationSettings,
    /// The maximum of the level.
    most_simulations: u64,
    /// Plays one of the visited moves instead of the best.
    sampling: Option<Sampling>,
    rng: Option<ChaCha8Rng>,
    pub last: Option<KeptTree>,
    endgame: Endgame,
}

/// How each thread descends the tree and plays games.
#[derive(Clone, Copy)]
struct SimulationSettings {
    formula: UctFormula,
    /// For textbook UCT: whose wins a node counts.
    plain: Option<WinsOf>,
    bridges: bool,
    /// The games of a simulation, if not as many as are usual for the board.
    games: Option<u32>,
}

impl SimulationSettings {
    /// A worker for this position, with this seed of its playouts.
    fn worker<'a>(
        self,
        tree: &'a Tree,
        position: &Position,
        colour: Colour,
        seed: u64,
    ) -> Box<dyn SearchWorker + 'a> {
        let games = self.games.unwrap_or_else(|| PlayoutEvaluator::default_games(position));
        let by_cell = self.formula.rave.is_some();
        let simulator = Simulator {
            tree,
            position: position.clone(),
            colour,
            evaluator: PlayoutEvaluator::new(position, games, self.bridges, by_cell),
            evaluation: PlayoutResult::default(),
            rng: PlayoutRng::seed_from_u64(seed),
        };
        match self.plain {
            None => Box::new(UctWorker::new(self.formula, simulator)),
            Some(wins_of) => {
                Box::new(PlainUctWorker::new(self.formula.exploration, wins_of, simulator))
            }
        }
    }
}

impl Mcts {
    pub fn new(settings: &MctsSettings) -> Mcts {
        let plain = settings.plain.wins_of();
        let rave = settings.rave && plain.is_none();
        let bridges = settings.bridges && plain.is_none();
        let is_single = !rave && !bridges;
        let exploration = if rave { 0.0 } else { std::f64::consts::SQRT_2 };
        let weight = settings.weight.unwrap_or(RAVE_WEIGHT).max(LEAST_WEIGHT);
        let formula = UctFormula {
            exploration: settings.exploration.unwrap_or(exploration) as f32,
            rave: rave.then_some(weight as f32),
            expansion: if is_single { 1 } else { 2 },
        };
        let games = settings.games.map(|games| games as u32).or(is_single.then_some(1));
        let level = LEVELS.get(settings.level as usize - 1).copied();
        let (most_simulations, sampling) = level.unwrap_or((u64::MAX, None));
        Mcts {
            settings: settings.clone(),
            simulation: SimulationSettings { formula, plain, bridges, games },
            most_simulations,
            sampling,
            endgame: Endgame::new(settings.endgame, settings.memory),
            rng: settings.seed.map(ChaCha8Rng::seed_from_u64),
            last: None,
        }
    }

    fn threads(&self) -> usize {
        threads_within(self.settings.memory, THREAD_BYTES, self.settings.threads)
    }

    /// The bytes for the tree: what proofs and further threads leave.
    fn tree_bytes(&self) -> usize {
        let quarters = self.endgame.quarters_left();
        ((quarters * self.settings.memory) << 18) - (self.threads() - 1) * THREAD_BYTES
    }

    /// Searches until a limit is reached, and returns the number of simulations.
    fn think(
        &self,
        tree: &Tree,
        task: &mut Task<'_>,
        rng: &mut ChaCha8Rng,
        limits: &TimeManager,
    ) -> u64 {
        let position = task.position;
        let colour = task.colour;
        let simulation = self.simulation;
        let mut own = simulation.worker(tree, position, colour, rng.random());
        let mut others: Vec<WorkerMaker<'_>> = Vec::new();
        for _ in 1..self.threads() {
            let seed = rng.random();
            others.push(Box::new(move || simulation.worker(tree, position, colour, seed)));
        }
        let progress = SearchProgress::new(tree, task, limits);
        // A level that samples moves by their visits needs all of them.
        let may_end_early = limits.saves_time() && self.sampling.is_none();
        let next_batch = || {
            let has_begun = progress.done.load(Relaxed) > 0;
            if may_end_early && has_begun && progress.is_decided() {
                return None;
            }
            progress.next_batch(BATCH, &|| true)
        };
        work(&mut *own, others, &next_batch, tree, task, PriorSource::Share);
        progress.done.into_inner()
    }

    /// The tree of the last search if it leads to this position, or a new one.
    fn tree(&mut self, task: &Task<'_>) -> Tree {
        let last = self.last.take().filter(|_| task.allowed.is_none());
        let reused = last.and_then(|last| last.reuse(task.position, task.colour));
        reused.unwrap_or_else(|| Tree::new(self.tree_bytes()))
    }
}

impl Agent for Mcts {
    fn choose(&mut self, mut task: Task<'_>) -> Choice {
        let settings = &self.settings;
        let mut limits =
            task.search_limits(settings.time, settings.simulations, DEFAULT_SIMULATIONS);
        if !task.endless {
            limits.count = limits.count.min(self.most_simulations);
        }
        let is_plain = self.simulation.plain.is_some();
        if !is_plain
            && self.sampling.is_none()
            && let Some(proved) = self.endgame.choose(&task, &limits)
        {
            return proved;
        }
        let position = task.position;
        let colour = task.colour;
        let tree = self.tree(&task);
        restrict_root(&tree, &task, RaveCounts::NEW.into());
        let task_rng = ChaCha8Rng::seed_from_u64(task.rng.random());
        let is_seeded = self.rng.is_some();
        let mut rng = self.rng.take().unwrap_or(task_rng);
        let simulations = self.think(&tree, &mut task, &mut rng, &limits);
        let mut choice = SearchRoot::of(&tree, &task).describe(PriorSource::Share);
        if let Some(sampling) = self.sampling.filter(|_| !task.endless) {
            let all = f64::from(tree.node(Tree::ROOT).visits());
            let share = |child: TreeNode<'_>| f64::from(child.visits()) / all;
            sampling.change(&mut choice, &tree, (position, colour), &share, &mut rng);
        }
        self.rng = is_seeded.then_some(rng);
        choice.counters.push(("simulations", simulations as f64));
        choice.counters.push(("nodes", f64::from(tree.len())));
        choice.counters.push(("seconds", limits.elapsed().as_secs_f64()));
        // Plain UCT starts each move with a new tree.
        let is_kept = !is_plain && task.allowed.is_none();
        self.last = is_kept.then(|| KeptTree { tree, position: position.clone(), colour });
        choice
    }
}
