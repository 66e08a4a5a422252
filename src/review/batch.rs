//! Searches by the network that are held open together: one position of each is
//! evaluated as one batch.

use std::sync::Arc;

use crate::{
    agent::{BatchedSearch, Choice, EvaluationCache},
    board::Position,
    eval::{Evaluation, Input, Kernel, NetEvaluator, Network},
    rules::Colour,
};

/// Searches that a thread holds open. More make batches hardly faster, and the first
/// result later.
pub const OPEN: usize = 8;

/// The cache of a thread takes at most so many bytes.
const MOST_CACHE: usize = 32 << 20;

/// The open searches of a thread.
pub struct Batch {
    evaluate: NetEvaluator,
    cache: EvaluationCache,
    open: Vec<Open>,
    spare: Vec<BatchedSearch>,
    tree_bytes: usize,
    inputs: Vec<Input>,
    evaluations: Vec<Evaluation>,
}

struct Open {
    id: usize,
    search: BatchedSearch,
    collected: usize,
}

impl Batch {
    /// How many searches are open.
    pub fn len(&self) -> usize {
        self.open.len()
    }

    /// For positions of this board, within so many bytes.
    pub fn new(network: &Arc<Network>, position: &Position, bytes: usize) -> Batch {
        let (size, topology) = (position.size(), position.rules().topology);
        Batch {
            evaluate: NetEvaluator::with_kernel(
                Arc::clone(network),
                size,
                topology,
                Kernel::best(),
            ),
            cache: EvaluationCache::new(size, topology, MOST_CACHE.min(bytes / 4)),
            open: Vec::new(),
            spare: Vec::new(),
            tree_bytes: bytes / 4 * 3 / OPEN,
            inputs: Vec::new(),
            evaluations: Vec::new(),
        }
    }

    /// Begins a search.
    pub fn open(&mut self, id: usize, position: &Position, colour: Colour, visits: u64) {
        let search = match self.spare.pop() {
            Some(mut search) => {
                search.restart(position, colour, visits);
                search
            }
            None => BatchedSearch::new(position, colour, visits, self.tree_bytes),
        };
        self.open.push(Open { id, search, collected: 0 });
    }

    /// One evaluation of each open search.
    pub fn step(&mut self) {
        self.inputs.clear();
        for open in &mut self.open {
            open.collected = open.search.collect(&self.cache, &mut self.inputs);
        }
        let count = self.inputs.len();
        self.evaluations.resize_with(count.max(self.evaluations.len()), Evaluation::default);
        self.evaluate.evaluate(&self.inputs, &mut self.evaluations[..count]);
        let mut rest = &self.evaluations[..count];
        for open in self.open.iter_mut().filter(|open| open.collected > 0) {
            let (own, others) = rest.split_at(open.collected);
            open.search.apply(&self.cache, own);
            rest = others;
        }
    }

    /// What the searches that are over have found.
    pub fn finished(&mut self) -> Vec<(usize, Choice)> {
        let mut found = Vec::new();
        for mut open in self.open.extract_if(.., |open| open.search.is_over()) {
            found.push((open.id, open.search.choice()));
            open.search.clear();
            self.spare.push(open.search);
        }
        found
    }
}
