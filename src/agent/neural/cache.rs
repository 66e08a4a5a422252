//! What the network has said, for positions that are reached in another
//! order of moves or in the next search.

use std::sync::{Mutex, PoisonError};

use crate::{
    eval::{Evaluation, Input},
    rules::{Size, Topology},
};

/// Judgements of positions on one board. Every position has one slot, and a
/// newer one takes it: the memory has a limit.
pub struct Cache {
    board: (Size, Topology),
    slots: Vec<Slot>,
}

type Slot = Mutex<Option<Box<(Input, Evaluation)>>>;

impl Cache {
    /// An empty one for a board, of at most so many bytes.
    pub fn new(size: Size, topology: Topology, bytes: usize) -> Cache {
        let evaluation = size_of::<(Input, Evaluation)>() + size.cells() * size_of::<f32>();
        let slots = (bytes / (evaluation + 64)).max(1);
        let slots = 1usize << slots.ilog2();
        Cache { board: (size, topology), slots: (0..slots).map(|_| Mutex::default()).collect() }
    }

    /// Whether it is about this board.
    pub fn is_for(&self, size: Size, topology: Topology) -> bool {
        self.board == (size, topology)
    }

    /// What the network said about a position with this hash.
    pub fn get(&self, hash: u64, input: &Input) -> Option<Evaluation> {
        let slot = self.slot(hash).lock().unwrap_or_else(PoisonError::into_inner);
        let (_, evaluation) = &**slot.as_ref().filter(|slot| slot.0 == *input)?;
        Some(evaluation.clone())
    }

    /// Keeps what the network says about a position with this hash.
    pub fn put(&self, hash: u64, input: &Input, evaluation: &Evaluation) {
        let mut slot = self.slot(hash).lock().unwrap_or_else(PoisonError::into_inner);
        *slot = Some(Box::new((*input, evaluation.clone())));
    }

    fn slot(&self, hash: u64) -> &Slot {
        &self.slots[hash as usize & (self.slots.len() - 1)]
    }
}
