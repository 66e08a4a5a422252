//! The size of each batch of evaluations, and whether the search continues.

use std::{sync::atomic::Ordering::Relaxed, time::Duration};

use crate::tree::SearchProgress;

/// Positions that are evaluated as one batch, at most.
const BATCH: u64 = 8;

/// With at most this number of empty cells a proof is near.
const PROVABLE: usize = 16;

/// How long a thread may work between two checks of the clock.
const LOOK_EVERY: Duration = Duration::from_millis(15);

/// The number of positions that a thread evaluates next; `None` if the search is over.
pub fn next_batch(progress: &SearchProgress<'_>, threads: usize) -> Option<u64> {
    let done = progress.done.load(Relaxed);
    let left = progress.limits.left();
    // Where a proof is near and no clock runs, the search goes on although no other move can
    // overtake the best one: a proof can still change the move, and the estimate.
    let wants_proof = left.is_none() && progress.empty <= PROVABLE;
    // A full tree learns nothing new.
    if progress.tree.is_full() && done > 1 || !wants_proof && progress.is_decided() {
        return None;
    }
    // Batches are small while the search is young, and smaller with several threads, so that no
    // time goes to moves that soon look bad. They are also small where a clock runs and an
    // evaluation takes long or time is nearly up. Without a clock the search must be repeatable.
    let in_time = left.map_or(BATCH, |left| {
        (LOOK_EVERY.min(left / 2).as_nanos() / progress.pace().as_nanos().max(1)) as u64
    });
    let share = if threads == 1 { 16 } else { 64 * threads as u64 };
    let batch = (done / share).min(in_time).clamp(1, BATCH);
    progress.next_batch(batch, &|| progress.is_settled())
}
