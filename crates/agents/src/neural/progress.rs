//! The time management of a search: the size of each batch of evaluations, and whether the search
//! continues.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use kring_board::{Colour, Position, host::Instant};

use crate::{
    time_manager::TimeManager,
    tree::{self, Pace, Tree, is_decided, is_settled},
};

/// Positions that are evaluated as one batch, at most.
const BATCH: u64 = 8;

/// With at most this number of empty cells a proof is near.
const PROVABLE: usize = 16;

/// How long a thread may work between two checks of the clock.
const LOOK_EVERY: Duration = Duration::from_millis(15);

/// The progress of a search, shared by all its threads.
pub struct SearchProgress<'a> {
    limits: &'a TimeManager,
    threads: u64,
    /// Whether the search goes on although no other move can overtake the best one. It does where
    /// a proof is near and no clock runs: a proof can still change the move, and the estimate.
    wants_proof: bool,
    begin: Instant,
    /// Counts positions. The root is the first.
    pub done: AtomicU64,
}

impl<'a> SearchProgress<'a> {
    /// For a search of a position that begins now, with this number of threads.
    pub fn new(limits: &'a TimeManager, threads: usize, position: &Position) -> SearchProgress<'a> {
        let (threads, done) = (threads as u64, AtomicU64::new(1));
        let wants_proof = limits.left().is_none() && position.empty_count() <= PROVABLE;
        SearchProgress { limits, threads, wants_proof, begin: Instant::now(), done }
    }

    /// The number of positions that a thread evaluates next; `None` if the search is over.
    /// `may_swap`: whether a swap is one of the moves to choose from.
    pub fn next_batch(&self, tree: &Tree, colour: Colour, may_swap: bool) -> Option<u64> {
        let done = self.done.load(Relaxed);
        let pace = Pace { done, elapsed: self.begin.elapsed() };
        let children = tree.children(tree.node(Tree::ROOT), colour).unwrap_or_default();
        let is_decided = || is_decided(children, self.limits, pace, may_swap);
        // A full tree learns nothing new.
        if tree.is_full() && done > 1 || !self.wants_proof && is_decided() {
            return None;
        }
        // Batches are small while the search is young, and smaller with several threads, so that
        // no time goes to moves that soon look bad. They are also small where a clock runs and an
        // evaluation takes long or time is nearly up. Without a clock the search must be
        // repeatable.
        let in_time = self.limits.left().map_or(BATCH, |left| {
            (LOOK_EVERY.min(left / 2).as_nanos() / pace.each().as_nanos().max(1)) as u64
        });
        let share = if self.threads == 1 { 16 } else { 64 * self.threads };
        let batch = (done / share).min(in_time).clamp(1, BATCH);
        tree::next_batch(self.limits, tree, &self.done, batch, || is_settled(children))
    }
}
