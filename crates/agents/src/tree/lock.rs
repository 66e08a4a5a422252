//! A spin lock of one word in the memory of the tree, for updates of a whole row of siblings.

use std::{
    hint::spin_loop,
    sync::atomic::Ordering::{Acquire, Release},
};

use super::sync::{AtomicU64, Relaxed, yield_now};

/// Spins before the thread yields, because the holder may not be running.
const SPINS: u32 = if cfg!(loom) { 0 } else { 100 };

/// The word that is 1 while a thread holds the lock. Empty in an empty list of children.
#[derive(Clone, Copy, Default)]
pub(super) struct SpinLock<'t>(pub &'t [AtomicU64]);

impl SpinLock<'_> {
    /// Runs an update while no other thread holds the lock.
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

/// Waits until the lock is free, or yields after some spins.
#[cold]
fn wait(word: &AtomicU64) {
    for _ in 0..SPINS {
        if word.load(Relaxed) == 0 {
            return;
        }
        spin_loop();
    }
    yield_now();
}
