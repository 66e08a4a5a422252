//! Weaker play for human opponents, which `neural` and `mcts` share.
//!
//! A weak level does not play at random now and then. It knows what each of its
//! candidate moves gives away, and plays one that gives away little: the more a
//! move loses compared with the best one, the more rarely it is played. A won
//! game is therefore not thrown away in one move, and a lost one is still
//! played with moves that look natural.

use kring_board::{Cell, Colour, Move, Position};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{
    choose::chance_if_swapped,
    tree::{Children, Node, Proof, Tree},
};
use crate::{
    agent::Choice,
    entry::{Kind, Parameter},
};

/// Full strength.
pub(super) const FULL: u64 = 9;

/// The parameter.
pub(super) const LEVEL: Parameter = Parameter {
    name: "level",
    kind: Kind::Whole(1, FULL),
    default: Some("9"),
    help: "strength for human opponents; 9 is all there is",
};

/// How a weak level chooses among the moves that it has looked at: in proportion
/// to liking ^ `power` · exp(−(loss / `temperature`)²). The loss is the chance to
/// win that a move gives away compared with the best. Small losses hardly
/// matter, and what loses more than twice the temperature is never played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sampling {
    /// How much it trusts its first impression of a move: 1 in full, 0 not at
    /// all.
    pub power: f64,
    /// The loss at which a move is played a third as often as the best.
    pub temperature: f64,
}

impl Sampling {
    /// Puts one of the visited moves in the place of the best. A win that is
    /// proven and a swap stay. `liking` is the first impression of a move.
    pub fn change(
        self,
        choice: &mut Choice,
        tree: &Tree,
        (position, colour): (&Position, Colour),
        liking: impl Fn(Node<'_>) -> f64,
        rng: &mut ChaCha8Rng,
    ) {
        let children = tree.children(tree.node(Tree::ROOT), colour);
        let evenly = position.can_be_swapped(colour);
        if let Some(children) = children
            && matches!(choice.mv, Move::Cell(_))
            && let Some(cell) = self.choose(children, liking, evenly, rng)
        {
            choice.mv = Move::Cell(cell);
            choice.variation.clear();
        }
    }

    /// One of the visited moves; `None` if there is no choice. With `evenly` an
    /// even move is best, because the opponent may swap.
    fn choose(
        self,
        children: Children<'_>,
        liking: impl Fn(Node<'_>) -> f64,
        evenly: bool,
        rng: &mut ChaCha8Rng,
    ) -> Option<Cell> {
        if children.iter().any(|child| child.proof() == Proof::Won) {
            return None;
        }
        let worth = |child: Node<'_>| {
            let value = child.value().clamp(0.0, 1.0);
            f64::from(if evenly { chance_if_swapped(value) } else { value })
        };
        let is_open = |child: &Node<'_>| child.visits() > 0 && child.proof() != Proof::Lost;
        let seen = || children.iter().filter(is_open);
        let best = seen().map(worth).fold(0.0, f64::max);
        let weight = |child: Node<'_>| {
            let loss = (best - worth(child)) / self.temperature;
            liking(child).max(1e-9).powf(self.power) * (-loss * loss).exp()
        };
        let mut at = rng.random::<f64>() * seen().map(weight).sum::<f64>();
        let chosen = seen().find(|child| {
            at -= weight(*child);
            at < 0.0
        });
        chosen.map(Node::cell)
    }
}
