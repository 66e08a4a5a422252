use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

use super::{Proof, Tree};
use crate::agent::{Stop, Task};

/// When a search is over.
pub struct End {
    /// After so many simulations.
    pub simulations: u64,
    /// At this time.
    pub deadline: Option<Instant>,
    /// When somebody says so.
    pub stop: Stop,
}

impl End {
    /// Of a search that begins now: an agent's own limits come before the
    /// game's clock, and `usual` simulations are done where there are none.
    pub fn new(task: &Task<'_>, own: Option<u64>, time: Option<Duration>, usual: u64) -> End {
        let time = time.or(task.limits.time.filter(|_| own.is_none()));
        End {
            simulations: own.unwrap_or(if time.is_some() { u64::MAX } else { usual }),
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            stop: task.limits.stop.clone(),
        }
    }

    /// How many simulations to do next, at most `most`, unless there was
    /// enough thinking. Between two looks at the clock there should be few;
    /// but with more, threads meet less often.
    pub fn next_batch(&self, tree: &Tree, done: &AtomicU64, most: u64) -> Option<u64> {
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
        let take = |done: u64| Some((done + most).min(self.simulations));
        let before = done.fetch_update(Relaxed, Relaxed, take).ok()?;
        Some((self.simulations - before).min(most)).filter(|batch| *batch > 0)
    }
}
