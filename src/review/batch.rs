//! Searches by the network that are held open together: one position of each is
//! evaluated as one batch.

use std::sync::Arc;

use kring_agents::{BatchEvaluator, BatchedSearch, Choice};
use kring_board::{Colour, Position};
use kring_eval::Network;

/// Searches that a thread holds open. More make batches hardly faster, and the first
/// result later.
pub const OPEN: usize = 8;

/// The cache of a thread takes at most so many bytes.
const MOST_CACHE: usize = 32 << 20;

/// The open searches of a thread.
pub struct Batch {
    evaluator: BatchEvaluator,
    open: Vec<Open>,
    spare: Vec<BatchedSearch>,
    tree_bytes: usize,
}

struct Open {
    id: usize,
    search: BatchedSearch,
}

impl Batch {
    /// How many searches are open.
    pub fn len(&self) -> usize {
        self.open.len()
    }

    /// For positions of this board, within so many bytes.
    pub fn new(network: &Arc<Network>, position: &Position, bytes: usize) -> Batch {
        let board = (position.size(), position.rules().topology);
        let cache = MOST_CACHE.min(bytes / 4);
        Batch {
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
        self.open.push(Open { id, search });
    }

    /// One evaluation of each open search.
    pub fn step(&mut self) {
        self.evaluator.step(self.open.iter_mut().map(|open| &mut open.search));
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
