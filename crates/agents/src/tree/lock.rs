//! A spin lock of one word in the memory of the tree, for updates of a whole row of siblings.

use std::{
    hint::spin_loop,
    sync::atomic::Ordering::{Acquire, Release},
};

use super::sync::{AtomicU64, Relaxed, yield_now};

/// Looks at a lock that is held before the thread lets others run: the holder may be asleep.
const LOOKS: u32 = if cfg!(loom) { 0 } else { 100 };

/// The word that is 1 while a thread holds the lock. Empty for the children of nothing.
#[derive(Clone, Copy, Default)]
pub(super) struct Lock<'t>(pub &'t [AtomicU64]);

impl Lock<'_> {
    /// Runs an update that no other thread runs at the same time.
    #[inline]
    pub fn hold(self, update: impl FnOnce()) {
        let Some(word) = self.0.first() else { return };
        while word.compare_exchange(0, 1, Acquire, Relaxed).is_err() {
            wait(word);
        }
        update();
        word.store(0, Release);
    }
}

/// Waits for a while, or until the lock is free.
#[cold]
fn wait(word: &AtomicU64) {
    for _ in 0..LOOKS {
        if word.load(Relaxed) == 0 {
            return;
        }
        spin_loop();
    }
    yield_now();
}
