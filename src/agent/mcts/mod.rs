//! Monte Carlo tree search.
//!
//! The tree knows moves, visits and proofs; what a position is worth it asks
//! an [`Evaluator`](crate::eval::Evaluator). Here that is a batch of random
//! games that share their outcome with every move that could have led to
//! them (rapid action value estimation), in which bridges are always
//! answered. Without both it is the plain UCT of the textbooks.

mod search;
mod tree;

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use self::{
    search::{Formula, Search},
    tree::{Node, Proof, Tree},
};
use super::{Agent, Choice, Settings, Stop, Task};
use crate::{
    board::{Move, Position},
    eval::RandomGames,
    rules::Colour,
};

/// Simulations if nothing else is said.
const USUAL_SIMULATIONS: u64 = 10_000;

/// How often a spectator is told how the search stands.
const REPORT_EVERY: Duration = Duration::from_millis(500);

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

/// A tree, and the position and colour that it is about.
struct Thought {
    tree: Tree,
    position: Position,
    colour: Colour,
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

    /// The tree of the last decision if this position has grown out of it.
    fn recall(&mut self, position: &Position, colour: Colour) -> Option<Tree> {
        let Thought { tree, position: old, colour: old_colour } = self.last.take()?;
        let same_game = *old.game() == *position.game() && old.ply() <= position.ply();
        if !same_game || !old.moves().eq(position.moves().take(old.ply())) {
            return None;
        }
        let mut index = Tree::ROOT;
        let mut mover = old_colour;
        for (by, mv) in position.moves().skip(old.ply()) {
            let (first, children) = tree.children(tree.node(index), by)?;
            let at = children.iter().position(|child| Some(child.cell()) == mv.cell())?;
            index = first + at as u32;
            mover = by.other();
        }
        // Whoever is to move now must be who was expected: proofs depend on it.
        (mover == colour).then(|| tree.subtree(index))
    }

    /// Searches until a limit is reached; the number of simulations.
    fn think(&self, tree: &Tree, task: &mut Task<'_>, rng: &mut ChaCha8Rng, end: &End) -> u64 {
        let games = self.games.unwrap_or_else(|| RandomGames::usual_games(task.position));
        let (position, colour) = (task.position, task.colour);
        let mut worker = || {
            let by_cell = self.formula.rave.is_some();
            let evaluator = Box::new(RandomGames::new(position, games, self.bridges, by_cell));
            let rng = ChaCha8Rng::seed_from_u64(rng.random());
            Search::new(tree, self.formula, position, colour, evaluator, rng)
        };
        let done = AtomicU64::new(0);
        let mut own = worker();
        let others: Vec<Search<'_>> = (1..self.threads).map(|_| worker()).collect();
        thread::scope(|scope| {
            for mut other in others {
                let done = &done;
                let work = move || {
                    while let Some(batch) = end.next_batch(tree, done) {
                        (0..batch).for_each(|_| other.simulate());
                    }
                };
                // Where the machine gives no more threads, fewer will do.
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                    log::warn!("a search thread cannot be started: {error}");
                }
            }
            let mut next_report = Instant::now() + REPORT_EVERY;
            while let Some(batch) = end.next_batch(tree, &done) {
                (0..batch).for_each(|_| own.simulate());
                if let Some(watch) = &mut task.watch
                    && Instant::now() >= next_report
                {
                    watch(&describe(tree, position, colour));
                    next_report += REPORT_EVERY;
                }
            }
        });
        done.load(Relaxed)
    }
}

/// When a search is over.
struct End {
    simulations: u64,
    deadline: Option<Instant>,
    stop: Stop,
}

impl End {
    /// So many simulations are done between two looks at the clock: a
    /// fraction of a millisecond, and threads meet less often.
    const BATCH: u64 = 16;

    /// How many simulations to do next, unless there was enough thinking.
    fn next_batch(&self, tree: &Tree, done: &AtomicU64) -> Option<u64> {
        let root = tree.node(Tree::ROOT);
        let is_over = |done: u64| {
            // There is no answer without a first simulation.
            done > 0
                && (done >= self.simulations
                    || root.proof() != Proof::Open
                    || self.stop.is_set()
                    || self.deadline.is_some_and(|deadline| Instant::now() >= deadline))
        };
        if is_over(done.load(Relaxed)) {
            return None;
        }
        let take = |done: u64| Some((done + Self::BATCH).min(self.simulations));
        let before = done.fetch_update(Relaxed, Relaxed, take).ok()?;
        Some((self.simulations - before).min(Self::BATCH)).filter(|batch| *batch > 0)
    }
}

impl Agent for Mcts {
    fn choose(&mut self, mut task: Task<'_>) -> Choice {
        let begin = Instant::now();
        let time = self.time.or(task.limits.time.filter(|_| self.simulations.is_none()));
        let end = End {
            simulations: self.simulations.unwrap_or(match time {
                Some(_) => u64::MAX,
                None => USUAL_SIMULATIONS,
            }),
            deadline: time.and_then(|time| begin.checked_add(time)),
            stop: task.limits.stop.clone(),
        };
        let (position, colour) = (task.position, task.colour);
        let tree = self.recall(position, colour).unwrap_or_else(|| Tree::new(self.memory));
        let mut own_rng = self.rng.take();
        let mut task_rng = ChaCha8Rng::seed_from_u64(task.rng.random());
        let simulations =
            self.think(&tree, &mut task, own_rng.as_mut().unwrap_or(&mut task_rng), &end);
        self.rng = own_rng;
        let mut choice = describe(&tree, position, colour);
        choice.counters.push(("simulations", simulations as f64));
        choice.counters.push(("nodes", f64::from(tree.len())));
        choice.counters.push(("seconds", begin.elapsed().as_secs_f64()));
        self.last = Some(Thought { tree, position: position.clone(), colour });
        choice
    }
}

/// What the tree says of its root.
fn describe(tree: &Tree, position: &Position, colour: Colour) -> Choice {
    let Some((_, children)) = tree.children(tree.node(Tree::ROOT), colour) else {
        // A tree without room for the first moves: any legal one.
        let cell = position.legal_cells(colour).iter().next();
        return Choice::plain(cell.map_or(Move::Resign, Move::Cell));
    };
    let Some(best) = best(children) else { return Choice::plain(Move::Resign) };
    let most = children.iter().map(Node::visits).max().unwrap_or(0).max(1);
    let value = match best.proof() {
        Proof::Open => f64::from(best.value()),
        Proof::Won => 1.0,
        Proof::Lost => 0.0,
    };
    // By symmetry a swap is worth what the position is worth to the other.
    let swap = position.swap(colour).filter(|_| value < 0.5);
    let share = |node: &Node| f64::from(node.visits()) / f64::from(most);
    Choice {
        mv: swap.unwrap_or(Move::Cell(best.cell())),
        value: Some(if swap.is_some() { 1.0 - value } else { value }),
        scores: children.iter().map(|node| (node.cell(), share(node))).collect(),
        visits: children.iter().map(|node| (node.cell(), u64::from(node.visits()))).collect(),
        variation: variation(tree, colour),
        counters: Vec::new(),
    }
}

/// The child to play: a proven win, otherwise the most visited that is not a
/// proven loss.
fn best(children: &[Node]) -> Option<&Node> {
    let rank = |node: &Node| {
        let proof = match node.proof() {
            Proof::Won => 2,
            Proof::Open => 1,
            Proof::Lost => 0,
        };
        (proof, node.visits())
    };
    // The first of the best, whatever the order of the children.
    children.iter().rev().max_by_key(|node| rank(node))
}

/// The moves that both sides are expected to make.
fn variation(tree: &Tree, mut colour: Colour) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut node = tree.node(Tree::ROOT);
    while let Some((_, children)) = tree.children(node, colour) {
        let Some(next) = best(children).filter(|next| next.visits() > 0) else { break };
        moves.push(Move::Cell(next.cell()));
        (node, colour) = (next, colour.other());
    }
    moves
}
