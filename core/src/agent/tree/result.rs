//! The result of a search, from its tree: the move, its value and the expected
//! continuation.

use super::{Children, Node, Proof, Results, Tree};
use crate::{
    agent::{
        Candidate, Choice,
        choose::{chance_if_swapped, swap_and_then},
    },
    board::{Cell, Move, Position},
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
    let seen: Vec<Seen<'_>> = children.iter().map(Seen::new).collect();
    let Some(best) = first_best(seen.iter().copied()) else { return Choice::plain(Move::Resign) };
    let all: u64 = seen.iter().map(|child| child.visits()).sum();
    // Without a visit the root's own evaluation stands.
    let unseen = 1.0 - root.value();
    let chance = chance(best.results).unwrap_or(unseen);
    let kept = if position.can_be_swapped(colour) { chance_if_swapped(chance) } else { chance };
    let swapped = position.swap(colour).map(|swap| (swap, after_swap(tree, position, chance)));
    let (mv, value) =
        swapped.filter(|(_, value)| *value > kept).unwrap_or((Move::Cell(best.cell()), kept));
    let share = |child: &Seen<'_>| child.visits() as f64 / all.max(1) as f64;
    Choice {
        mv,
        value: Some(f64::from(value)),
        scores: seen.iter().map(|child| (child.cell(), share(child))).collect(),
        scores_are: "share of the search's visits",
        visits: seen.iter().map(|child| (child.cell(), child.visits())).collect(),
        variation: variation(tree, position, colour, mv),
        candidates: candidates(tree, position, colour, &seen, |child| match prior {
            Prior::Policy => f64::from(child.node.prior()),
            Prior::Share => share(child),
        }),
        counters: Vec::new(),
    }
}

/// A child of the root with its results at one moment. While threads search, a second look
/// would find other numbers, and shares of visits would not add up.
#[derive(Clone, Copy)]
struct Seen<'t> {
    node: Node<'t>,
    results: Results,
}

impl<'t> Seen<'t> {
    fn new(node: Node<'t>) -> Seen<'t> {
        Seen { node, results: node.results() }
    }

    fn cell(self) -> Cell {
        self.node.cell()
    }

    fn visits(self) -> u64 {
        u64::from(self.results.visits)
    }

    /// The order of moves in [`best`].
    fn rank(self) -> (u8, u32, u32) {
        let proof = match self.results.proof {
            Proof::Won => 2,
            Proof::Open => 1,
            Proof::Lost => 0,
        };
        (proof, self.results.visits, self.node.prior_bits())
    }
}

/// The moves at the root that were visited, the best first.
fn candidates(
    tree: &Tree,
    position: &Position,
    colour: Colour,
    seen: &[Seen<'_>],
    prior: impl Fn(&Seen<'_>) -> f64,
) -> Vec<Candidate> {
    let mut visited: Vec<&Seen<'_>> = seen.iter().filter(|child| child.visits() > 0).collect();
    visited.sort_by_key(|child| std::cmp::Reverse(child.rank()));
    let candidate = |&child: &&Seen<'_>| {
        // What comes after a coin is not known.
        let answers = match position.rules().turns {
            Turns::Alternating => line(tree, child.node, colour.other()),
            Turns::Random => Vec::new(),
        };
        let moves: Vec<Seen<'_>> = std::iter::once(*child).chain(answers).collect();
        Candidate {
            cell: child.cell(),
            visits: child.visits(),
            win_rate: f64::from(chance(child.results).unwrap_or_default()),
            prior: prior(child),
            variation: moves.iter().map(|child| Move::Cell(child.cell())).collect(),
            variation_visits: moves.iter().map(|child| child.visits()).collect(),
        }
    };
    visited.iter().map(candidate).collect()
}

/// The chance to win of the player who made a move; `None` before a visit.
fn chance(results: Results) -> Option<f32> {
    match results.proof {
        Proof::Open => (results.visits > 0).then_some(results.value),
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
    let theirs = theirs.and_then(best).and_then(|best| self::chance(best.results));
    theirs.map_or(stays, |theirs| (stays + theirs) / 2.0)
}

/// The child to play: a proven win, otherwise the most visited that is not a
/// proven loss; with no visits at all, the one with the best prior.
fn best(children: Children<'_>) -> Option<Seen<'_>> {
    first_best(children.iter().map(Seen::new))
}

/// The first of the best, whatever the order of the children.
fn first_best<'t>(seen: impl DoubleEndedIterator<Item = Seen<'t>>) -> Option<Seen<'t>> {
    seen.rev().max_by_key(|child| child.rank())
}

/// The moves that both sides are expected to make, if this is the first. Who
/// swaps expects what the other would have done; and a first move that is
/// better than even is swapped.
fn variation(tree: &Tree, position: &Position, colour: Colour, mv: Move) -> Vec<Move> {
    let mut line = line(tree, tree.node(Tree::ROOT), colour);
    if mv.cell().is_none() {
        // What comes after a coin is not known.
        line.retain(|_| position.rules().turns == Turns::Alternating);
        return swap_and_then(position, line.iter().map(|child| child.cell()));
    }
    let is_taken =
        line.first().and_then(|first| chance(first.results)).is_some_and(|chance| chance > 0.5);
    if position.can_be_swapped(colour) && is_taken {
        let mut moves = swap_and_then(position, line.iter().skip(1).map(|child| child.cell()));
        moves.insert(0, mv);
        return moves;
    }
    line.iter().map(|child| Move::Cell(child.cell())).collect()
}

/// The best moves from a node on, one after the other, as far as the tree has been.
fn line<'t>(tree: &'t Tree, mut node: Node<'t>, mut colour: Colour) -> Vec<Seen<'t>> {
    let mut line = Vec::new();
    while let Some(children) = tree.children(node, colour) {
        let Some(next) = best(children).filter(|next| next.visits() > 0) else { break };
        line.push(next);
        (node, colour) = (next.node, colour.other());
    }
    line
}
