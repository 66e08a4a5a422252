//! UCT with RAVE: one thread's part of a search, simulation by simulation.

use rand::{RngExt, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::{
    agent::{
        choose::chance_if_swapped,
        tree::{Node, Prior, Proof, Step, Tree, Worker, candidates, decided, plies_to_swap, prove},
    },
    board::Position,
    eval::{PlayoutEvaluator, PlayoutResult},
    rules::{Colour, Turns},
};

/// How a search weighs what it knows.
#[derive(Clone, Copy, Debug)]
pub struct Formula {
    /// The weight of trying what has been tried little.
    pub exploration: f32,
    /// How many visits of its own outweigh what other games say of a move;
    /// `None`: only own visits count, and each move is tried once first.
    pub rave: Option<f32>,
    /// A node gets children at this many visits.
    pub expansion: u32,
}

/// A worker: it shares the tree, and has the rest for itself.
pub struct Search<'a> {
    tree: &'a Tree,
    formula: Formula,
    position: Position,
    colour: Colour,
    /// After so many moves a swap can be made.
    plies_to_swap: Option<usize>,
    evaluator: PlayoutEvaluator,
    evaluation: PlayoutResult,
    rng: ChaCha8Rng,
    path: Vec<Step>,
}

impl<'a> Search<'a> {
    /// A worker for the position at the tree's root.
    pub fn new(
        tree: &'a Tree,
        formula: Formula,
        position: &Position,
        colour: Colour,
        evaluator: PlayoutEvaluator,
        rng: ChaCha8Rng,
    ) -> Search<'a> {
        let evaluation = PlayoutResult::default();
        let plies_to_swap = plies_to_swap(position, colour);
        let (position, path) = (position.clone(), Vec::new());
        Search { tree, formula, position, colour, plies_to_swap, evaluator, evaluation, rng, path }
    }

    /// Goes down to a node that is decided or new; black's chance there.
    fn descend(&mut self) -> f32 {
        self.evaluation.cells.iter_mut().for_each(Vec::clear);
        let mut index = Tree::ROOT;
        let mut colour = self.colour;
        let tree = self.tree;
        loop {
            let node = tree.node(index);
            if let Some(black) = decided(&self.position, node, self.path.last()) {
                return black;
            }
            if self.is_random() && (index != Tree::ROOT || self.looks_behind_swap()) {
                colour = if self.rng.random() { Colour::Black } else { Colour::White };
            }
            if tree.children(node, colour).is_none()
                && (index == Tree::ROOT || node.visits() > self.formula.expansion)
            {
                let mut cells = candidates(&self.position, colour);
                if self.formula.rave.is_none() {
                    cells.shuffle(&mut self.rng);
                }
                tree.expand(node, colour, cells.into_iter().map(|cell| (cell, Node::RAVE_PRIOR)));
            }
            let Some((first, children)) = tree.children(node, colour) else {
                let (position, rng) = (&self.position, &mut self.rng);
                self.evaluator.evaluate(position, colour, rng, &mut self.evaluation);
                return self.evaluation.black;
            };
            let evenly = index == Tree::ROOT && self.plies_to_swap == Some(1);
            let chosen = self.select(node, children, evenly);
            children[chosen].add_virtual_loss();
            self.position.place(colour, children[chosen].cell());
            let child = first + chosen as u32;
            self.path.push(Step { parent: index, colour, child });
            (index, colour) = (child, colour.other());
        }
    }

    fn is_random(&self) -> bool {
        self.position.rules().turns == Turns::Random
    }

    /// Whether a coin may decide at the root, too: after a swap it will, and
    /// what the opponent would do then is part of what a swap is worth.
    fn looks_behind_swap(&self) -> bool {
        let has_begun = || self.tree.children(self.tree.node(Tree::ROOT), self.colour).is_some();
        self.plies_to_swap == Some(0) && has_begun()
    }

    /// The child to look at next, by UCT, with RAVE if it is on. With `evenly`, for
    /// the first move of a game with swap, an even move is best: the opponent
    /// takes over a better one.
    fn select(&self, parent: &Node, children: &[Node], evenly: bool) -> usize {
        let worth = |value: f32| if evenly { chance_if_swapped(value) } else { value };
        let explore = self.formula.exploration * (parent.visits().max(1) as f32).ln().sqrt();
        match self.formula.rave {
            None => best(
                children,
                |_| f32::MAX,
                |child, visits| worth(child.value()) + explore / visits.sqrt(),
            ),
            Some(weight) => best(
                children,
                |child| worth(child.rave_value()) + explore,
                |child, visits| {
                    let mean =
                        (child.value() * visits + child.rave_value() * weight) / (visits + weight);
                    worth(mean) + explore / (visits + 1.0).sqrt()
                },
            ),
        }
    }

    /// Takes the result up the tree.
    fn backpropagate(&mut self, black: f32) {
        let tree = self.tree;
        let is_random = self.is_random();
        tree.node(Tree::ROOT).add_virtual_loss();
        for (ply, step) in self.path.iter().enumerate().rev() {
            let child = tree.node(step.child);
            child.add_result(if step.colour == Colour::Black { black } else { 1.0 - black });
            let parent = tree.node(step.parent);
            let Some((_, children)) = tree.children(parent, step.colour) else { continue };
            let games = &self.evaluation.cells[step.colour.index()][..];
            if !games.is_empty() && updates_rave(parent) {
                children.iter().for_each(|child| child.add_rave(games[child.cell().index()]));
            }
            if !is_random && child.proof() != Proof::Open {
                prove(parent, children, self.plies_to_swap == Some(ply));
            }
        }
    }
}

impl Worker for Search<'_> {
    const PRIOR: Prior = Prior::Share;

    /// Each time down the tree, an evaluation, and up again.
    fn simulate(&mut self, count: u64) {
        for _ in 0..count {
            self.path.clear();
            let black = self.descend();
            for _ in 0..self.path.len() {
                self.position.undo();
            }
            self.backpropagate(black);
        }
    }
}

/// The best child by one score for those that have not been visited, which
/// are most and of which nothing is known for sure, and one for the others. A
/// proven win beats everything, a proven loss nothing.
#[inline(always)]
fn best(
    children: &[Node],
    new: impl Fn(&Node) -> f32,
    visited: impl Fn(&Node, f32) -> f32,
) -> usize {
    let mut best = 0;
    let mut highest = f32::NEG_INFINITY;
    for (i, child) in children.iter().enumerate() {
        let score = match child.visits() {
            0 => new(child),
            visits => match child.proof() {
                Proof::Won => return i,
                Proof::Lost => -1.0,
                Proof::Open => visited(child, visits as f32),
            },
        };
        if score > highest {
            (best, highest) = (i, score);
        }
    }
    best
}

/// Whether the children of a node learn from the games of this visit. Where
/// there have been thousands, a sample is enough: it saves work, and threads do
/// not fight for the nodes that all of them pass.
fn updates_rave(parent: &Node) -> bool {
    let visits = parent.visits();
    visits < Node::RAVE_EVERY_VISIT || visits.is_multiple_of(8) && visits < Node::RAVE_UNTIL
}
