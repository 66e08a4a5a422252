//! Monte Carlo tree search.
//!
//! The tree knows moves, visits and proofs; what a position is worth it asks
//! a [`PlayoutEvaluator`](crate::eval::PlayoutEvaluator). Here that is a batch of random
//! games that share their outcome with every move that could have led to
//! them (rapid action value estimation), in which bridges are always
//! answered. `plain` is the textbook's search instead, without any of it.

mod parameters;
mod plain;
mod search;

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use self::{
    parameters::PARAMETERS,
    plain::{Credit, Plain},
    search::{Formula, Search},
};
use super::{
    Agent, Choice, Entry, Settings, Task, TimeManager,
    entry::every_game,
    tree::{KeptTree, Tree, Worker, describe, next_batch, work},
};
use crate::eval::PlayoutEvaluator;

/// The agent's row in the list of agents.
pub(super) const ENTRY: Entry = Entry {
    name: "mcts",
    summary: "Monte Carlo tree search",
    parameters: PARAMETERS,
    quick: "sims=20",
    plays: every_game,
    build: |settings| Box::new(Mcts::new(settings)),
};

/// Simulations if nothing else is said.
const DEFAULT_SIMULATIONS: u64 = 10_000;

/// So many simulations are done between two looks at the clock: a fraction of
/// a millisecond.
const BATCH: u64 = 16;

/// The agent: its settings, and the tree of the last decision.
pub struct Mcts {
    simulations: Option<u64>,
    time: Option<Duration>,
    threads: usize,
    formula: Formula,
    plain: Option<Credit>,
    bridges: bool,
    games: Option<u32>,
    memory: usize,
    rng: Option<ChaCha8Rng>,
    last: Option<KeptTree>,
}

impl Mcts {
    /// An agent with these settings.
    pub fn new(settings: &Settings) -> Mcts {
        let plain = match settings.word("plain") {
            "on" => Some(Credit::Mover),
            "literal" => Some(Credit::Root),
            _ => None,
        };
        let is_on = |name| plain.is_none() && settings.is_on(name);
        let (rave, bridges) = (is_on("rave"), is_on("bridges"));
        let single = !rave && !bridges;
        let default = if rave { 0.0 } else { std::f64::consts::SQRT_2 };
        let games = settings.whole("games").map(|games| games as u32);
        Mcts {
            simulations: settings.whole("sims"),
            time: settings.real("time").map(Duration::from_secs_f64),
            threads: settings.whole("threads").unwrap_or(1) as usize,
            formula: Formula {
                exploration: settings.real("exploration").unwrap_or(default) as f32,
                rave: rave.then(|| settings.real("weight").unwrap_or(50.0) as f32),
                expansion: if single { 1 } else { 2 },
            },
            plain,
            bridges,
            games: games.or(single.then_some(1)),
            memory: settings.whole("memory").unwrap_or(256) as usize,
            rng: settings.whole("seed").map(ChaCha8Rng::seed_from_u64),
            last: None,
        }
    }

    /// Searches until a limit is reached; the number of simulations.
    fn think(
        &self,
        tree: &Tree,
        task: &mut Task<'_>,
        rng: &mut ChaCha8Rng,
        limits: &TimeManager,
    ) -> u64 {
        let games = self.games.unwrap_or_else(|| PlayoutEvaluator::default_games(task.position));
        let (position, colour) = (task.position, task.colour);
        let mut parts = || {
            let by_cell = self.formula.rave.is_some();
            let evaluator = PlayoutEvaluator::new(position, games, self.bridges, by_cell);
            (evaluator, ChaCha8Rng::seed_from_u64(rng.random()))
        };
        match self.plain {
            None => {
                let worker = || {
                    let (evaluator, rng) = parts();
                    Search::new(tree, self.formula, position, colour, evaluator, rng)
                };
                self.work(worker, tree, task, limits)
            }
            Some(credit) => {
                let worker = || {
                    let ((evaluator, rng), formula) = (parts(), (self.formula.exploration, credit));
                    Plain::new(tree, formula, position, colour, evaluator, rng)
                };
                self.work(worker, tree, task, limits)
            }
        }
    }

    /// Lets all threads work; the number of simulations.
    fn work<W: Worker>(
        &self,
        mut worker: impl FnMut() -> W,
        tree: &Tree,
        task: &mut Task<'_>,
        limits: &TimeManager,
    ) -> u64 {
        let done = AtomicU64::new(0);
        let own = worker();
        let others: Vec<W> = (1..self.threads).map(|_| worker()).collect();
        let next = || next_batch(limits, tree, &done, BATCH, || true);
        work(own, others.into_iter(), next, tree, task);
        done.load(Relaxed)
    }
}

impl Agent for Mcts {
    fn choose(&mut self, mut task: Task<'_>) -> Choice {
        let limits = TimeManager::new(&task.limits, self.time)
            .with_count(self.simulations, DEFAULT_SIMULATIONS);
        let (position, colour) = (task.position, task.colour);
        let reused = self.last.take().and_then(|last| last.reuse(position, colour));
        let tree = reused.unwrap_or_else(|| Tree::new(self.memory << 20));
        let mut own_rng = self.rng.take();
        let mut task_rng = ChaCha8Rng::seed_from_u64(task.rng.random());
        let simulations =
            self.think(&tree, &mut task, own_rng.as_mut().unwrap_or(&mut task_rng), &limits);
        self.rng = own_rng;
        let mut choice = describe(&tree, position, colour);
        choice.counters.push(("simulations", simulations as f64));
        choice.counters.push(("nodes", f64::from(tree.len())));
        choice.counters.push(("seconds", limits.elapsed().as_secs_f64()));
        // Each move of the plain search begins anew.
        self.last =
            self.plain.is_none().then(|| KeptTree { tree, position: position.clone(), colour });
        choice
    }
}
