//! When a search may end before its limits: its choice cannot change any more, or more time is
//! unlikely to change it.

use std::time::Duration;

use super::{Children, NodeProof, TreeNode};
use crate::time_manager::TimeManager;

/// A second move with at least this share of the best one's visits may overtake it.
const CLOSE: f32 = 0.5;

/// A move whose value is better than that of the most visited one by more than `BETTER`, with at
/// least the share `EXPLORED` of its visits, may overtake it.
const BETTER: f32 = 0.01;
const EXPLORED: f32 = 0.1;

/// Beyond this chance to win or to lose, more time is not worth it.
const CLEAR: f32 = 0.97;

/// The simulations of a search so far, and the time that they took.
#[derive(Clone, Copy)]
pub struct Pace {
    /// The simulations.
    pub done: u64,
    /// The time since the first of them began.
    pub elapsed: Duration,
}

impl Pace {
    /// The time of one simulation.
    pub fn each(self) -> Duration {
        self.elapsed / self.done.max(1).try_into().unwrap_or(u32::MAX)
    }

    /// The number of simulations that the limits still allow.
    fn left(self, limits: &TimeManager) -> u64 {
        let each = self.each().as_nanos().max(1);
        let in_time = limits.left().map_or(u64::MAX, |left| (left.as_nanos() / each) as u64);
        in_time.min(limits.count.saturating_sub(self.done))
    }
}

/// Whether the most visited move at the root stays the most visited one, whatever the results of
/// the remaining simulations. On a clock, a single move that is not proven to lose needs no
/// search at all. But where a swap is on offer (`may_swap`), its decision depends on the value of
/// the best move, so the search continues.
pub fn is_decided(
    children: Children<'_>,
    limits: &TimeManager,
    pace: Pace,
    may_swap: bool,
) -> bool {
    if children.is_empty() || limits.saves_time() && may_swap {
        return false;
    }
    if limits.saves_time() && playable(children).nth(1).is_none() {
        return true;
    }
    let (mut first, mut second) = (0, 0);
    for visits in playable(children).map(TreeNode::visits) {
        (first, second) = (first.max(visits), second.max(visits.min(first)));
    }
    u64::from(first - second) > pace.left(limits)
}

/// Whether more time is unlikely to change the move: the game is decided, or the most visited
/// move is far ahead of all others and no well-explored move is better.
pub fn is_settled(children: Children<'_>) -> bool {
    let Some(best) = playable(children).max_by_key(|child| child.visits()) else { return true };
    let (visits, value) = (best.visits() as f32, best.value());
    let may_overtake = |child: TreeNode<'_>| {
        let share = child.visits() as f32 / visits.max(1.0);
        share >= CLOSE || share >= EXPLORED && child.value() > value + BETTER
    };
    !(1.0 - CLEAR..CLEAR).contains(&value)
        || !playable(children).any(|child| child.cell() != best.cell() && may_overtake(child))
}

/// The moves that are not proven to lose.
fn playable(children: Children<'_>) -> impl Iterator<Item = TreeNode<'_>> {
    children.iter().filter(|child| child.proof() != NodeProof::Lost)
}
