//! Weaker play for human opponents, which `neural` and `mcts` share.
//!
//! A weak level does not play at random now and then. It knows what each of its
//! candidate moves gives away, and plays one that gives away little: the more a
//! move loses compared with the best one, the more rarely it is played. A won
//! game is therefore not thrown away in one move, and a lost one is still
//! played with moves that look natural.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{
    Kind, Parameter,
    choose::chance_if_swapped,
    tree::{Node, Proof},
};
use crate::board::Cell;

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
/// to liking ^ `power` · exp(−loss / `temperature`), where the loss is the chance
/// to win that the move gives away compared with the best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sampling {
    /// How much it trusts what it likes at first sight: 1 in full, 0 not at all.
    pub power: f64,
    /// The loss at which a move is played a third as often as the best.
    pub temperature: f64,
    pub shape: f64,
}

impl Sampling {
    /// One of the visited moves; `None` if there is no choice. `liking` says how
    /// natural a move is, and with `evenly` an even move is best, because the
    /// opponent may swap.
    pub fn choose(
        self,
        children: &[Node],
        liking: impl Fn(&Node) -> f64,
        evenly: bool,
        rng: &mut ChaCha8Rng,
    ) -> Option<Cell> {
        if children.iter().any(|child| child.proof() == Proof::Won) {
            return None;
        }
        let worth = |child: &Node| {
            let value = child.value().clamp(0.0, 1.0);
            f64::from(if evenly { chance_if_swapped(value) } else { value })
        };
        let seen = || {
            children.iter().filter(|child| child.visits() > 0 && child.proof() != Proof::Lost)
        };
        let best = seen().map(worth).fold(0.0, f64::max);
        let weight = |child: &Node| {
            let loss = best - worth(child);
            liking(child).max(1e-9).powf(self.power) * (-(loss / self.temperature).powf(self.shape)).exp()
        };
        let mut at = rng.random::<f64>() * seen().map(weight).sum::<f64>();
        let chosen = seen().find(|child| {
            at -= weight(child);
            at < 0.0
        });
        chosen.map(Node::cell)
    }
}
