//! How a search spends its time: how many positions it evaluates at once, and
//! when it stops early because the choice will not change.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

use crate::{
    agent::{
        TimeManager,
        tree::{self, Children, Node, Proof, Tree},
    },
    rules::Colour,
};

/// Positions that are evaluated as one batch, at most.
const BATCH: u64 = 8;

/// How long a thread may work between two looks at the clock.
const LOOK_EVERY: Duration = Duration::from_millis(15);

/// A second move with this share of the best one's visits may overtake it.
const CLOSE: f32 = 0.5;

/// A move that is better than the most visited one by more than this, and
/// has this share of its visits, may overtake it.
const BETTER: f32 = 0.01;
const EXPLORED: f32 = 0.1;

/// Beyond this chance a game is decided, and more time is not worth it.
const DECIDED: f32 = 0.97;

/// The progress of a search, which all its threads share.
pub struct Progress<'a> {
    limits: &'a TimeManager,
    threads: u64,
    begin: Instant,
    /// The root is the first.
    done: AtomicU64,
}

impl<'a> Progress<'a> {
    /// For a search that begins now, with so many threads.
    pub fn new(limits: &'a TimeManager, threads: usize) -> Progress<'a> {
        let (threads, done) = (threads as u64, AtomicU64::new(1));
        Progress { limits, threads, begin: Instant::now(), done }
    }

    /// The number of positions so far.
    pub fn done(&self) -> u64 {
        self.done.load(Relaxed)
    }

    /// How many positions a thread should look at next, unless the search is
    /// over.
    pub fn next_batch(&self, tree: &Tree, colour: Colour) -> Option<u64> {
        let done = self.done();
        let each = self.begin.elapsed() / done.try_into().unwrap_or(u32::MAX);
        let left = self.limits.left();
        let children = tree.children(tree.node(Tree::ROOT), colour).unwrap_or_default();
        // With a full tree nothing new is learnt.
        if tree.is_full() && done > 1 || self.is_decided(children, each, left) {
            return None;
        }
        // Few positions are under evaluation while little is known, whatever the number of threads, so
        // that no time goes to moves that soon look bad; and few where a clock runs and each takes long or
        // time is nearly up. Without a clock the same search must come out every time.
        let in_time = left.map_or(BATCH, |left| {
            (LOOK_EVERY.min(left / 2).as_nanos() / each.as_nanos().max(1)) as u64
        });
        let batch = (done / 16 / self.threads).min(in_time).clamp(1, BATCH);
        tree::next_batch(self.limits, tree, &self.done, batch, || is_settled(children))
    }

    /// Whether the most visited move will be that in any case, if each
    /// position goes on to take this long.
    fn is_decided(&self, children: Children<'_>, each: Duration, left: Option<Duration>) -> bool {
        if children.len() == 0 {
            return false;
        }
        let in_time =
            left.map_or(u64::MAX, |left| (left.as_nanos() / each.as_nanos().max(1)) as u64);
        let left = in_time.min(self.limits.count().saturating_sub(self.done()));
        let (mut first, mut second) = (0, 0);
        for visits in playable(children).map(Node::visits) {
            (first, second) = (first.max(visits), second.max(visits.min(first)));
        }
        u64::from(first - second) > left
    }
}

fn playable(children: Children<'_>) -> impl Iterator<Item = Node<'_>> {
    children.iter().filter(|child| child.proof() != Proof::Lost)
}

/// Whether more time is unlikely to bring another move: the game is
/// decided, or the most visited move is far ahead of all others and none that
/// has been looked at well is better.
fn is_settled(children: Children<'_>) -> bool {
    let Some(best) = playable(children).max_by_key(|child| child.visits()) else { return true };
    let (visits, value) = (best.visits() as f32, best.value());
    let may_overtake = |child: Node<'_>| {
        let share = child.visits() as f32 / visits.max(1.0);
        share >= CLOSE || share >= EXPLORED && child.value() > value + BETTER
    };
    !(1.0 - DECIDED..DECIDED).contains(&value)
        || !playable(children).any(|child| child.cell() != best.cell() && may_overtake(child))
}
