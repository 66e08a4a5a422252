//! What a tree says of its root: the move, how good it is, what is expected.

use super::{Node, Proof, Tree};
use crate::{
    agent::Choice,
    board::{Move, Position},
    rules::Colour,
};

/// What the tree says of its root.
pub fn describe(tree: &Tree, position: &Position, colour: Colour) -> Choice {
    let root = tree.node(Tree::ROOT);
    let Some((_, children)) = tree.children(root, colour) else {
        // A tree without room for the first moves: any legal one.
        let cell = position.legal_cells(colour).iter().next();
        return Choice::plain(cell.map_or(Move::Resign, Move::Cell));
    };
    let Some(best) = best(children) else { return Choice::plain(Move::Resign) };
    let all: u64 = children.iter().map(|node| u64::from(node.visits())).sum();
    let value = match best.proof() {
        // Without a visit the root's own judgement stands.
        Proof::Open if best.visits() == 0 => f64::from(1.0 - root.value()),
        Proof::Open => f64::from(best.value()),
        Proof::Won => 1.0,
        Proof::Lost => 0.0,
    };
    // By symmetry a swap is worth what the position is worth to the other.
    let swap = position.swap(colour).filter(|_| value < 0.5);
    let share = |node: &Node| f64::from(node.visits()) / all.max(1) as f64;
    Choice {
        mv: swap.unwrap_or(Move::Cell(best.cell())),
        value: Some(if swap.is_some() { 1.0 - value } else { value }),
        scores: children.iter().map(|node| (node.cell(), share(node))).collect(),
        scores_are: "share of the search's visits",
        visits: children.iter().map(|node| (node.cell(), u64::from(node.visits()))).collect(),
        variation: variation(tree, colour),
        counters: Vec::new(),
    }
}

/// The child to play: a proven win, otherwise the most visited that is not a
/// proven loss; with no visits at all, the one with the best hint.
fn best(children: &[Node]) -> Option<&Node> {
    let rank = |node: &Node| {
        let proof = match node.proof() {
            Proof::Won => 2,
            Proof::Open => 1,
            Proof::Lost => 0,
        };
        (proof, node.visits(), node.hint())
    };
    // The first of the best, whatever the order of the children.
    children.iter().rev().max_by_key(|node| rank(node))
}

/// The moves that both sides are expected to make.
fn variation(tree: &Tree, mut colour: Colour) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut node = tree.node(Tree::ROOT);
    while let Some((_, children)) = tree.children(node, colour) {
        let Some(next) = best(children).filter(|next| next.visits() > 0) else { break };
        moves.push(Move::Cell(next.cell()));
        (node, colour) = (next, colour.other());
    }
    moves
}
