//! What needs no judgement: won games, winning and forced moves, proofs.

use super::{Node, Proof, Step};
use crate::{
    board::{Cell, Position},
    rules::Colour,
};

/// Black's chance where nothing is left to find out: the game is over at this
/// node, which `step` led to, or the node is proven.
pub fn decided(position: &Position, node: &Node, step: Option<&Step>) -> Option<f32> {
    let mover = step?.colour;
    if let Some(winner) = position.winner() {
        node.prove(if winner == mover { Proof::Won } else { Proof::Lost });
    }
    let winner = match node.proof() {
        Proof::Open => return None,
        Proof::Won => mover,
        Proof::Lost => mover.other(),
    };
    Some(if winner == Colour::Black { 1.0 } else { 0.0 })
}

/// After how many moves from here the player to move may swap, if ever.
pub fn plies_to_swap(position: &Position, colour: Colour) -> Option<usize> {
    let on_offer = position.swap(colour).map(|_| 0);
    on_offer.or(position.can_be_swapped(colour).then_some(1))
}

/// The moves that are worth a thought: a winning one if there is one; if
/// the opponent threatens to win in one move, only what stops that. The
/// latter holds where the opponent is sure to move next, anywhere.
pub fn candidates(position: &Position, colour: Colour) -> Vec<Cell> {
    let legal = position.legal_cells(colour);
    if let Some(win) = position.winning_cells(colour).and(&legal).iter().next() {
        return vec![win];
    }
    let answers = position.rules().are_plain();
    // With two threats the game is lost, and any block shows it.
    if answers && let Some(block) = position.winning_cells(colour.other()).iter().next() {
        return vec![block];
    }
    legal.iter().collect()
}

/// A node is lost for its mover if the opponent has a winning answer, and won
/// if every answer loses; unless the opponent may swap, who then has what the
/// mover had: every answer loses, so the swap wins.
pub fn prove(parent: &Node, children: &[Node], may_swap: bool) {
    if children.iter().any(|child| child.proof() == Proof::Won) {
        parent.prove(Proof::Lost);
    } else if children.iter().all(|child| child.proof() == Proof::Lost) {
        parent.prove(if may_swap { Proof::Lost } else { Proof::Won });
    }
}
