//! UCT with RAVE: one thread's part of a search, simulation by simulation.

use kring_board::{Colour, Position, Turns};
use kring_eval::{PlayoutEvaluator, PlayoutResult};
use rand::{RngExt, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::select::Scores;
use crate::{
    choose::chance_if_swapped,
    tree::{Children, Node, Prior, Proof, Tree, Worker, candidates, decided, plies_to_swap, prove},
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
    path: Vec<Step<'a>>,
}

/// A choice on the way down.
struct Step<'a> {
    colour: Colour,
    parent: Node<'a>,
    children: Children<'a>,
    chosen: Node<'a>,
    /// The number of this visit of the chosen node.
    visit: u32,
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
        let mut colour = self.colour;
        let tree = self.tree;
        let mut node = tree.node(Tree::ROOT);
        loop {
            let mover = self.path.last().map(|step| step.colour);
            if let Some(black) = mover.and_then(|mover| decided(&self.position, node, mover)) {
                return black;
            }
            let is_root = mover.is_none();
            if self.is_random() && (!is_root || self.looks_behind_swap()) {
                colour = if self.rng.random() { Colour::Black } else { Colour::White };
            }
            if tree.children(node, colour).is_none()
                && (is_root || node.visits() > self.formula.expansion)
            {
                let mut cells = candidates(&self.position, colour);
                if self.formula.rave.is_none() {
                    cells.shuffle(&mut self.rng);
                }
                tree.expand(node, colour, cells.into_iter().map(|cell| (cell, Node::RAVE_PRIOR)));
            }
            let Some(children) = tree.children(node, colour) else {
                let (position, rng) = (&self.position, &mut self.rng);
                self.evaluator.evaluate(position, colour, rng, &mut self.evaluation);
                return self.evaluation.black;
            };
            let evenly = is_root && self.plies_to_swap == Some(1);
            let chosen = children.get(self.select(node, children, evenly));
            let visit = chosen.add_virtual_loss();
            self.position.place(colour, chosen.cell());
            self.path.push(Step { colour, parent: node, children, chosen, visit });
            (node, colour) = (chosen, colour.other());
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
    fn select(&self, parent: Node<'_>, children: Children<'_>, evenly: bool) -> usize {
        let worth = |value: f32| if evenly { chance_if_swapped(value) } else { value };
        let explore = self.formula.exploration * (parent.visits().max(1) as f32).ln().sqrt();
        match self.formula.rave {
            None => best(children, |visits, value| match visits {
                0 => f32::MAX,
                _ => worth(value) + explore / (visits as f32).sqrt(),
            }),
            Some(weight) => Scores { explore, weight, evenly }.best(children),
        }
    }

    /// Takes the result up the tree.
    fn backpropagate(&mut self, black: f32) {
        let root = self.tree.node(Tree::ROOT);
        let root_visit = root.add_visit(chance_of(self.colour.other(), black));
        // First all results, then the rest: what other threads changed arrives together.
        for step in &self.path {
            step.chosen.add_result(chance_of(step.colour, black));
        }
        let is_random = self.is_random();
        for (ply, step) in self.path.iter().enumerate().rev() {
            let parent_visit = if ply == 0 { root_visit } else { self.path[ply - 1].visit };
            let games = &self.evaluation.cells[step.colour.index()][..];
            if !games.is_empty() && updates_rave(parent_visit) {
                step.children.add_rave(games);
            }
            if !is_random && step.chosen.proof() != Proof::Open {
                prove(step.parent, step.children, self.plies_to_swap == Some(ply));
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

/// A colour's chance to win, from black's.
fn chance_of(colour: Colour, black: f32) -> f32 {
    if colour == Colour::Black { black } else { 1.0 - black }
}

/// The best child by a score of its visits and its value. A proven win
/// beats everything, a proven loss nothing.
#[inline(always)]
fn best(children: Children<'_>, score: impl Fn(u32, f32) -> f32) -> usize {
    let mut best = 0;
    let mut highest = f32::NEG_INFINITY;
    for (i, results) in children.iter().map(Node::results).enumerate() {
        let score = match results.proof {
            Proof::Won => return i,
            Proof::Lost => -1.0,
            Proof::Open => score(results.visits, results.value),
        };
        if score > highest {
            (best, highest) = (i, score);
        }
    }
    best
}

/// Whether a node's visit with this number updates the RAVE counts of its children. Where there
/// have been thousands, a sample is enough: it saves work, and threads wait less for the nodes that
/// all of them pass. By the visit's own number: the node's current count jumps when several threads
/// are on their way, and would skip updates or make them twice.
fn updates_rave(visit: u32) -> bool {
    visit < Node::RAVE_EVERY_VISIT || visit.is_multiple_of(8)
}
