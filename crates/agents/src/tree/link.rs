//! The link from a node to its child block.
//!
//! A block is complete before it is published with `Release`, and links are read with `Acquire`:
//! a thread that sees a link sees the initialised block.

use std::sync::atomic::Ordering::{Acquire, Release};

use super::{part::Half, sync::Relaxed};

/// The slot at which a block begins.
#[derive(Clone, Copy)]
pub(super) struct BlockLink<'t>(pub Half<'t>);

/// What a link leads to.
pub(super) enum LinkTarget {
    Nothing,
    /// A thread is making the block.
    Busy,
    Block(u32),
}

/// A link to a block that is being made.
const BUSY: u32 = u32::MAX;

impl BlockLink<'_> {
    #[inline]
    pub fn target(self) -> LinkTarget {
        match self.0.of_word(self.0.word.load(Acquire)) as u32 {
            0 => LinkTarget::Nothing,
            BUSY => LinkTarget::Busy,
            block => LinkTarget::Block(block),
        }
    }

    /// Reserves an empty link for this thread, which then makes the block and calls
    /// [`BlockLink::publish`]. False if the link leads to a block or another thread was faster.
    pub fn reserve(self) -> bool {
        let busy = self.0.bits(BUSY);
        let reserved = |word: u64| (word & busy == 0).then_some(word | busy);
        self.0.word.fetch_update(Acquire, Relaxed, reserved).is_ok()
    }

    /// Points a reserved link to a complete block, or to nothing again.
    pub fn publish(self, block: Option<u32>) {
        // All bits of a reserved link are set. Clearing those that the block's number lacks
        // leaves the number.
        let others = !self.0.bits(BUSY);
        self.0.word.fetch_and(others | self.0.bits(block.unwrap_or(0)), Release);
    }

    /// Replaces the target, while no other thread sees the tree.
    pub fn set(self, block: u32) {
        self.0.store(block);
    }
}
