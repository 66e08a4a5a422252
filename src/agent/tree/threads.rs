//! The threads of a search.

use std::{
    thread,
    time::{Duration, Instant},
};

use super::{Tree, describe};
use crate::agent::Task;

/// How often a spectator is told how the search stands.
const REPORT_EVERY: Duration = Duration::from_millis(500);

/// One thread's part of a search.
pub trait Worker: Send {
    /// Does so many simulations.
    fn simulate(&mut self, count: u64);
}

/// Lets the workers simulate until `next_batch` has nothing more to do: the
/// first on this thread, which tells the spectator, the others on their own.
pub fn work<W: Worker>(
    mut own: W,
    others: impl Iterator<Item = W>,
    next_batch: impl Fn() -> Option<u64> + Sync,
    tree: &Tree,
    task: &mut Task<'_>,
) {
    let next_batch = &next_batch;
    thread::scope(|scope| {
        for mut other in others {
            let work = move || {
                while let Some(batch) = next_batch() {
                    other.simulate(batch);
                }
            };
            // Where the machine gives no more threads, fewer will do.
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                log::warn!("a search thread cannot be started: {error}");
            }
        }
        let mut next_report = Instant::now() + REPORT_EVERY;
        while let Some(batch) = next_batch() {
            own.simulate(batch);
            if let Some(watch) = &mut task.watch
                && Instant::now() >= next_report
            {
                watch(&describe(tree, task.position, task.colour));
                next_report += REPORT_EVERY;
            }
        }
    });
}
