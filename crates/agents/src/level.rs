//! Weaker play for human opponents, shared by `neural` and `mcts`.
//!
//! A weak level overlooks things; it adds no random moves. It estimates what each of its candidate
//! moves gives away, and plays one that gives away little: the more a move loses compared with
//! the best one, the more rarely it is played. It therefore does not throw away a won game in one
//! move, and plays natural moves in a lost one.

use kring_board::{Colour, Move, Position};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{
    choose,
    tree::{NodeProof, Tree, TreeNode},
};
use crate::agent::Choice;

/// Full strength.
pub(super) const FULL: u64 = 9;

pub(super) const LEVEL_HELP: &str = "strength for human opponents; 9 is full strength";

/// How a weak level chooses among the moves that it has visited: in proportion to prior ^
/// `power` · exp(−(loss / `temperature`)²). The loss is the chance to win that a move gives away
/// compared with the best. Small losses hardly matter, and a move that loses more than twice the
/// temperature is hardly ever played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sampling {
    /// The weight of the prior of a move: 1 is full weight, 0 none.
    pub power: f64,
    /// The loss at which a move is played about a third as often as the best.
    pub temperature: f64,
}

impl Sampling {
    /// Replaces the best move of a choice by one of the visited moves. A proven win and a swap
    /// stay. `prior` is the prior of a move, or its share of the visits.
    pub fn change(
        self,
        choice: &mut Choice,
        tree: &Tree,
        (position, colour): (&Position, Colour),
        prior: &dyn Fn(TreeNode<'_>) -> f64,
        rng: &mut ChaCha8Rng,
    ) {
        let Some(children) = tree.children(tree.node(Tree::ROOT), colour) else { return };
        let is_won = children.iter().any(|child| child.proof() == NodeProof::Won);
        if is_won || !matches!(choice.mv, Move::Cell(_)) {
            return;
        }
        // An even first move is best, because the opponent may swap.
        let swap_aware = position.can_be_swapped(colour);
        let value = |child: TreeNode<'_>| child.value().clamp(0.0, 1.0);
        let worth =
            |child: TreeNode<'_>| f64::from(choose::swap_aware_value(value(child), swap_aware));
        let is_open = |child: &TreeNode<'_>| child.visits() > 0 && child.proof() != NodeProof::Lost;
        let seen = || children.iter().filter(is_open);
        let best = seen().map(worth).fold(0.0, f64::max);
        let weight = |child: TreeNode<'_>| {
            let loss = (best - worth(child)) / self.temperature;
            libm::pow(prior(child).max(1e-9), self.power) * libm::exp(-loss * loss)
        };
        if let Some(child) = weighted(seen(), weight, rng) {
            choice.mv = Move::Cell(child.cell());
            choice.variation.clear();
        }
    }
}

/// One of these moves, in proportion to their weights; `None` if no weight is positive.
pub(super) fn weighted<T: Copy>(
    mut moves: impl Iterator<Item = T> + Clone,
    weight: impl Fn(T) -> f64,
    rng: &mut ChaCha8Rng,
) -> Option<T> {
    let mut at = rng.random::<f64>() * moves.clone().map(&weight).sum::<f64>();
    moves.find(|&mv| {
        at -= weight(mv);
        at < 0.0
    })
}
