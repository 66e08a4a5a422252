//! The link from a node to the family below it.

use std::sync::atomic::Ordering::*;

use super::part::Half;

/// A link.
#[derive(Clone, Copy)]
pub(super) struct Link<'t>(pub Half<'t>);

/// What a link leads to.
pub(super) enum Target {
    Nothing,
    /// A thread is making the family.
    Busy,
    Family(u32),
}

/// A link to a family that is being made.
const BUSY: u32 = u32::MAX;

impl Link<'_> {
    /// What it leads to, as the thread that made it has left it.
    #[inline]
    pub fn target(self) -> Target {
        match self.0.of_word(self.0.word.load(Acquire)) as u32 {
            0 => Target::Nothing,
            BUSY => Target::Busy,
            family => Target::Family(family),
        }
    }

    /// Whether it led to nothing, and now it is up to this thread to make it
    /// lead to a family.
    pub fn take(self) -> bool {
        let busy = self.0.bits(BUSY);
        let taken = |word: u64| (word & busy == 0).then_some(word | busy);
        self.0.word.fetch_update(Acquire, Relaxed, taken).is_ok()
    }

    /// Makes a link that was taken lead to a family that is complete, or to
    /// nothing again.
    pub fn publish(self, family: Option<u32>) {
        // All its bits are set.
        let others = !self.0.bits(BUSY);
        self.0.word.fetch_and(others | self.0.bits(family.unwrap_or(0)), Release);
    }

    /// Leads to another place, while no other thread sees the tree.
    pub fn move_to(self, family: u32) {
        self.0.store(family);
    }
}
