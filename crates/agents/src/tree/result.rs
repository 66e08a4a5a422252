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

    /// The chance of the colour to win with this move if nobody swaps; `None` before a visit.
    fn win_rate_without_swap(self, seen: Snapshot<'_>) -> Option<f32> {
        // Proofs in the tree count the swap, so here every first move is lost. Without the swap it
        // wins if all replies lose.
        if self.can_be_swapped && seen.results.proof == NodeProof::Lost {
            let answers = self.tree.children(seen.node, self.colour.other()).unwrap_or_default();
            let wins =
                !answers.is_empty() && answers.iter().all(|node| node.proof() == NodeProof::Lost);
            return Some(if wins { 1.0 } else { 0.0 });
        }
        seen.win_rate()
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
        let win_rate = self.win_rate_without_swap(best).unwrap_or(1.0 - node.value());
        let value_of_best = swap_aware_value(win_rate, self.can_be_swapped);
        let swap = self.swap.map(|swap| {
            // It has no node of its own: its variation is the opponent's without the swap.
            let line = self.swapped_variation(node, self.colour);
            candidate_move((swap, 0), self.win_rate_after_swap(win_rate), 0.0, line)
        });
        let swap_is_best =
            swap.as_ref().is_some_and(|swap| swap.win_rate > f64::from(value_of_best));
        let share = |child: Snapshot<'_>| child.visits() as f64 / all.max(1) as f64;
        let mut candidates = self.candidates(&seen, |child| match prior {
            PriorSource::Policy => f64::from(child.node.prior().value()),
            PriorSource::Share => share(child),
        });
        let (mv, value, variation) = match &swap {
            Some(swap) if swap_is_best => (swap.mv, swap.win_rate, swap.variation.clone()),
            _ => {
                let line = self.variation(best).into_iter().map(|(mv, _)| mv);
                (Move::Cell(best.cell()), f64::from(value_of_best), line.collect())
            }
        };
        if let Some(swap) = swap {
            insert_swap(&mut candidates, swap, swap_is_best);
        }
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
        let mut candidates = Vec::new();
        for child in order.into_iter().map(|number| seen[number]) {
            if child.visits() > 0 {
                let win_rate = self.win_rate_without_swap(child).unwrap_or_default();
                let value = swap_aware_value(win_rate, self.can_be_swapped);
                let line = self.variation(child);
                candidates.push(candidate_move(child.step(), value, prior(child), line));
            }
        }
        candidates
    }

    /// The chance of the player who swaps, from that of the best move without it. Under random
    /// turns a coin follows the swap, so the tree also holds the opponent's moves.
    fn win_rate_after_swap(self, win_rate: f32) -> f32 {
        let swapped = 1.0 - win_rate;
        let theirs = match self.position.rules().turns {
            Turns::Alternating => None,
            Turns::Random => self.tree.children(self.tree.node(Tree::ROOT), Colour::Black),
        };
        let theirs = theirs.and_then(best).and_then(Snapshot::win_rate);
        theirs.map_or(swapped, |theirs| (swapped + theirs) / 2.0)
    }

    /// The principal variation after a move at the root, the move first. A first move that is
    /// better than even is followed by a swap.
    fn variation(self, child: Snapshot<'_>) -> Line {
        let is_good = self.win_rate_without_swap(child).is_some_and(|win_rate| win_rate > 0.5);
        let opponent = self.colour.other();
        let mut line = vec![child.step()];
        if self.can_be_swapped && is_good {
            line.extend(self.swapped_variation(child.node, opponent));
        } else {
            let moves = self.principal_variation(child.node, opponent);
            line.extend(moves.into_iter().map(Snapshot::step));
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

fn candidate_move((mv, visits): (Move, u64), win_rate: f32, prior: f64, line: Line) -> Candidate {
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

    /// The chance to win of the player who made the move; `None` before a visit.
    fn win_rate(self) -> Option<f32> {
        match self.results.proof {
            NodeProof::Open => (self.results.visits > 0).then_some(self.results.value),
            NodeProof::Won => Some(1.0),
            NodeProof::Lost => Some(0.0),
        }
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

/// The child to play: a proven win, otherwise the most visited one that is not a proven loss;
/// without visits, the one with the best prior.
fn best(children: Children<'_>) -> Option<Snapshot<'_>> {
    first_best(children.iter().map(Snapshot::new))
}

/// The first of the highest-ranked nodes.
fn first_best<'t>(seen: impl DoubleEndedIterator<Item = Snapshot<'t>>) -> Option<Snapshot<'t>> {
    seen.rev().max_by_key(|child| child.rank())
}
