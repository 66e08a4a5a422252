//! The parts that the tree searches `mcts` and `neural` share: nodes, threads, proofs, reuse of
//! the tree for the next move, and the final choice. Each search selects moves and evaluates
//! positions in its own way.

mod block;
mod extra;
#[cfg(all(test, loom))]
mod model;
mod node;
mod progress;
mod result;
mod reuse;
mod storage;
#[cfg(all(test, not(loom)))]
mod stress;
mod sync;

use std::{panic::resume_unwind, sync::Once, thread};

pub use self::{
    block::Children,
    extra::{Extra, Prior, RaveCounts},
    node::{NodeProof, NodeResults, TreeNode},
    progress::SearchProgress,
    result::{PriorSource, SearchRoot},
    reuse::KeptTree,
    storage::{NodeId, Tree},
};
use kring_board::{Cell, CellSet, Colour, Position, Turns, host::Instant, threads};

use crate::agent::Task;

/// One step of a descent: the colour to move selected the child.
#[derive(Clone, Copy)]
pub struct DescentStep {
    pub colour: Colour,
    pub child: NodeId,
}

/// One thread of a search.
pub trait SearchWorker {
    fn simulate(&mut self, count: u64);
}

/// Makes the worker of a thread, on that thread.
pub type WorkerMaker<'a> = Box<dyn FnOnce() -> Box<dyn SearchWorker + 'a> + Send + 'a>;

/// The number of threads of a search: as many as asked for, or as three quarters of the memory (in
/// megabytes) hold, each with this number of bytes; at least one.
pub fn threads_within(memory: usize, bytes: usize, asked: usize) -> usize {
    static WARNED: Once = Once::new();
    let held = ((memory << 20) / 4 * 3 / bytes).max(1);
    if held < asked {
        WARNED.call_once(|| {
            log::warn!("memory={memory} holds {held} of {asked} threads, and no more search");
        });
    }
    asked.min(held)
}

/// Lets the workers simulate until `next_batch` returns `None`: the first on this thread, which
/// also calls the watcher, the others on threads of their own.
pub fn work(
    own: &mut dyn SearchWorker,
    others: Vec<WorkerMaker<'_>>,
    next_batch: &(dyn Fn() -> Option<u64> + Sync),
    tree: &Tree,
    task: &mut Task<'_>,
    prior: PriorSource,
) {
    thread::scope(|scope| {
        let mut handles = Vec::new();
        for other in others {
            let work = move || {
                let mut other = other();
                while let Some(batch) = next_batch() {
                    other.simulate(batch);
                }
            };
            // If no more threads can be started, the search runs on fewer.
            match threads::spawn(scope, handles.len(), work) {
                Ok(handle) => handles.push(handle),
                Err(error) => {
                    log::warn!("a search thread cannot be started: {error}");
                    break;
                }
            }
        }
        let mut last_report = Instant::now();
        let root = SearchRoot::of(tree, task);
        while let Some(batch) = next_batch() {
            own.simulate(batch);
            if let Some(watch) = &mut task.watch
                && last_report.elapsed() >= watch.every
            {
                (watch.see)(&root.describe(prior));
                last_report = Instant::now();
            }
        }
        for handle in handles {
            handle.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

/// Black's chance where no evaluation is needed: the game is over at this node, into which
/// `mover` moved, or the node is proven.
pub fn decided(position: &Position, node: TreeNode<'_>, mover: Colour) -> Option<f32> {
    if let Some(winner) = position.winner() {
        node.prove(if winner == mover { NodeProof::Won } else { NodeProof::Lost });
    }
    let winner = match node.proof() {
        NodeProof::Open => return None,
        NodeProof::Won => mover,
        NodeProof::Lost => mover.other(),
    };
    Some(f32::from(winner == Colour::Black))
}

/// The number of moves until the player to move may swap, if ever: 0 or 1.
pub fn plies_to_swap(position: &Position, colour: Colour) -> Option<usize> {
    let on_offer = position.swap(colour).map(|_| 0);
    on_offer.or(position.can_be_swapped(colour).then_some(1))
}

/// The moves that are worth a search: a winning one if there is one; if the opponent threatens to
/// win with the next move, only a move that stops the threat.
pub fn candidates(position: &Position, colour: Colour) -> Vec<Cell> {
    candidates_by(position, colour, true)
}

/// The same for a player who may not see the opponent's threats. Under random turns there are
/// none: the coin may let the player move again.
pub fn candidates_by(position: &Position, colour: Colour, sees_threats: bool) -> Vec<Cell> {
    let legal = position.legal_cells(colour);
    let win =
        |colour| position.winning_cells(colour).and(&position.legal_cells(colour)).iter().next();
    if let Some(win) = win(colour) {
        return vec![win];
    }
    let is_followed = position.rules().turns == Turns::Alternating;
    if sees_threats
        && is_followed
        && let Some(threat) = win(colour.other())
    {
        // With two threats the game is lost, and any block shows it. With seasons the mover may
        // not be allowed to block; any move shows that, too: it leaves the opponent's season as
        // it is, because it is in another one.
        let block = if legal.contains(threat) { Some(threat) } else { legal.iter().next() };
        return block.into_iter().collect();
    }
    let mut cells = Vec::with_capacity(legal.len());
    cells.extend(legal.iter());
    cells
}

/// The candidates among the allowed moves, if there is a restriction. If it excludes all
/// candidates, all allowed legal moves; if there are none, all candidates.
pub fn root_candidates(position: &Position, colour: Colour, allowed: Option<CellSet>) -> Vec<Cell> {
    let all = candidates(position, colour);
    let Some(allowed) = allowed else { return all };
    let some: Vec<Cell> = all.iter().copied().filter(|cell| allowed.contains(*cell)).collect();
    let any: Vec<Cell> = position.legal_cells(colour).and(&allowed).iter().collect();
    [some, any].into_iter().find(|cells| !cells.is_empty()).unwrap_or(all)
}

/// Expands the root of a new tree with the allowed moves only, if the task restricts them. Such a
/// tree is valid for this task alone.
pub fn restrict_root(tree: &Tree, task: &Task<'_>, extra: Extra) {
    if task.allowed.is_some() {
        let cells = root_candidates(task.position, task.colour, task.allowed);
        let moves = cells.into_iter().map(|cell| (cell, extra));
        tree.expand(tree.node(Tree::ROOT), task.colour, moves);
    }
}

/// Updates the proof of a parent from its children. The parent is lost for its mover if a reply
/// wins, and won if every reply loses. Exception: if every reply loses but the opponent may swap,
/// the swap wins, because it takes over the mover's side.
pub fn prove(parent: TreeNode<'_>, children: Children<'_>, may_swap: bool) {
    if children.iter().any(|child| child.proof() == NodeProof::Won) {
        parent.prove(NodeProof::Lost);
    } else if children.iter().all(|child| child.proof() == NodeProof::Lost) {
        parent.prove(if may_swap { NodeProof::Lost } else { NodeProof::Won });
    }
}
