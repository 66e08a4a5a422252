//! The result of a search, from its tree: the move, its value and the expected
//! continuation.

use kring_board::{Cell, Colour, Move, Position, Turns};

use super::{Children, Node, Proof, Results, Tree};
use crate::{
    agent::{Candidate, Choice},
    choose::{chance_if_swapped, swap_and_then},
};

/// What a search knows of a move before it is visited.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Prior {
    /// The policy of a network.
    Policy,
    /// Nothing: the share of the visits stands for it.
    Share,
}

/// The position that a search is about, and the moves besides the cells.
#[derive(Clone, Copy)]
pub struct Root<'a> {
    pub position: &'a Position,
    pub colour: Colour,
    /// The swap, where it can be chosen.
    pub swap: Option<Move>,
    /// Whether the opponent may swap the move that is searched.
    can_be_swapped: bool,
}

impl<'a> Root<'a> {
    /// The position with this colour to move. A restriction to some cells excludes
    /// the swap.
    pub fn new(position: &'a Position, colour: Colour, is_restricted: bool) -> Root<'a> {
        let swap = position.swap(colour).filter(|_| !is_restricted);
        Root { position, colour, swap, can_be_swapped: position.can_be_swapped(colour) }
    }

    /// The chance of the colour with this move, if it would have that chance
    /// without a swap.
    fn with_swap(self, chance: f32) -> f32 {
        if self.can_be_swapped { chance_if_swapped(chance) } else { chance }
    }

    /// The chance of the colour with this move without a swap. Nothing is known
    /// before a visit.
    fn chance(self, tree: &Tree, seen: Seen<'_>) -> Option<f32> {
        // With the swap every first move loses. Without it those win to which every
        // answer loses: they are the ones to swap.
        if self.can_be_swapped && seen.results.proof == Proof::Lost {
            let answers = tree.children(seen.node, self.colour.other()).unwrap_or_default();
            let wins = answers.len() > 0 && answers.iter().all(|node| node.proof() == Proof::Lost);
            return Some(if wins { 1.0 } else { 0.0 });
        }
        chance(seen.results)
    }
}

/// A node with its results at one moment. While threads search, a second look
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

/// What the tree says of its root.
pub fn describe(tree: &Tree, root: Root<'_>, prior: Prior) -> Choice {
    let node = tree.node(Tree::ROOT);
    let Some(children) = tree.children(node, root.colour) else {
        // A tree without room for the first moves: any legal one.
        let cell = root.position.legal_cells(root.colour).iter().next();
        return Choice::plain(cell.map_or(Move::Resign, Move::Cell));
    };
    let seen: Vec<Seen<'_>> = children.iter().map(Seen::new).collect();
    let Some(best) = first_best(seen.iter().copied()) else { return Choice::plain(Move::Resign) };
    let all: u64 = seen.iter().map(|child| child.visits()).sum();
    // Without a visit the root's own evaluation stands.
    let chance = root.chance(tree, best).unwrap_or(1.0 - node.value());
    let kept = root.with_swap(chance);
    let swap = root.swap.map(|swap| swap_candidate(tree, root, swap, chance));
    let is_swapped = swap.as_ref().is_some_and(|swap| swap.win_rate > f64::from(kept));
    let share = |child: Seen<'_>| child.visits() as f64 / all.max(1) as f64;
    let mut candidates = candidates(tree, root, &seen, |child| match prior {
        Prior::Policy => f64::from(child.node.prior()),
        Prior::Share => share(child),
    });
    let (mv, value, variation) = match &swap {
        Some(swap) if is_swapped => (swap.mv, swap.win_rate, swap.variation.clone()),
        _ => (Move::Cell(best.cell()), f64::from(kept), variation(tree, root, best).0),
    };
    let at = if is_swapped { 0 } else { candidates.len() };
    swap.into_iter().for_each(|swap| candidates.insert(at, swap));
    Choice {
        mv,
        value: Some(value),
        scores: seen.iter().map(|child| (child.cell(), share(*child))).collect(),
        scores_are: "share of the search's visits",
        visits: seen.iter().map(|child| (child.cell(), child.visits())).collect(),
        variation,
        candidates,
        counters: Vec::new(),
    }
}

/// The cells at the root that were visited, the best first.
fn candidates(
    tree: &Tree,
    root: Root<'_>,
    seen: &[Seen<'_>],
    prior: impl Fn(Seen<'_>) -> f64,
) -> Vec<Candidate> {
    let mut visited: Vec<Seen<'_>> =
        seen.iter().copied().filter(|child| child.visits() > 0).collect();
    visited.sort_by_key(|child| std::cmp::Reverse(child.rank()));
    let candidate = |&child: &Seen<'_>| {
        let (variation, variation_visits) = variation(tree, root, child);
        Candidate {
            mv: Move::Cell(child.cell()),
            visits: child.visits(),
            win_rate: f64::from(root.with_swap(root.chance(tree, child).unwrap_or_default())),
            prior: prior(child),
            variation,
            variation_visits,
        }
    };
    visited.iter().map(candidate).collect()
}

/// The swap, where the best cell has this chance. It has no nodes of its own: who
/// swaps expects what the other would have done.
fn swap_candidate(tree: &Tree, root: Root<'_>, swap: Move, chance: f32) -> Candidate {
    let (variation, variation_visits) =
        swapped_line(tree, root, tree.node(Tree::ROOT), root.colour);
    Candidate {
        mv: swap,
        visits: 0,
        win_rate: f64::from(after_swap(tree, root.position, chance)),
        prior: 0.0,
        variation,
        variation_visits,
    }
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

/// The moves that both sides are expected to make after a move at the root, that move
/// first, and how often each was visited. A first move that is better than even is
/// swapped.
fn variation(tree: &Tree, root: Root<'_>, child: Seen<'_>) -> (Vec<Move>, Vec<u64>) {
    let is_swapped =
        root.can_be_swapped && root.chance(tree, child).is_some_and(|chance| chance > 0.5);
    let (moves, visits) = match is_swapped {
        true => swapped_line(tree, root, child.node, root.colour.other()),
        false => {
            let line = line(tree, root, child.node, root.colour.other());
            let moves = line.iter().map(|child| Move::Cell(child.cell())).collect();
            (moves, line.iter().map(|child| child.visits()).collect())
        }
    };
    let first = (Move::Cell(child.cell()), child.visits());
    ([vec![first.0], moves].concat(), [vec![first.1], visits].concat())
}

/// A swap at a node where this colour is to move, the moves that are expected after it,
/// and how often each was visited; the swap never is.
fn swapped_line(
    tree: &Tree,
    root: Root<'_>,
    node: Node<'_>,
    colour: Colour,
) -> (Vec<Move>, Vec<u64>) {
    let line = line(tree, root, node, colour);
    let moves = swap_and_then(root.position, line.iter().map(|child| child.cell()));
    let visits = [0].into_iter().chain(line.iter().map(|child| child.visits()));
    let visits = visits.take(moves.len()).collect();
    (moves, visits)
}

/// The best moves from a node on, one after the other, as far as the tree has been.
/// What comes after a coin is not known.
fn line<'t>(
    tree: &'t Tree,
    root: Root<'_>,
    mut node: Node<'t>,
    mut colour: Colour,
) -> Vec<Seen<'t>> {
    let mut line = Vec::new();
    if root.position.rules().turns == Turns::Random {
        return line;
    }
    while let Some(children) = tree.children(node, colour) {
        let Some(next) = best(children).filter(|next| next.visits() > 0) else { break };
        line.push(next);
        (node, colour) = (next.node, colour.other());
    }
    line
}
