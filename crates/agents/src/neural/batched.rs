//! Searches that share batches of network evaluations.
//!
//! A search never has more than one position under evaluation. It therefore finds the same result
//! as it would alone, however many searches share the batch.

use std::sync::Arc;

use kring_board::{Cell, CellSet, Colour, Move, Position};
use kring_eval::{BoardKind, Evaluation, Input, Kernel, NetEvaluator, Network};

use super::{
    NeuralSettings, VIEWS,
    puct::{Views, priors},
    worker::{Descent, EvaluationCache},
};
use crate::{
    agent::Choice,
    tree::{NodeProof, PriorSource, SearchRoot, Tree, root_candidates},
};

/// With fewer visits than this, the root is evaluated from one view only.
const FEW: u64 = 16;

/// The maximum number of visits in a row that need no evaluation.
const IN_A_ROW: u64 = 32;

/// Evaluates one position of each of many searches on the same board as one batch.
pub struct BatchEvaluator {
    network: NetEvaluator,
    cache: EvaluationCache,
    inputs: Vec<Input>,
    evaluations: Vec<Evaluation>,
}

impl BatchEvaluator {
    /// An evaluator for a board, with a cache of at most this number of bytes.
    pub fn new(network: Arc<Network>, board: BoardKind, cache_bytes: usize) -> BatchEvaluator {
        BatchEvaluator {
            network: NetEvaluator::with_kernel(network, board, Kernel::best()),
            cache: EvaluationCache::new(board, cache_bytes),
            inputs: Vec::new(),
            evaluations: Vec::new(),
        }
    }

    /// Advances each search by one step; returns the number of evaluations. Asks `go_on` after
    /// every few positions; after a no, searches that miss an evaluation are of no more use.
    pub fn step<'a>(
        &mut self,
        searches: impl Iterator<Item = &'a mut BatchedSearch>,
        go_on: impl FnMut() -> bool,
    ) -> usize {
        self.inputs.clear();
        let collected = searches.map(|search| {
            let count = search.collect(&self.cache, &mut self.inputs);
            (search, count)
        });
        let collected: Vec<_> = collected.filter(|(_, count)| *count > 0).collect();
        let count = self.inputs.len();
        let kept = self.evaluations.len().max(count);
        self.evaluations.resize_with(kept, Evaluation::default);
        let evaluations = &mut self.evaluations[..count];
        let done = self.network.evaluate_while(&self.inputs, evaluations, go_on);
        let mut rest = &self.evaluations[..done];
        for (search, count) in collected {
            let Some((own, others)) = rest.split_at_checked(count) else { break };
            search.apply(&self.cache, own);
            rest = others;
        }
        done
    }
}

/// A search of one position by a network, one step at a time.
///
/// ```
/// use kring_agents::{BatchEvaluator, BatchedSearch};
/// use kring_board::{Colour, Position, Rules, Size, chance};
/// use kring_eval::{BoardKind, Network};
///
/// let game = chance::game(Size::new(5, 5).unwrap(), Rules::default(), 1);
/// let mut evaluator = BatchEvaluator::new(Network::embedded(), BoardKind::of(&game), 1 << 20);
/// let position = Position::new(game);
/// let mut search = BatchedSearch::new(&position, Colour::Black, 20, 1 << 20);
/// while !search.is_over() {
///     evaluator.step([&mut search].into_iter(), || true);
/// }
/// assert_eq!(search.visits(), 20);
/// assert!(position.legal_moves(Colour::Black).contains(&search.choice().mv));
/// ```
pub struct BatchedSearch {
    tree: Tree,
    descent: Descent,
    /// The maximum number of visits.
    most: u64,
    /// The only moves allowed at the root; all are, if this is `None` or none of them is legal.
    pub allowed: Option<CellSet>,
    /// The symmetric views from which the root is evaluated.
    views: Views,
    /// The network's evaluation of the root, once there is one.
    root: Option<Evaluation>,
}

impl BatchedSearch {
    /// A search of at most `visits` visits, with a tree of at most `bytes` bytes. A single visit,
    /// and a decided game, need an evaluation of the position and no tree.
    pub fn new(position: &Position, colour: Colour, visits: u64, bytes: usize) -> BatchedSearch {
        BatchedSearch::in_tree(Tree::new(bytes), position, colour, visits)
    }

    fn in_tree(tree: Tree, position: &Position, colour: Colour, visits: u64) -> BatchedSearch {
        let exploration = NeuralSettings::default().exploration as f32;
        // A decided game needs no search.
        let most = if position.winner().is_some() { 1 } else { visits.max(1) };
        BatchedSearch {
            tree,
            descent: Descent::new(exploration, position, colour),
            most,
            allowed: None,
            views: Views::new(position, if most < FEW { 1 } else { VIEWS }),
            root: None,
        }
    }

    /// Frees the results of this search.
    pub fn clear(&mut self) {
        if self.most > 1 {
            self.tree.clear();
        }
        self.root = None;
    }

    /// Another search in the memory of this one, after [`BatchedSearch::clear`].
    pub fn restart(self, position: &Position, colour: Colour, visits: u64) -> BatchedSearch {
        BatchedSearch::in_tree(self.tree, position, colour, visits)
    }

    /// Continues until a position needs an evaluation, and appends that position to the inputs;
    /// at first it is the root. Returns the number of inputs appended: the caller has to hand
    /// back that number of evaluations before the next call.
    fn collect(&mut self, cache: &EvaluationCache, inputs: &mut Vec<Input>) -> usize {
        let before = inputs.len();
        let (position, colour) = self.descent.root();
        if self.root.is_none() {
            inputs.extend(self.views.inputs(position, colour));
            return inputs.len() - before;
        }
        for _ in 0..IN_A_ROW {
            if self.is_over() || !self.descent.inputs.is_empty() {
                break;
            }
            self.descent.visit(&self.tree, cache);
        }
        inputs.extend_from_slice(&self.descent.inputs);
        inputs.len() - before
    }

    /// Applies the evaluations of the inputs collected last.
    fn apply(&mut self, cache: &EvaluationCache, evaluations: &[Evaluation]) {
        let Some(first) = evaluations.first() else { return };
        if self.root.is_some() {
            return self.descent.apply_single(&self.tree, cache, first);
        }
        let root = self.views.mean(evaluations);
        if self.most > 1 {
            let (position, colour) = self.descent.root();
            let moves = root_candidates(position, colour, self.allowed);
            self.descent.expand_root(&self.tree, &moves, root.clone());
        }
        self.root = Some(root);
    }

    /// The visits so far. The evaluation of the root is the first.
    pub fn visits(&self) -> u64 {
        match &self.root {
            Some(_) if self.most > 1 => u64::from(self.tree.node(Tree::ROOT).visits()),
            root => u64::from(root.is_some()),
        }
    }

    /// Whether the search is finished: enough visits, a proof or a full tree, and nothing pending.
    pub fn is_over(&self) -> bool {
        let visits = self.visits();
        let is_enough = visits >= self.most
            || visits > 1
                && (self.tree.node(Tree::ROOT).proof() != NodeProof::Open || self.tree.is_full());
        is_enough && self.descent.inputs.is_empty()
    }

    /// The memory that the tree takes.
    pub fn bytes(&self) -> usize {
        if self.most > 1 { self.tree.bytes() } else { 0 }
    }

    /// The network's policy at the root: a probability for each cell, in the order of the cells;
    /// `None` where the mover may not play.
    pub fn policy(&self) -> Vec<Option<f32>> {
        let (position, colour) = self.descent.root();
        let mut policy = vec![None; position.size().cells()];
        if let Some(root) = &self.root {
            let cells: Vec<Cell> = position.legal_cells(colour).iter().collect();
            for (cell, prior) in cells.iter().zip(priors(&root.policy, &cells)) {
                policy[cell.index()] = Some(prior);
            }
        }
        policy
    }

    /// The result of the search so far. If the game is decided, its value says who has won.
    pub fn choice(&self) -> Choice {
        let (position, colour) = self.descent.root();
        if self.most > 1 {
            let root = SearchRoot::new(&self.tree, position, colour, self.allowed.is_some());
            return root.describe(PriorSource::Policy);
        }
        let network = self.root.as_ref().map(|root| f64::from(root.win_probability()));
        let result = position.winner().map(|winner| f64::from(u8::from(winner == colour)));
        Choice { value: result.or(network), ..Choice::new(Move::Resign) }
    }
}
