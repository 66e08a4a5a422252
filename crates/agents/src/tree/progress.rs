//! When a search ends: at its limits, or before them if its choice cannot change any more or more
//! time is unlikely to change it.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use kring_board::{Colour, host::Instant};

use super::{Children, NodeProof, SearchRoot, Tree, TreeNode};
use crate::{agent::Task, time_manager::TimeManager};

/// A second move with at least this share of the best one's visits may overtake it.
const CLOSE: f32 = 0.5;

/// A move whose value is better than that of the most visited one by more than `BETTER`, with at
/// least the share `EXPLORED` of its visits, may overtake it.
const BETTER: f32 = 0.01;
const EXPLORED: f32 = 0.1;

/// Beyond this chance to win or to lose, more time is not worth it.
const CLEAR: f32 = 0.97;

/// The progress of a search, shared by all its threads.
pub struct SearchProgress<'a> {
    pub tree: &'a Tree,
    pub limits: &'a TimeManager,
    /// The number of empty cells at the root.
    pub empty: usize,
    colour: Colour,
    /// Whether a swap is one of the moves to choose from.
    may_swap: bool,
    begin: Instant,
    /// The number of simulations.
    pub done: AtomicU64,
}

impl<'a> SearchProgress<'a> {
    /// For a search that begins now.
    pub fn new(tree: &'a Tree, task: &Task<'_>, limits: &'a TimeManager) -> SearchProgress<'a> {
        let empty = task.position.empty_count();
        let colour = task.colour;
        let may_swap = SearchRoot::of(tree, task).swap.is_some();
        let begin = Instant::now();
        let done = AtomicU64::new(0);
        SearchProgress { tree, limits, empty, colour, may_swap, begin, done }
    }

    /// The time of one simulation.
    pub fn pace(&self) -> Duration {
        let done = self.done.load(Relaxed).max(1);
        self.begin.elapsed() / done.try_into().unwrap_or(u32::MAX)
    }

    /// The number of simulations that the limits still allow.
    fn left(&self) -> u64 {
        let each = self.pace().as_nanos().max(1);
        let in_time = self.limits.left().map_or(u64::MAX, |left| (left.as_nanos() / each) as u64);
        in_time.min(self.limits.count.saturating_sub(self.done.load(Relaxed)))
    }

    fn children(&self) -> Children<'a> {
        self.tree.children(self.tree.node(Tree::ROOT), self.colour).unwrap_or_default()
    }

    /// The moves that are not proven to lose.
    fn playable(&self) -> impl Iterator<Item = TreeNode<'a>> {
        self.children().iter().filter(|child| child.proof() != NodeProof::Lost)
    }

    /// Whether the most visited move at the root stays the most visited one, whatever the results
    /// of the remaining simulations. On a clock, a single move that is not proven to lose needs no
    /// search at all. But where a swap is on offer, its decision depends on the value of the best
    /// move, so the search continues.
    pub fn is_decided(&self) -> bool {
        let saves_time = self.limits.saves_time();
        if self.children().is_empty() || saves_time && self.may_swap {
            return false;
        }
        if saves_time && self.playable().nth(1).is_none() {
            return true;
        }
        let mut first = 0;
        let mut second = 0;
        for visits in self.playable().map(TreeNode::visits) {
            (first, second) = (first.max(visits), second.max(visits.min(first)));
        }
        u64::from(first - second) > self.left()
    }

    /// Whether more time is unlikely to change the move: the game is decided, or the most visited
    /// move is far ahead of all others and no well-explored move is better.
    pub fn is_settled(&self) -> bool {
        let Some(best) = self.playable().max_by_key(|child| child.visits()) else { return true };
        let visits = best.visits() as f32;
        let value = best.value();
        let may_overtake = |child: TreeNode<'_>| {
            let share = child.visits() as f32 / visits.max(1.0);
            share >= CLOSE || share >= EXPLORED && child.value() > value + BETTER
        };
        !(1.0 - CLEAR..CLEAR).contains(&value)
            || !self.playable().any(|child| child.cell() != best.cell() && may_overtake(child))
    }

    /// The number of simulations to do next, at most `most`; `None` if the root is proven or a
    /// limit is reached. In large batches threads wait for each other less, and look at the clock
    /// less. The time beyond the optimum is for searches that are not settled.
    pub fn next_batch(&self, most: u64, is_settled: &dyn Fn() -> bool) -> Option<u64> {
        let done = self.done.load(Relaxed);
        let limits = self.limits;
        // At least one simulation is needed for an answer.
        if done > 0
            && (self.tree.node(Tree::ROOT).proof() != NodeProof::Open
                || !limits.may_continue_unless_settled(done, is_settled))
        {
            return None;
        }
        let add = |done: u64| Some((done + most).min(limits.count));
        let before = self.done.fetch_update(Relaxed, Relaxed, add).ok()?;
        Some((limits.count - before).min(most)).filter(|batch| *batch > 0)
    }
}
