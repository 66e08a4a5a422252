//! Monte Carlo tree search.
//!
//! The tree knows moves, visits and proofs; what a position is worth it asks
//! an [`Evaluator`](crate::eval::Evaluator). Here that is a batch of random
//! games that share their outcome with every move that could have led to
//! them (rapid action value estimation), in which bridges are always
//! answered. Without both it is the plain UCT of the textbooks.

mod search;

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use self::search::{Formula, Search};
use super::{
    Agent, Choice, Settings, Task, TimeManager,
    tree::{Thought, Tree, describe, next_batch, work},
};
use crate::eval::RandomGames;

/// Simulations if nothing else is said.
const USUAL_SIMULATIONS: u64 = 10_000;

/// So many simulations are done between two looks at the clock: a fraction of
/// a millisecond.
const BATCH: u64 = 16;

/// The agent: its settings, and the tree of the last decision.
pub struct Mcts {
    simulations: Option<u64>,
    time: Option<Duration>,
    threads: usize,
    formula: Formula,
    bridges: bool,
    games: Option<u32>,
    memory: usize,
    rng: Option<ChaCha8Rng>,
    last: Option<Thought>,
}

impl Mcts {
    /// An agent with these settings.
    pub fn new(settings: &Settings) -> Mcts {
        let (rave, bridges) = (settings.is_on("rave"), settings.is_on("bridges"));
        let plain = !rave && !bridges;
        let usual = if rave { 0.0 } else { std::f64::consts::SQRT_2 };
        let games = settings.whole("games").map(|games| games as u32);
        Mcts {
            simulations: settings.whole("sims"),
            time: settings.real("time").map(Duration::from_secs_f64),
            threads: settings.whole("threads").unwrap_or(1) as usize,
            formula: Formula {
                exploration: settings.real("exploration").unwrap_or(usual) as f32,
                rave: rave.then(|| settings.real("weight").unwrap_or(50.0) as f32),
                expansion: if plain { 1 } else { 2 },
            },
            bridges,
            games: games.or(plain.then_some(1)),
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
        let games = self.games.unwrap_or_else(|| RandomGames::usual_games(task.position));
        let (position, colour) = (task.position, task.colour);
        let mut worker = || {
            let by_cell = self.formula.rave.is_some();
            let evaluator = Box::new(RandomGames::new(position, games, self.bridges, by_cell));
            let rng = ChaCha8Rng::seed_from_u64(rng.random());
            Search::new(tree, self.formula, position, colour, evaluator, rng)
        };
        let done = AtomicU64::new(0);
        let own = worker();
        let others: Vec<Search<'_>> = (1..self.threads).map(|_| worker()).collect();
        let next = || next_batch(limits, tree, &done, BATCH, || true);
        work(own, others.into_iter(), next, tree, task);
        done.load(Relaxed)
    }
}

impl Agent for Mcts {
    fn choose(&mut self, mut task: Task<'_>) -> Choice {
        let limits = TimeManager::new(&task.limits, self.time)
            .with_count(self.simulations, USUAL_SIMULATIONS);
        let (position, colour) = (task.position, task.colour);
        let recalled = self.last.take().and_then(|last| last.recall(position, colour));
        let tree = recalled.unwrap_or_else(|| Tree::new(self.memory));
        let mut own_rng = self.rng.take();
        let mut task_rng = ChaCha8Rng::seed_from_u64(task.rng.random());
        let simulations =
            self.think(&tree, &mut task, own_rng.as_mut().unwrap_or(&mut task_rng), &limits);
        self.rng = own_rng;
        let mut choice = describe(&tree, position, colour);
        choice.counters.push(("simulations", simulations as f64));
        choice.counters.push(("nodes", f64::from(tree.len())));
        choice.counters.push(("seconds", limits.elapsed().as_secs_f64()));
        self.last = Some(Thought { tree, position: position.clone(), colour });
        choice
    }
}
