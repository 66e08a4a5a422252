//! How a search spends its time: how much is done at once, and when more
//! would change nothing.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

use crate::{
    agent::tree::{End, Node, Proof, Tree},
    rules::Colour,
};

/// Positions that are judged together, at most.
const BATCH: u64 = 8;

/// How long a thread may work between two looks at the clock.
const LOOK_EVERY: Duration = Duration::from_millis(15);

/// The progress of a search, which all its threads share.
pub struct Pace<'a> {
    end: &'a End,
    begin: Instant,
    /// The root is the first.
    done: AtomicU64,
}

impl<'a> Pace<'a> {
    /// Of a search that begins.
    pub fn new(end: &'a End) -> Pace<'a> {
        Pace { end, begin: Instant::now(), done: AtomicU64::new(1) }
    }

    /// The positions that were looked at.
    pub fn done(&self) -> u64 {
        self.done.load(Relaxed)
    }

    /// How many positions a thread should look at next, unless the search is
    /// over.
    pub fn next_batch(&self, tree: &Tree, colour: Colour) -> Option<u64> {
        let done = self.done();
        let each = self.begin.elapsed() / done.try_into().unwrap_or(u32::MAX);
        // With a full tree nothing new is learnt.
        if tree.is_full() && done > 1 || self.is_settled(tree, colour, each) {
            return None;
        }
        // Few while little is known, so that no time goes to moves that soon
        // look bad; and few where each takes long.
        let in_time = LOOK_EVERY.as_nanos() / each.as_nanos().max(1);
        let batch = (done / 16).min(in_time as u64).clamp(1, BATCH);
        self.end.next_batch(tree, &self.done, batch)
    }

    /// Whether the most visited move will be that in any case, if each
    /// position goes on to take this long.
    fn is_settled(&self, tree: &Tree, colour: Colour, each: Duration) -> bool {
        let Some((_, children)) = tree.children(tree.node(Tree::ROOT), colour) else {
            return false;
        };
        let in_time = self.end.deadline.map_or(u64::MAX, |deadline| {
            let left = deadline.saturating_duration_since(Instant::now());
            (left.as_nanos() / each.as_nanos().max(1)) as u64
        });
        let left = in_time.min(self.end.simulations.saturating_sub(self.done()));
        let (mut first, mut second) = (0, 0);
        let playable = children.iter().filter(|child| child.proof() != Proof::Lost);
        for visits in playable.map(Node::visits) {
            (first, second) = (first.max(visits), second.max(visits.min(first)));
        }
        u64::from(first - second) > left
    }
}
