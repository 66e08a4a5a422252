use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::{Proof, Tree};
use crate::agent::TimeManager;

/// How many simulations to do next, at most `most`, unless the root is proven
/// or there was enough thinking. Between two looks at the clock there should
/// be few; but with more, threads meet less often. More time than usual is
/// taken where the search is not settled.
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
            || !limits.goes_on_unless_settled(so_far, is_settled))
    {
        return None;
    }
    let count = limits.count();
    let before = done.fetch_update(Relaxed, Relaxed, |done| Some((done + most).min(count))).ok()?;
    Some((count - before).min(most)).filter(|batch| *batch > 0)
}
