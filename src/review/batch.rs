//! Network searches that are open together: one leaf of each is evaluated as one batch.

use std::sync::Arc;

use kring_agents::{BatchEvaluator, BatchedSearch, Choice};
use kring_board::{Colour, Position};
use kring_eval::Network;

/// The most searches that a thread keeps open. More would hardly make batches faster, and would
/// delay the first result.
pub const OPEN: usize = 8;

/// The most bytes of a thread's cache.
const MOST_CACHE: usize = 32 << 20;

/// The open searches of a thread.
pub struct ReviewBatch {
    evaluator: BatchEvaluator,
    open: Vec<OpenReviewSearch>,
    spare: Vec<BatchedSearch>,
    tree_bytes: usize,
}

struct OpenReviewSearch {
    id: usize,
    search: BatchedSearch,
}

impl ReviewBatch {
    /// How many searches are open.
    pub fn len(&self) -> usize {
        self.open.len()
    }

    /// A batch for positions on this board, within this number of bytes.
    pub fn new(network: &Arc<Network>, position: &Position, bytes: usize) -> ReviewBatch {
        let board = (position.size(), position.rules().topology);
        let cache = MOST_CACHE.min(bytes / 4);
        ReviewBatch {
            evaluator: BatchEvaluator::new(Arc::clone(network), board, cache),
            open: Vec::new(),
            spare: Vec::new(),
            tree_bytes: bytes / 4 * 3 / OPEN,
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
        self.open.push(OpenReviewSearch { id, search });
    }

    /// One evaluation of each open search.
    pub fn step(&mut self) {
        self.evaluator.step(self.open.iter_mut().map(|open| &mut open.search));
    }

    /// Removes the finished searches and returns their choices.
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
