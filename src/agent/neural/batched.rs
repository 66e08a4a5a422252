//! A search that leaves its evaluations to the caller, who makes them for many
//! searches at once and hands the results back.
//!
//! It never has more than one position under evaluation. So it finds the same as
//! it would alone, however many others share the batch.

use super::{
    VIEWS,
    puct::{Views, priors},
    worker::{Descent, EvaluationCache},
};
use crate::{
    agent::{
        Choice,
        tree::{Prior, Proof, Tree, describe, root_candidates},
    },
    board::{Cell, CellSet, Move, Position},
    eval::{Evaluation, Input},
    rules::Colour,
};

/// With fewer visits than this the root is evaluated once, not from several
/// sides.
const FEW: u64 = 16;

/// At most so many visits are made in a row that need no evaluation.
const IN_A_ROW: u64 = 32;

/// A search of one position by a network, one step at a time.
///
/// ```
/// use kring::{
///     agent::{BatchedSearch, EvaluationCache},
///     board::Position,
///     chance,
///     eval::{Evaluation, NetEvaluator, Network},
///     rules::{Colour, Rules, Size, Topology},
/// };
///
/// let (size, topology) = (Size::new(5, 5).unwrap(), Topology::Rhombus);
/// let position = Position::new(chance::game(size, Rules::default(), 1));
/// let mut evaluate = NetEvaluator::new(Network::embedded(), size, topology);
/// let cache = EvaluationCache::new(size, topology, 1 << 20);
/// let mut search = BatchedSearch::new(&position, Colour::Black, 20, 1 << 20);
/// while !search.is_over() {
///     let mut inputs = Vec::new();
///     search.collect(&cache, &mut inputs);
///     let mut evaluations = vec![Evaluation::default(); inputs.len()];
///     evaluate.evaluate(&inputs, &mut evaluations);
///     search.apply(&cache, &evaluations);
/// }
/// assert_eq!(search.visits(), 20);
/// assert!(position.legal_moves(Colour::Black).contains(&search.choice().mv));
/// ```
pub struct BatchedSearch {
    tree: Tree,
    descent: Descent,
    most: u64,
    /// The root's moves; all if there is no restriction.
    allowed: Option<CellSet>,
    views: Option<Views>,
    /// The network's evaluation of the root, once it is known.
    root: Option<Evaluation>,
}

impl BatchedSearch {
    /// A search of at most so many visits, whose tree takes at most so many
    /// bytes. A single visit evaluates the position and makes no tree; so do
    /// any number of visits where the game is decided.
    pub fn new(position: &Position, colour: Colour, visits: u64, bytes: usize) -> BatchedSearch {
        let most = most(position, visits);
        let exploration = super::puct::EXPLORATION.parse().unwrap_or(1.0);
        BatchedSearch {
            tree: Tree::new(bytes),
            descent: Descent::new(exploration, position, colour),
            most,
            allowed: None,
            views: views(position, most),
            root: None,
        }
    }

    /// Frees what only this search needs.
    pub fn clear(&mut self) {
        if self.most > 1 {
            self.tree.clear();
        }
        self.root = None;
    }

    /// Begins another search in the memory of this one, which was cleared.
    pub fn restart(&mut self, position: &Position, colour: Colour, visits: u64) {
        self.descent.restart(position, colour);
        self.most = most(position, visits);
        self.allowed = None;
        self.views = views(position, self.most);
    }

    /// Leaves only these moves at the root, as far as they are legal; all if none
    /// is given, or none is legal.
    pub fn restrict(&mut self, allowed: Option<CellSet>) {
        self.allowed = allowed;
    }

    /// Goes on until a position needs an evaluation, and appends it to the
    /// inputs; at first the root's own. How many were appended: the caller has
    /// to hand so many evaluations back before the next call.
    pub fn collect(&mut self, cache: &EvaluationCache, inputs: &mut Vec<Input>) -> usize {
        let before = inputs.len();
        let (position, colour) = self.descent.root();
        match (&self.root, &self.views) {
            (None, None) => inputs.push(Input::new(position, colour)),
            (None, Some(views)) => inputs.extend(views.inputs(position, colour)),
            (Some(_), _) => {
                for _ in 0..IN_A_ROW {
                    if self.is_over() || !self.descent.inputs().is_empty() {
                        break;
                    }
                    self.descent.visit(&self.tree, cache);
                }
                inputs.extend_from_slice(self.descent.inputs());
            }
        }
        inputs.len() - before
    }

    /// Takes the evaluations of what was collected last.
    pub fn apply(&mut self, cache: &EvaluationCache, evaluations: &[Evaluation]) {
        if self.root.is_some() {
            return self.descent.apply(&self.tree, cache, evaluations);
        }
        let Some(first) = evaluations.first() else { return };
        let root =
            self.views.as_ref().map_or_else(|| first.clone(), |views| views.mean(evaluations));
        if self.most > 1 {
            let (position, colour) = self.descent.root();
            let moves = root_candidates(position, colour, self.allowed.as_ref());
            self.descent.expand_root(&self.tree, &moves, root.clone());
        }
        self.root = Some(root);
    }

    /// The visits so far: the root's own evaluation is the first.
    pub fn visits(&self) -> u64 {
        match &self.root {
            Some(_) if self.most > 1 => u64::from(self.tree.node(Tree::ROOT).visits()),
            root => u64::from(root.is_some()),
        }
    }

    /// Whether nothing is left to do: enough visits, a proof, or a full tree.
    pub fn is_over(&self) -> bool {
        let visits = self.visits();
        visits >= self.most
            || visits > 1
                && (self.tree.node(Tree::ROOT).proof() != Proof::Open || self.tree.is_full())
    }

    /// The memory of the tree.
    pub fn bytes(&self) -> usize {
        if self.most > 1 { self.tree.bytes() } else { 0 }
    }

    /// The network's policy at the root: a probability for each cell, in the
    /// order of the cells; none where a stone lies.
    pub fn policy(&self) -> Vec<Option<f32>> {
        let (position, _) = self.descent.root();
        let mut policy = vec![None; position.size().cells()];
        if let Some(root) = &self.root {
            let cells: Vec<Cell> = position.empty().iter().collect();
            for (cell, prior) in cells.iter().zip(priors(&root.policy, &cells)) {
                policy[cell.index()] = Some(prior);
            }
        }
        policy
    }

    /// What the search says so far. If the game is decided, it says who has
    /// won.
    pub fn choice(&self) -> Choice {
        let (position, colour) = self.descent.root();
        if self.most > 1 {
            return describe(&self.tree, position, colour, Prior::Policy);
        }
        let network = self.root.as_ref().map(|root| f64::from(root.win_probability()));
        let value = match position.winner() {
            Some(winner) => Some(f64::from(u8::from(winner == colour))),
            None => network,
        };
        Choice { value, ..Choice::plain(Move::Resign) }
    }
}

/// Where the game is decided, nothing is to be searched.
fn most(position: &Position, visits: u64) -> u64 {
    if position.winner().is_some() { 1 } else { visits.max(1) }
}

/// From which sides the root is evaluated; none: only as it is.
fn views(position: &Position, visits: u64) -> Option<Views> {
    (visits >= FEW).then(|| Views::new(position, VIEWS))
}
