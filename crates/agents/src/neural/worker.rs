//! One thread of a search. It descends to a few positions that have no evaluation yet, lets the
//! network evaluate them as one batch, and propagates the results up the tree. A cache keeps the
//! evaluations for transpositions and for the next search.
//!
//! [`Descent`] is the part without the evaluation. Searches that share their batches use it too
//! (`batched`).

use std::sync::{Mutex, MutexGuard, PoisonError};

use kring_board::{Cell, Colour, Position, stop::Stop};
use kring_eval::{BoardKind, Evaluation, Input, NetEvaluator};

use super::puct::{Views, priors, select};
use crate::{
    choose::in_order,
    tree::{
        DescentStep, NodeId, NodeProof, Prior, SearchWorker, Tree, TreeNode, candidates, decided,
        plies_to_swap, prove,
    },
};

/// One thread of a search. Threads share the tree and the cache, and nothing else.
pub struct NeuralWorker<'a> {
    pub tree: &'a Tree,
    pub cache: &'a EvaluationCache,
    pub evaluate: NetEvaluator,
    pub descent: Descent,
    pub evaluations: Vec<Evaluation>,
    pub stop: &'a Stop,
}

/// Descends a tree to positions that need an evaluation, and propagates their results.
pub struct Descent {
    exploration: f32,
    position: Position,
    root: RootSide,
    path: Vec<DescentStep>,
    leaves: Vec<Leaf>,
    /// Of the positions that wait for evaluation.
    pub inputs: Vec<Input>,
}

/// The side to move at the root, and the number of moves after which a swap can be made.
#[derive(Clone, Copy)]
struct RootSide {
    colour: Colour,
    plies_to_swap: Option<usize>,
}

/// How a descent ended.
enum Visit {
    /// With black's chance at the node.
    Valued(f32),
    /// At a position that now waits for its evaluation.
    New,
    /// At a position that waits for its evaluation already: there is no result yet.
    Pending,
}

/// A position that waits for its evaluation.
struct Leaf {
    path: Vec<DescentStep>,
    node: NodeId,
    mover: Colour,
    hash: u64,
    cells: Vec<Cell>,
}

impl NeuralWorker<'_> {
    /// Expands the root with these moves, and evaluates it from several symmetric views.
    pub fn expand_root(&mut self, cells: &[Cell], views: usize) {
        let position = &self.descent.position;
        let colour = self.descent.root.colour;
        let views = Views::new(position, views);
        let go_on = || !self.stop.is_set();
        let evaluation = views.evaluate(&mut self.evaluate, position, colour, go_on);
        self.descent.expand_root(self.tree, cells, evaluation);
    }

    /// Searches at most `most` moves one ply deep, by priors; returns the number of positions.
    pub fn search_one_ply(&mut self, most: usize) -> u64 {
        let positions = self.descent.search_one_ply(self.tree, self.cache, most);
        self.evaluate_leaves();
        positions
    }

    /// Evaluates the waiting positions as one batch. After an interruption it leaves out the rest.
    fn evaluate_leaves(&mut self) {
        let inputs = &self.descent.inputs;
        let go_on = || !self.stop.is_set();
        self.evaluations.resize_with(inputs.len(), Evaluation::default);
        let done = self.evaluate.evaluate_while(inputs, &mut self.evaluations, go_on);
        self.descent.apply(self.tree, self.cache, &self.evaluations[..done]);
    }
}

impl SearchWorker for NeuralWorker<'_> {
    /// Descends `count` times, evaluates all new positions, and propagates their results.
    fn simulate(&mut self, count: u64) {
        (0..count).for_each(|_| self.descent.visit(self.tree, self.cache));
        self.evaluate_leaves();
    }
}

impl Descent {
    pub fn new(exploration: f32, position: &Position, colour: Colour) -> Descent {
        Descent {
            exploration,
            position: position.clone(),
            root: RootSide { colour, plies_to_swap: plies_to_swap(position, colour) },
            path: Vec::new(),
            leaves: Vec::new(),
            inputs: Vec::new(),
        }
    }

    pub fn root(&self) -> (&Position, Colour) {
        (&self.position, self.root.colour)
    }

    /// Expands the root with these moves, and gives it its value.
    pub fn expand_root(&self, tree: &Tree, cells: &[Cell], mut evaluation: Evaluation) {
        let root = tree.node(Tree::ROOT);
        if self.root.plies_to_swap == Some(1) {
            // An even move is wanted, not the best one.
            evaluation.policy.fill(0.0);
        }
        if let Some(children) = tree.children(root, self.root.colour) {
            let cells: Vec<Cell> = children.iter().map(TreeNode::cell).collect();
            let priors = priors(&evaluation.policy, &cells);
            children
                .iter()
                .zip(priors)
                .for_each(|(child, prior)| child.set_prior(Prior::new(prior)));
        }
        root.begin_visit();
        expand_node(tree, Tree::ROOT, self.root.colour, cells, &evaluation);
        backpropagate(tree, self.root, &[], self.root.colour.chance(evaluation.win_probability()));
    }

    /// Descends once. Propagates the result, unless a new position waits for its evaluation.
    pub fn visit(&mut self, tree: &Tree, cache: &EvaluationCache) {
        self.path.clear();
        tree.node(Tree::ROOT).begin_visit();
        self.go_on(tree, cache, Tree::ROOT, self.root.colour);
    }

    /// Descends from a node, with this colour to move, and propagates the result.
    fn go_on(&mut self, tree: &Tree, cache: &EvaluationCache, from: NodeId, colour: Colour) {
        let visit = self.descend(tree, cache, from, colour);
        for _ in 0..self.path.len() {
            self.position.undo();
        }
        match visit {
            Visit::Valued(black) => backpropagate(tree, self.root, &self.path, black),
            Visit::New => {}
            Visit::Pending => cancel(tree, &self.path),
        }
    }

    /// Visits the moves with the highest priors, at most `most`; new positions wait.
    fn search_one_ply(&mut self, tree: &Tree, cache: &EvaluationCache, most: usize) -> u64 {
        let colour = self.root.colour;
        let root = tree.node(Tree::ROOT);
        let Some(children) = tree.children(root, colour) else { return 1 };
        let prior = |number| children.get(number).prior().value();
        let order = in_order(children.len(), |a, b| prior(b).total_cmp(&prior(a)));
        for &chosen in order.iter().take(most) {
            let child = children.id(chosen);
            let node = children.get(chosen);
            self.path.clear();
            self.path.push(DescentStep { colour, child });
            root.begin_visit();
            node.begin_visit();
            self.position.play_unchecked(colour, node.cell());
            let cells = candidates(&self.position, colour.other());
            let visit = decided(&self.position, node, colour)
                .map(Visit::Valued)
                .or_else(|| self.visit_leaf(tree, cache, child, colour.other(), cells));
            self.position.undo();
            if let Some(Visit::Valued(black)) = visit {
                backpropagate(tree, self.root, &self.path, black);
            }
        }
        1 + most.min(children.len()) as u64
    }

    /// Descends from a node, with this colour to move, to one that is decided or new.
    fn descend(
        &mut self,
        tree: &Tree,
        cache: &EvaluationCache,
        mut id: NodeId,
        mut colour: Colour,
    ) -> Visit {
        loop {
            let node = tree.node(id);
            if let Some(step) = self.path.last()
                && let Some(black) = decided(&self.position, node, step.colour)
            {
                return Visit::Valued(black);
            }
            if tree.children(node, colour).is_none()
                && let Some(visit) = self.visit_childless(tree, cache, id, colour)
            {
                return visit;
            }
            let Some(children) = tree.children(node, colour) else {
                return Visit::Pending;
            };
            let swap_aware = id == Tree::ROOT && self.root.plies_to_swap == Some(1);
            let number = select(node, children, self.exploration, swap_aware);
            let chosen = children.get(number);
            chosen.begin_visit();
            self.position.play_unchecked(colour, chosen.cell());
            id = children.id(number);
            self.path.push(DescentStep { colour, child: id });
            colour = colour.other();
        }
    }

    /// Visits a node without children; `None` if it has some now, so that the descent goes on.
    fn visit_childless(
        &mut self,
        tree: &Tree,
        cache: &EvaluationCache,
        id: NodeId,
        colour: Colour,
    ) -> Option<Visit> {
        let cells = candidates(&self.position, colour);
        if let [only] = cells[..] {
            // A forced move needs no evaluation: the position after it matters.
            let node = tree.node(id);
            tree.expand(node, colour, [(only, Prior::new(1.0).into())].into_iter());
            if tree.children(node, colour).is_some() {
                return None;
            }
        }
        self.visit_leaf(tree, cache, id, colour, cells)
    }

    /// Takes the value of a position from the cache, or lets it wait for its evaluation. It gets
    /// children at its second visit, if the tree has room: most positions are never visited again,
    /// and children take memory. `None` if it has children now.
    fn visit_leaf(
        &mut self,
        tree: &Tree,
        cache: &EvaluationCache,
        node: NodeId,
        mover: Colour,
        cells: Vec<Cell>,
    ) -> Option<Visit> {
        if self.leaves.iter().any(|leaf| leaf.node == node) {
            return Some(Visit::Pending);
        }
        let input = Input::new(&self.position, mover);
        let hash = self.position.hash_for(mover);
        let Some(evaluation) = cache.get(hash, &input) else {
            self.leaves.push(Leaf { path: self.path.clone(), node, mover, hash, cells });
            self.inputs.push(input);
            return Some(Visit::New);
        };
        if tree.node(node).begun_visits() > 1 {
            expand_node(tree, node, mover, &cells, &evaluation);
        }
        if tree.children(tree.node(node), mover).is_some() {
            return None;
        }
        Some(Visit::Valued(mover.chance(evaluation.win_probability())))
    }

    /// Propagates the results of the waiting positions. Those without one are given up.
    pub fn apply(&mut self, tree: &Tree, cache: &EvaluationCache, evaluations: &[Evaluation]) {
        let known = evaluations.len().min(self.leaves.len());
        self.leaves.drain(known..).for_each(|leaf| cancel(tree, &leaf.path));
        let evaluated = self.inputs.drain(..).zip(evaluations);
        for (leaf, (input, evaluation)) in self.leaves.drain(..).zip(evaluated) {
            cache.put(leaf.hash, &input, evaluation);
            if tree.node(leaf.node).begun_visits() > 1 {
                expand_node(tree, leaf.node, leaf.mover, &leaf.cells, evaluation);
            }
            let black = leaf.mover.chance(evaluation.win_probability());
            backpropagate(tree, self.root, &leaf.path, black);
        }
    }

    /// The same where at most one position waits. If it was evaluated before and the cache has
    /// lost it, the visit continues from there, as it would have with the cached evaluation. So
    /// the result does not depend on the other contents of the cache.
    pub fn apply_single(&mut self, tree: &Tree, cache: &EvaluationCache, found: &Evaluation) {
        let is_again = |leaf: &mut Leaf| tree.node(leaf.node).begun_visits() > 1;
        let Some(leaf) = self.leaves.pop_if(is_again) else {
            return self.apply(tree, cache, std::slice::from_ref(found));
        };
        self.inputs.drain(..).for_each(|input| cache.put(leaf.hash, &input, found));
        for step in &leaf.path {
            self.position.play_unchecked(step.colour, tree.node(step.child).cell());
        }
        self.path = leaf.path;
        self.go_on(tree, cache, leaf.node, leaf.mover);
    }
}

fn expand_node(tree: &Tree, node: NodeId, mover: Colour, cells: &[Cell], evaluation: &Evaluation) {
    let priors = priors(&evaluation.policy, cells);
    let moves = cells.iter().zip(&priors).map(|(&cell, &prior)| (cell, Prior::new(prior).into()));
    tree.expand(tree.node(node), mover, moves);
}

/// Ends a visit of the nodes on a path without a result.
fn cancel(tree: &Tree, path: &[DescentStep]) {
    tree.node(Tree::ROOT).cancel_visit();
    path.iter().for_each(|step| tree.node(step.child).cancel_visit());
}

fn backpropagate(tree: &Tree, root: RootSide, path: &[DescentStep], black: f32) {
    for (ply, step) in path.iter().enumerate().rev() {
        let child = tree.node(step.child);
        child.end_visit(step.colour.chance(black));
        let parent = tree.node(ply.checked_sub(1).map_or(Tree::ROOT, |ply| path[ply].child));
        if child.proof() != NodeProof::Open
            && let Some(children) = tree.children(parent, step.colour)
        {
            prove(parent, children, root.plies_to_swap == Some(ply));
        }
    }
    tree.node(Tree::ROOT).end_visit(root.colour.other().chance(black));
}

/// Evaluations of positions on one board. Every position has one slot, which newer positions
/// overwrite, so the memory is limited.
pub struct EvaluationCache {
    pub board: BoardKind,
    slots: Vec<Mutex<CacheSlot>>,
}

type CacheSlot = Option<Box<(Input, Evaluation)>>;

impl EvaluationCache {
    /// An empty cache for a board, of at most `bytes` bytes.
    pub fn new(board: BoardKind, bytes: usize) -> EvaluationCache {
        let evaluation = size_of::<(Input, Evaluation)>() + board.size.cells() * size_of::<f32>();
        let slots = (bytes / (evaluation + 64)).max(1);
        let slots = 1usize << slots.ilog2();
        EvaluationCache { board, slots: (0..slots).map(|_| Mutex::default()).collect() }
    }

    pub fn get(&self, hash: u64, input: &Input) -> Option<Evaluation> {
        let slot = self.slot(hash);
        let (_, evaluation) = &**slot.as_ref().filter(|slot| slot.0 == *input)?;
        Some(evaluation.clone())
    }

    pub fn put(&self, hash: u64, input: &Input, evaluation: &Evaluation) {
        *self.slot(hash) = Some(Box::new((input.clone(), evaluation.clone())));
    }

    fn slot(&self, hash: u64) -> MutexGuard<'_, CacheSlot> {
        let slot = &self.slots[hash as usize & (self.slots.len() - 1)];
        slot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
