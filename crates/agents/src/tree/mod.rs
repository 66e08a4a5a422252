//! What the tree searches `mcts` and `neural` share: the nodes, the threads,
//! proofs, the tree that is kept for the next move, and the final choice. How
//! moves are selected and positions evaluated is up to each search.

mod arena;
mod children;
mod early_end;
mod layout;
mod link;
mod lock;
#[cfg(all(test, loom))]
mod model;
mod node;
mod part;
mod result;
mod reuse;
mod sync;
#[cfg(target_arch = "x86_64")]
mod vectors;

use std::{
    panic::resume_unwind,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

pub use self::{
    arena::Tree,
    children::{Children, NodeId},
    early_end::{Pace, is_decided, is_settled},
    node::{Node, Proof, Results, pack_prior},
    result::{Prior, Root, describe},
    reuse::KeptTree,
};
use kring_board::{Cell, CellSet, Colour, Position};

use crate::{agent::Task, time_manager::TimeManager};

/// One step of a descent.
#[derive(Clone, Copy)]
pub struct Step {
    /// The node at which a child was selected.
    pub parent: NodeId,
    /// The side to move there.
    pub colour: Colour,
    /// The child that was selected.
    pub child: NodeId,
}

/// One thread's part of a search.
pub trait Worker: Send {
    /// What this search knows of a move before it is visited.
    const PRIOR: Prior;

    /// Runs this number of simulations.
    fn simulate(&mut self, count: u64);
}

/// Lets the workers simulate until `next_batch` has nothing more to do: the
/// first on this thread, which also calls the watcher, the others on threads of
/// their own.
pub fn work<W: Worker>(
    mut own: W,
    others: impl Iterator<Item = impl FnOnce() -> W + Send>,
    next_batch: impl Fn() -> Option<u64> + Sync,
    tree: &Tree,
    task: &mut Task<'_>,
) {
    let next_batch = &next_batch;
    thread::scope(|scope| {
        let mut handles = Vec::new();
        for other in others {
            let work = move || {
                let mut other = other();
                while let Some(batch) = next_batch() {
                    other.simulate(batch);
                }
            };
            // If the machine has no more threads, fewer do the work.
            match thread::Builder::new().spawn_scoped(scope, work) {
                Ok(handle) => handles.push(handle),
                Err(error) => log::warn!("a search thread cannot be started: {error}"),
            }
        }
        let every = task.watch.as_ref().map_or(Duration::MAX, |watch| watch.every);
        let mut last_report = Instant::now();
        let root = task.root();
        while let Some(batch) = next_batch() {
            own.simulate(batch);
            if let Some(watch) = &mut task.watch
                && last_report.elapsed() >= every
            {
                (watch.see)(&describe(tree, root, W::PRIOR));
                last_report = Instant::now();
            }
        }
        for handle in handles {
            handle.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

/// How many simulations to do next, at most `most`, unless the root is proven
/// or there was enough thinking. Between two looks at the clock there should
/// be few; but with more, threads wait for each other less often. The time
/// beyond the optimum is used only if the search is not settled.
pub fn next_batch(
    limits: &TimeManager,
    tree: &Tree,
    done: &AtomicU64,
    most: u64,
    is_settled: impl FnOnce() -> bool,
) -> Option<u64> {
    let so_far = done.load(Relaxed);
    // There is no answer without a first simulation.
    if so_far > 0
        && (tree.node(Tree::ROOT).proof() != Proof::Open
            || !limits.may_continue_unless_settled(so_far, is_settled))
    {
        return None;
    }
    let count = limits.count();
    let before = done.fetch_update(Relaxed, Relaxed, |done| Some((done + most).min(count))).ok()?;
    Some((count - before).min(most)).filter(|batch| *batch > 0)
}

/// Black's chance where no evaluation is needed: the game is over at this
/// node, into which this colour moved, or the node is proven.
pub fn decided(position: &Position, node: Node<'_>, mover: Colour) -> Option<f32> {
    if let Some(winner) = position.winner() {
        node.prove(if winner == mover { Proof::Won } else { Proof::Lost });
    }
    let winner = match node.proof() {
        Proof::Open => return None,
        Proof::Won => mover,
        Proof::Lost => mover.other(),
    };
    Some(if winner == Colour::Black { 1.0 } else { 0.0 })
}

/// After how many moves from here the player to move may swap, if ever.
pub fn plies_to_swap(position: &Position, colour: Colour) -> Option<usize> {
    let on_offer = position.swap(colour).map(|_| 0);
    on_offer.or(position.can_be_swapped(colour).then_some(1))
}

/// The moves that are worth a search: a winning one if there is one; if
/// the opponent threatens to win in one move, only what stops that. The
/// latter holds where the opponent is sure to move next, anywhere.
pub fn candidates(position: &Position, colour: Colour) -> Vec<Cell> {
    let legal = position.legal_cells(colour);
    if let Some(win) = win_at_once(position, colour, &legal) {
        return vec![win];
    }
    let answers = position.rules().are_plain();
    // With two threats the game is lost, and any block shows it.
    if answers && let Some(block) = position.winning_cells(colour.other()).iter().next() {
        return vec![block];
    }
    let mut cells = Vec::with_capacity(legal.len());
    cells.extend(legal.iter());
    cells
}

/// The same for a player who does not see what the opponent threatens.
pub fn candidates_without_defence(position: &Position, colour: Colour) -> Vec<Cell> {
    let legal = position.legal_cells(colour);
    match win_at_once(position, colour, &legal) {
        Some(win) => vec![win],
        None => legal.iter().collect(),
    }
}

/// A legal move that wins.
fn win_at_once(position: &Position, colour: Colour, legal: &CellSet) -> Option<Cell> {
    position.winning_cells(colour).and(legal).iter().next()
}

/// The candidates among the allowed moves, where some are named. A restriction also
/// holds where it forbids all candidates, unless it leaves no legal move.
pub fn root_candidates(
    position: &Position,
    colour: Colour,
    allowed: Option<&CellSet>,
) -> Vec<Cell> {
    let all = candidates(position, colour);
    let Some(allowed) = allowed else { return all };
    let some: Vec<Cell> = all.iter().copied().filter(|cell| allowed.contains(*cell)).collect();
    let any: Vec<Cell> = position.legal_cells(colour).and(allowed).iter().collect();
    [some, any].into_iter().find(|cells| !cells.is_empty()).unwrap_or(all)
}

/// Gives the root of a new tree the allowed moves only, where the task names
/// some. What such a tree says holds for this task alone.
pub fn restrict_root(tree: &Tree, task: &Task<'_>, prior: u32) {
    if task.allowed.is_some() {
        let cells = root_candidates(task.position, task.colour, task.allowed.as_ref());
        let moves = cells.into_iter().map(|cell| (cell, prior));
        tree.expand(tree.node(Tree::ROOT), task.colour, moves);
    }
}

/// A node is lost for its mover if the opponent has a winning answer, and won
/// if every answer loses; unless the opponent may swap, who then has what the
/// mover had: every answer loses, so the swap wins.
pub fn prove(parent: Node<'_>, children: Children<'_>, may_swap: bool) {
    if children.iter().any(|child| child.proof() == Proof::Won) {
        parent.prove(Proof::Lost);
    } else if children.iter().all(|child| child.proof() == Proof::Lost) {
        parent.prove(if may_swap { Proof::Lost } else { Proof::Won });
    }
}
