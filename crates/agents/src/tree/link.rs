//! The link from a node to the block of its children.
//!
//! A block is complete before it is published with `Release`, and is found with `Acquire`: a
//! thread that sees a link sees all that the block was made with.

use std::sync::atomic::Ordering::{Acquire, Release};

use super::{part::Half, sync::Relaxed};

/// The slot at which a block begins.
#[derive(Clone, Copy)]
pub(super) struct Link<'t>(pub Half<'t>);

/// What a link leads to.
pub(super) enum Target {
    Nothing,
    /// A thread is making the block.
    Busy,
    Block(u32),
}

/// A link to a block that is being made.
const BUSY: u32 = u32::MAX;

impl Link<'_> {
    #[inline]
    pub fn target(self) -> Target {
        match self.0.of_word(self.0.word.load(Acquire)) as u32 {
            0 => Target::Nothing,
            BUSY => Target::Busy,
            block => Target::Block(block),
        }
    }

    /// Reserves a link that leads to nothing for this thread, which then makes the block and
    /// calls [`Link::publish`]. False if it leads somewhere or another thread was faster.
    pub fn reserve(self) -> bool {
        let busy = self.0.bits(BUSY);
        let reserved = |word: u64| (word & busy == 0).then_some(word | busy);
        self.0.word.fetch_update(Acquire, Relaxed, reserved).is_ok()
    }

    /// Lets a reserved link lead to a complete block, or to nothing again.
    pub fn publish(self, block: Option<u32>) {
        // All bits of a reserved link are set, so those that the block's number lacks are cleared.
        let others = !self.0.bits(BUSY);
        self.0.word.fetch_and(others | self.0.bits(block.unwrap_or(0)), Release);
    }

    /// Replaces the target, while no other thread sees the tree.
    pub fn set(self, block: u32) {
        self.0.store(block);
    }
}
