//! The result of a search, from its tree: the move, its value and the principal variation.

use std::iter;

use kring_board::{Cell, Colour, Move, Position, Turns};

use super::{Children, Extra, NodeProof, NodeResults, Tree, TreeNode};
use crate::{
    agent::{Candidate, Choice, Task},
    choose::{in_order, swap_and_then, swap_aware_value},
    considered::insert_swap,
};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PriorSource {
    Policy,
    /// There is none: the share of the visits replaces it.
    Share,
}

/// A search tree, with the position at its root and the swap there.
#[derive(Clone, Copy)]
pub struct SearchRoot<'a> {
    tree: &'a Tree,
    position: &'a Position,
    colour: Colour,
    /// The swap, where it can be chosen.
    pub swap: Option<Move>,
    /// Whether the opponent may swap the move that is searched.
    can_be_swapped: bool,
}

impl<'a> SearchRoot<'a> {
    /// The position with this colour to move. A restriction to some cells excludes the swap.
    pub fn new(
        tree: &'a Tree,
        position: &'a Position,
        colour: Colour,
        is_restricted: bool,
    ) -> SearchRoot<'a> {
        let swap = position.swap(colour).filter(|_| !is_restricted);
        let can_be_swapped = position.can_be_swapped(colour);
        SearchRoot { tree, position, colour, swap, can_be_swapped }
    }

    pub fn of<'b: 'a>(tree: &'a Tree, task: &Task<'b>) -> SearchRoot<'a> {
        SearchRoot::new(tree, task.position, task.colour, task.allowed.is_some())
    }

    /// The chance of the colour with this move, without a swap; `None` before a visit.
    fn chance(self, seen: Snapshot<'_>) -> Option<f32> {
        // Proofs in the tree count the swap, so here every first move is lost. Without the swap it
        // wins if all replies lose.
        if self.can_be_swapped && seen.results.proof == NodeProof::Lost {
            let answers = self.tree.children(seen.node, self.colour.other()).unwrap_or_default();
            let wins =
                !answers.is_empty() && answers.iter().all(|node| node.proof() == NodeProof::Lost);
            return Some(if wins { 1.0 } else { 0.0 });
        }
        chance(seen.results)
    }

    /// The choice at the root, by the results in the tree.
    pub fn describe(self, prior: PriorSource) -> Choice {
        let node = self.tree.node(Tree::ROOT);
        let Some(children) = self.tree.children(node, self.colour) else {
            // The tree has no room for the first moves: play any legal one.
            let cell = self.position.legal_cells(self.colour).iter().next();
            return Choice::new(cell.map_or(Move::Resign, Move::Cell));
        };
        let seen: Vec<Snapshot<'_>> = children.iter().map(Snapshot::new).collect();
        let Some(best) = first_best(seen.iter().copied()) else {
            return Choice::new(Move::Resign);
        };
        let all: u64 = seen.iter().map(|child| child.visits()).sum();
        // Without visits, use the value of the root.
        let chance = self.chance(best).unwrap_or(1.0 - node.value());
        let kept = swap_aware_value(chance, self.can_be_swapped);
        let swap = self.swap.map(|swap| {
            // It has no node of its own: its variation is the opponent's without the swap.
            let line = self.swapped_variation(node, self.colour);
            candidate((swap, 0), self.after_swap(chance), 0.0, line)
        });
        let is_swapped = swap.as_ref().is_some_and(|swap| swap.win_rate > f64::from(kept));
        let share = |child: Snapshot<'_>| child.visits() as f64 / all.max(1) as f64;
        let mut candidates = self.candidates(&seen, |child| match prior {
            PriorSource::Policy => f64::from(child.node.prior().value()),
            PriorSource::Share => share(child),
        });
        let (mv, value, variation) = match &swap {
            Some(swap) if is_swapped => (swap.mv, swap.win_rate, swap.variation.clone()),
            _ => {
                let line = self.variation(best).into_iter().map(|(mv, _)| mv);
                (Move::Cell(best.cell()), f64::from(kept), line.collect())
            }
        };
        swap.into_iter().for_each(|swap| insert_swap(&mut candidates, swap, is_swapped));
        Choice {
            value: Some(value),
            scores: seen.iter().map(|child| (child.cell(), share(*child))).collect(),
            scores_are: "share of the search's visits",
            visits: seen.iter().map(|child| (child.cell(), child.visits())).collect(),
            variation,
            candidates,
            ..Choice::new(mv)
        }
    }

    fn candidates(
        self,
        seen: &[Snapshot<'_>],
        prior: impl Fn(Snapshot<'_>) -> f64,
    ) -> Vec<Candidate> {
        let order = in_order(seen.len(), |a, b| seen[b].rank().cmp(&seen[a].rank()));
        let candidate = |child: Snapshot<'_>| {
            let chance = self.chance(child).unwrap_or_default();
            let win_rate = swap_aware_value(chance, self.can_be_swapped);
            candidate(child.step(), win_rate, prior(child), self.variation(child))
        };
        let ranked = order.into_iter().map(|number| seen[number]);
        ranked.filter(|child| child.visits() > 0).map(candidate).collect()
    }

    /// The chance of the player who swaps, from that of the best move without it. Under random
    /// turns a coin follows the swap, so the tree also holds the opponent's moves.
    fn after_swap(self, chance: f32) -> f32 {
        let stays = 1.0 - chance;
        let theirs = match self.position.rules().turns {
            Turns::Alternating => None,
            Turns::Random => self.tree.children(self.tree.node(Tree::ROOT), Colour::Black),
        };
        let theirs = theirs.and_then(best).and_then(|best| self::chance(best.results));
        theirs.map_or(stays, |theirs| (stays + theirs) / 2.0)
    }

    /// The principal variation after a move at the root, the move first. A first move that is
    /// better than even is followed by a swap.
    fn variation(self, child: Snapshot<'_>) -> Line {
        let is_swapped =
            self.can_be_swapped && self.chance(child).is_some_and(|chance| chance > 0.5);
        let (node, opponent) = (child.node, self.colour.other());
        let mut line = vec![child.step()];
        match is_swapped {
            true => line.extend(self.swapped_variation(node, opponent)),
            false => line.extend(self.principal_variation(node, opponent).iter().map(|c| c.step())),
        }
        line
    }

    /// A swap, which has no visits, at a node where this colour moves, and what follows it.
    fn swapped_variation(self, node: TreeNode<'_>, colour: Colour) -> Line {
        let line = self.principal_variation(node, colour);
        let cells: Vec<Cell> = line.iter().map(|child| child.cell()).collect();
        let moves = swap_and_then(self.position, &cells);
        let visits = iter::once(0).chain(line.iter().map(|child| child.visits()));
        moves.into_iter().zip(visits).collect()
    }

    /// The principal variation from a node on; empty under random turns, where a coin decides.
    fn principal_variation<'t>(
        &'t self,
        mut node: TreeNode<'t>,
        mut colour: Colour,
    ) -> Vec<Snapshot<'t>> {
        let mut line = Vec::new();
        if self.position.rules().turns == Turns::Random {
            return line;
        }
        while let Some(children) = self.tree.children(node, colour) {
            let Some(next) = best(children).filter(|next| next.visits() > 0) else { break };
            line.push(next);
            (node, colour) = (next.node, colour.other());
        }
        line
    }
}

fn candidate((mv, visits): (Move, u64), win_rate: f32, prior: f64, line: Line) -> Candidate {
    let (variation, variation_visits) = line.into_iter().unzip();
    Candidate { mv, visits, win_rate: win_rate.into(), prior, variation, variation_visits }
}

/// Moves with their visits.
type Line = Vec<(Move, u64)>;

/// A snapshot of a node. While threads search, a second load would give other numbers, and shares
/// of visits would not add up.
#[derive(Clone, Copy)]
struct Snapshot<'t> {
    node: TreeNode<'t>,
    results: NodeResults,
    extra: Extra,
}

impl<'t> Snapshot<'t> {
    fn new(node: TreeNode<'t>) -> Snapshot<'t> {
        Snapshot { node, results: node.results(), extra: node.extra() }
    }

    fn cell(self) -> Cell {
        self.node.cell()
    }

    fn visits(self) -> u64 {
        u64::from(self.results.visits)
    }

    fn step(self) -> (Move, u64) {
        (Move::Cell(self.cell()), self.visits())
    }

    /// The sort key of moves in [`best`].
    fn rank(self) -> (u8, u32, Extra) {
        let proof = match self.results.proof {
            NodeProof::Won => 2,
            NodeProof::Open => 1,
            NodeProof::Lost => 0,
        };
        (proof, self.results.visits, self.extra)
    }
}

/// The chance to win of the player who made a move; `None` before a visit.
fn chance(results: NodeResults) -> Option<f32> {
    match results.proof {
        NodeProof::Open => (results.visits > 0).then_some(results.value),
        NodeProof::Won => Some(1.0),
        NodeProof::Lost => Some(0.0),
    }
}

/// The child to play: a proven win, otherwise the most visited one that is not a proven loss;
/// without visits, the one with the best prior.
fn best(children: Children<'_>) -> Option<Snapshot<'_>> {
    first_best(children.iter().map(Snapshot::new))
}

/// The first of the highest-ranked nodes.
fn first_best<'t>(seen: impl DoubleEndedIterator<Item = Snapshot<'t>>) -> Option<Snapshot<'t>> {
    seen.rev().max_by_key(|child| child.rank())
}
