//! What every thread of a search has of its own, and the simulations of UCT with RAVE.

use kring_board::{Cell, Colour, Position, Turns};
use kring_eval::{PlayoutEvaluator, PlayoutResult, PlayoutRng};
use rand::{RngExt, seq::SliceRandom};

use super::select::{RaveScores, first_best};
use crate::{
    choose::swap_aware_value,
    tree::{
        Children, NodeProof, NodeResults, RaveCounts, SearchWorker, Tree, TreeNode, candidates,
        decided, plies_to_swap, prove,
    },
};

#[derive(Clone, Copy, Debug)]
pub struct UctFormula {
    pub exploration: f32,
    /// The number of own visits that weigh as much as the RAVE value; `None`: only own visits
    /// count, and each move is visited once first.
    pub rave: Option<f32>,
    /// A node gets children once it has this many visits.
    pub expansion: u32,
}

/// The shared tree, a thread's copy of the position at its root, and the thread's playouts.
pub struct Simulator<'a> {
    pub tree: &'a Tree,
    pub position: Position,
    pub colour: Colour,
    pub evaluator: PlayoutEvaluator,
    pub evaluation: PlayoutResult,
    pub rng: PlayoutRng,
}

impl Simulator<'_> {
    pub fn expand(&self, node: TreeNode<'_>, colour: Colour, cells: Vec<Cell>) {
        let moves = cells.into_iter().map(|cell| (cell, RaveCounts::NEW.into()));
        self.tree.expand(node, colour, moves);
    }

    /// Black's chance in the current position with this colour to move, by playouts.
    pub fn evaluate(&mut self, colour: Colour) -> f32 {
        self.evaluator.evaluate(&self.position, colour, &mut self.rng, &mut self.evaluation);
        self.evaluation.black
    }

    pub fn go_back(&mut self, moves: usize) {
        for _ in 0..moves {
            self.position.undo();
        }
    }
}

/// One thread of a search. Threads share the tree, and nothing else.
pub struct UctWorker<'a> {
    formula: UctFormula,
    simulator: Simulator<'a>,
    /// The number of moves from the root after which a swap can be made.
    plies_to_swap: Option<usize>,
    path: Vec<UctStep<'a>>,
}

struct UctStep<'a> {
    colour: Colour,
    parent: TreeNode<'a>,
    children: Children<'a>,
    chosen: TreeNode<'a>,
    visit: u32,
}

impl<'a> UctWorker<'a> {
    pub fn new(formula: UctFormula, simulator: Simulator<'a>) -> UctWorker<'a> {
        let plies_to_swap = plies_to_swap(&simulator.position, simulator.colour);
        UctWorker { formula, simulator, plies_to_swap, path: Vec::new() }
    }

    /// Descends to a node that is decided or new, and returns black's chance there.
    fn descend(&mut self) -> f32 {
        self.simulator.evaluation.cells.iter_mut().for_each(Vec::clear);
        let mut colour = self.simulator.colour;
        let tree = self.simulator.tree;
        let mut node = tree.node(Tree::ROOT);
        loop {
            let mover = self.path.last().map(|step| step.colour);
            let black = mover.and_then(|mover| decided(&self.simulator.position, node, mover));
            if let Some(black) = black {
                return black;
            }
            let is_root = mover.is_none();
            if self.is_random() && (!is_root || self.tosses_at_root()) {
                colour = if self.simulator.rng.random() { Colour::Black } else { Colour::White };
            }
            if tree.children(node, colour).is_none()
                && (is_root || node.visits() > self.formula.expansion)
            {
                let mut cells = candidates(&self.simulator.position, colour);
                if self.formula.rave.is_none() {
                    cells.shuffle(&mut self.simulator.rng);
                }
                self.simulator.expand(node, colour, cells);
            }
            let Some(children) = tree.children(node, colour) else {
                return self.simulator.evaluate(colour);
            };
            let swap_aware = is_root && self.plies_to_swap == Some(1);
            let chosen = children.get(self.select(node, children, swap_aware));
            let visit = chosen.add_virtual_loss();
            self.simulator.position.play_unchecked(colour, chosen.cell());
            self.path.push(UctStep { colour, parent: node, children, chosen, visit });
            (node, colour) = (chosen, colour.other());
        }
    }

    fn is_random(&self) -> bool {
        self.simulator.position.rules().turns == Turns::Random
    }

    /// Whether a coin may select the side to move at the root, too. After a swap it does, so the
    /// opponent's moves are part of the value of a swap.
    fn tosses_at_root(&self) -> bool {
        let Simulator { tree, colour, .. } = &self.simulator;
        let has_begun = || tree.children(tree.node(Tree::ROOT), *colour).is_some();
        self.plies_to_swap == Some(0) && has_begun()
    }

    /// The child to visit next, by UCT, with RAVE if it is on. With `swap_aware` an even first move
    /// is best, because the opponent takes over a better one.
    fn select(&self, parent: TreeNode<'_>, children: Children<'_>, swap_aware: bool) -> usize {
        let explore = self.formula.exploration * libm::logf(parent.visits().max(1) as f32).sqrt();
        match self.formula.rave {
            None => {
                let score = |child: TreeNode<'_>| match child.results() {
                    NodeResults { proof: NodeProof::Won, .. } => f32::INFINITY,
                    NodeResults { proof: NodeProof::Lost, .. } => -1.0,
                    NodeResults { visits: 0, .. } => f32::MAX,
                    NodeResults { visits, value, .. } => {
                        swap_aware_value(value, swap_aware) + explore / (visits as f32).sqrt()
                    }
                };
                first_best(children.iter().map(score).enumerate())
            }
            Some(weight) => RaveScores { explore, weight, swap_aware }.best(children),
        }
    }

    fn backpropagate(&mut self, black: f32) {
        let root = self.simulator.tree.node(Tree::ROOT);
        let root_visit = root.add_visit(self.simulator.colour.other().chance(black));
        // Results come first, so that cache lines that other threads changed are fetched together.
        for step in &self.path {
            step.chosen.add_result(step.colour.chance(black));
        }
        let is_random = self.is_random();
        for (ply, step) in self.path.iter().enumerate().rev() {
            let parent_visit = if ply == 0 { root_visit } else { self.path[ply - 1].visit };
            let games = &self.simulator.evaluation.cells[step.colour.index()][..];
            if !games.is_empty() && updates_rave(parent_visit) {
                step.children.add_rave(games);
            }
            if !is_random && step.chosen.proof() != NodeProof::Open {
                prove(step.parent, step.children, self.plies_to_swap == Some(ply));
            }
        }
    }
}

impl SearchWorker for UctWorker<'_> {
    fn simulate(&mut self, count: u64) {
        for _ in 0..count {
            self.path.clear();
            let black = self.descend();
            self.simulator.go_back(self.path.len());
            self.backpropagate(black);
        }
    }
}

/// Whether the visit with this number updates the RAVE counts of a node's children. After many
/// visits a sample is enough: it saves work, and threads wait less for the nodes that all of them
/// pass. The visit's own number decides, because the node's current count jumps while several
/// threads are under way, and would skip or repeat updates.
fn updates_rave(visit: u32) -> bool {
    visit < RaveCounts::EVERY_VISIT || visit.is_multiple_of(8)
}
