//! The result of a search, from its tree: the move, its value and the expected
//! continuation.

use super::{Children, Node, Proof, Tree};
use crate::{
    agent::{
        Candidate, Choice,
        choose::{chance_if_swapped, swap_and_then},
    },
    board::{Move, Position},
    rules::{Colour, Turns},
};

/// What a search knows of a move before it is visited.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Prior {
    /// The policy of a network.
    Policy,
    /// Nothing: the share of the visits stands for it.
    Share,
}

/// What the tree says of its root.
pub fn describe(tree: &Tree, position: &Position, colour: Colour, prior: Prior) -> Choice {
    let root = tree.node(Tree::ROOT);
    let Some(children) = tree.children(root, colour) else {
        // A tree without room for the first moves: any legal one.
        let cell = position.legal_cells(colour).iter().next();
        return Choice::plain(cell.map_or(Move::Resign, Move::Cell));
    };
    let Some(best) = best(children) else { return Choice::plain(Move::Resign) };
    let all: u64 = children.iter().map(|node| u64::from(node.visits())).sum();
    // Without a visit the root's own evaluation stands.
    let unseen = 1.0 - root.value();
    let chance = chance(best).unwrap_or(unseen);
    let kept = if position.can_be_swapped(colour) { chance_if_swapped(chance) } else { chance };
    let swapped = position.swap(colour).map(|swap| (swap, after_swap(tree, position, chance)));
    let (mv, value) =
        swapped.filter(|(_, value)| *value > kept).unwrap_or((Move::Cell(best.cell()), kept));
    let share = |node: Node<'_>| f64::from(node.visits()) / all.max(1) as f64;
    Choice {
        mv,
        value: Some(f64::from(value)),
        scores: children.iter().map(|node| (node.cell(), share(node))).collect(),
        scores_are: "share of the search's visits",
        visits: children.iter().map(|node| (node.cell(), u64::from(node.visits()))).collect(),
        variation: variation(tree, position, colour, mv),
        candidates: candidates(tree, position, colour, |node| match prior {
            Prior::Policy => f64::from(node.prior()),
            Prior::Share => share(node),
        }),
        counters: Vec::new(),
    }
}

/// The moves at the root that were visited, the best first.
fn candidates(
    tree: &Tree,
    position: &Position,
    colour: Colour,
    prior: impl Fn(Node<'_>) -> f64,
) -> Vec<Candidate> {
    let Some(children) = tree.children(tree.node(Tree::ROOT), colour) else {
        return Vec::new();
    };
    let mut visited: Vec<Node<'_>> = children.iter().filter(|node| node.visits() > 0).collect();
    visited.sort_by_key(|node| std::cmp::Reverse(rank(*node)));
    let candidate = |&node: &Node<'_>| {
        // What comes after a coin is not known.
        let answers = match position.rules().turns {
            Turns::Alternating => line(tree, node, colour.other()),
            Turns::Random => Vec::new(),
        };
        let moves: Vec<Node<'_>> = std::iter::once(node).chain(answers).collect();
        Candidate {
            cell: node.cell(),
            visits: u64::from(node.visits()),
            win_rate: f64::from(chance(node).unwrap_or_default()),
            prior: prior(node),
            variation: moves.iter().map(|node| Move::Cell(node.cell())).collect(),
            variation_visits: moves.iter().map(|node| u64::from(node.visits())).collect(),
        }
    };
    visited.iter().map(candidate).collect()
}

/// The chance of who made a move; nothing is known before a visit.
fn chance(node: Node<'_>) -> Option<f32> {
    match node.proof() {
        Proof::Open => (node.visits() > 0).then(|| node.value()),
        Proof::Won => Some(1.0),
        Proof::Lost => Some(0.0),
    }
}

/// The chance of who swaps, whose best move without it has this chance. Under
/// random turns a swap takes the turn, and a coin is next: the tree has
/// looked at what the opponent would do as well.
fn after_swap(tree: &Tree, position: &Position, chance: f32) -> f32 {
    let stays = 1.0 - chance;
    let theirs = match position.rules().turns {
        Turns::Alternating => None,
        Turns::Random => tree.children(tree.node(Tree::ROOT), Colour::Black),
    };
    let theirs = theirs.and_then(best).and_then(self::chance);
    theirs.map_or(stays, |theirs| (stays + theirs) / 2.0)
}

/// The child to play: a proven win, otherwise the most visited that is not a
/// proven loss; with no visits at all, the one with the best hint.
fn best(children: Children<'_>) -> Option<Node<'_>> {
    // The first of the best, whatever the order of the children.
    children.iter().rev().max_by_key(|node| rank(*node))
}

/// The order of moves in [`best`].
fn rank(node: Node<'_>) -> (u8, u32, u32) {
    let proof = match node.proof() {
        Proof::Won => 2,
        Proof::Open => 1,
        Proof::Lost => 0,
    };
    (proof, node.visits(), node.hint())
}

/// The moves that both sides are expected to make, if this is the first. Who
/// swaps expects what the other would have done; and a first move that is
/// better than even is swapped.
fn variation(tree: &Tree, position: &Position, colour: Colour, mv: Move) -> Vec<Move> {
    let mut line = line(tree, tree.node(Tree::ROOT), colour);
    if mv.cell().is_none() {
        // What comes after a coin is not known.
        line.retain(|_| position.rules().turns == Turns::Alternating);
        return swap_and_then(position, line.iter().map(|node| node.cell()));
    }
    let is_taken = line.first().and_then(|first| chance(*first)).is_some_and(|chance| chance > 0.5);
    if position.can_be_swapped(colour) && is_taken {
        let mut moves = swap_and_then(position, line.iter().skip(1).map(|node| node.cell()));
        moves.insert(0, mv);
        return moves;
    }
    line.iter().map(|node| Move::Cell(node.cell())).collect()
}

/// The best moves from a node on, one after the other, as far as the tree has been.
fn line<'t>(tree: &'t Tree, mut node: Node<'t>, mut colour: Colour) -> Vec<Node<'t>> {
    let mut line = Vec::new();
    while let Some(children) = tree.children(node, colour) {
        let Some(next) = best(children).filter(|next| next.visits() > 0) else { break };
        line.push(next);
        (node, colour) = (next, colour.other());
    }
    line
}
