//! Which move a search looks at next.

use crate::agent::{
    swap,
    tree::{Node, Proof},
};

/// How much worse a move without visits is thought than the position.
const UNSEEN: f32 = 0.1;

/// The child to look at next: good ones, and those that the network likes
/// and that have been visited little. Whoever opens a game with swap
/// looks for an even move: the opponent takes what is better.
pub fn select(parent: &Node, children: &[Node], exploration: f32, evenly: bool) -> usize {
    let worth = |value: f32| if evenly { swap::kept(value) } else { value };
    let (mut seen, mut visits) = (0.0, 0);
    for child in children.iter().filter(|child| child.visits() > 0) {
        seen += child.prior();
        visits += child.visits();
    }
    let explore = exploration * (visits.max(1) as f32).sqrt();
    // A move that was not tried is thought a little worse than the
    // position: the more of the likely ones have been tried, the worse.
    let unseen = worth(1.0 - parent.value()) - UNSEEN * f32::sqrt(seen);
    let (mut best, mut highest) = (0, f32::NEG_INFINITY);
    for (i, child) in children.iter().enumerate() {
        let known = match (child.proof(), child.visits()) {
            (Proof::Won, _) => return i,
            // Whoever has nothing else has lost, whatever is chosen.
            (Proof::Lost, _) => continue,
            (_, 0) => unseen,
            _ => worth(child.value()),
        };
        let score = known + explore * child.prior() / (1.0 + child.visits() as f32);
        if score > highest {
            (best, highest) = (i, score);
        }
    }
    best
}
