//! What threads share beside plain numbers: links to blocks, which are published, and a lock.
//!
//! A block is complete before it is published with `Release`, and links are read with `Acquire`:
//! a thread that sees a link sees the initialised block.

use std::{
    hint::spin_loop,
    sync::atomic::Ordering::{Acquire, Release},
};

use super::storage::BlockId;

pub(super) use std::sync::atomic::Ordering::Relaxed;

// The model checker `loom` has its own, in a build with `--cfg loom` (see `tree/model.rs`).
#[cfg(loom)]
pub(super) use loom::{
    sync::atomic::{AtomicU16, AtomicU32, AtomicU64},
    thread::yield_now,
};
#[cfg(not(loom))]
pub(super) use std::{
    sync::atomic::{AtomicU16, AtomicU32, AtomicU64},
    thread::yield_now,
};

/// A link to a block of children.
#[derive(Clone, Copy)]
pub(super) struct BlockLink<'t>(pub &'t AtomicU32);

pub(super) enum LinkTarget {
    Nothing,
    /// A thread is making the block.
    Busy,
    Block(BlockId),
}

/// No link leads to the root's block, which begins at index 0.
const NOTHING: u32 = 0;

/// A link to a block that is being made.
const BUSY: u32 = u32::MAX;

impl BlockLink<'_> {
    #[inline]
    pub fn target(self) -> LinkTarget {
        match self.0.load(Acquire) {
            NOTHING => LinkTarget::Nothing,
            BUSY => LinkTarget::Busy,
            block => LinkTarget::Block(BlockId(block)),
        }
    }

    /// Reserves an empty link for this thread, which then makes the block and calls
    /// [`BlockLink::publish`]. False if the link leads to a block or another thread was faster.
    pub fn reserve(self) -> bool {
        self.0.compare_exchange(NOTHING, BUSY, Acquire, Relaxed).is_ok()
    }

    /// Points a reserved link to a complete block, or to nothing again.
    pub fn publish(self, block: Option<BlockId>) {
        self.0.store(block.map_or(NOTHING, |block| block.0), Release);
    }
}

/// Spins before the thread yields, because the holder may not be running.
const SPINS: u32 = if cfg!(loom) { 0 } else { 100 };

/// A spin lock: 1 while a thread holds it, otherwise 0.
#[derive(Clone, Copy)]
pub(super) struct SpinLock<'t>(pub &'t AtomicU32);

impl SpinLock<'_> {
    /// Runs an update while no other thread holds the lock.
    #[inline]
    pub fn hold(self, update: impl FnOnce()) {
        while self.0.compare_exchange(0, 1, Acquire, Relaxed).is_err() {
            self.wait();
        }
        update();
        self.0.store(0, Release);
    }

    /// Waits until the lock is free, or yields after some spins.
    #[cold]
    fn wait(self) {
        for _ in 0..SPINS {
            if self.0.load(Relaxed) == 0 {
                return;
            }
            spin_loop();
        }
        yield_now();
    }
}
