//! The words of the tree's memory: several smaller numbers, links to child blocks, or a lock.
//!
//! A block is complete before it is published with `Release`, and links are read with `Acquire`:
//! a thread that sees a link sees the initialised block.

use std::{
    hint::spin_loop,
    sync::atomic::Ordering::{Acquire, Release},
};

pub(super) use std::sync::atomic::Ordering::Relaxed;

// The model checker `loom` has its own, in a build with `--cfg loom` (see `tree/model.rs`).
#[cfg(loom)]
pub(super) use loom::{
    sync::atomic::{AtomicU32, AtomicU64},
    thread::yield_now,
};
#[cfg(not(loom))]
pub(super) use std::{
    sync::atomic::{AtomicU32, AtomicU64},
    thread::yield_now,
};

/// A number of `BITS` bits in a word. A row of them is a slice of words.
#[derive(Clone, Copy)]
pub(super) struct Part<'t, const BITS: usize> {
    pub word: &'t AtomicU64,
    shift: usize,
}

pub(super) type Half<'t> = Part<'t, 32>;
pub(super) type Quarter<'t> = Part<'t, 16>;

impl<'t, const BITS: usize> Part<'t, BITS> {
    const ALL: u64 = !(!0 << BITS);

    /// The number with this index in a row.
    #[inline]
    pub fn of(row: &'t [AtomicU64], index: usize) -> Part<'t, BITS> {
        let in_a_word = 64 / BITS;
        Part { word: &row[index / in_a_word], shift: index % in_a_word * BITS }
    }

    #[inline]
    pub fn load(self) -> u64 {
        self.of_word(self.word.load(Relaxed))
    }

    /// The number's part of a loaded word.
    #[inline]
    pub fn of_word(self, word: u64) -> u64 {
        word >> self.shift & Self::ALL
    }

    /// Not atomic: a concurrent store to another part of the same word can be lost.
    pub fn store(self, number: impl Into<u64>) {
        let others = self.word.load(Relaxed) & !self.bits(Self::ALL);
        self.word.store(others | self.bits(number), Relaxed);
    }

    /// A word that has the number in this part and zeros elsewhere.
    pub fn bits(self, number: impl Into<u64>) -> u64 {
        number.into() << self.shift
    }
}

/// The link from a node to its child block: the slot at which the block begins.
#[derive(Clone, Copy)]
pub(super) struct BlockLink<'t>(pub Half<'t>);

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
        // All bits of a reserved link are set: clear those that the block's number lacks.
        let others = !self.0.bits(BUSY);
        self.0.word.fetch_and(others | self.0.bits(block.unwrap_or(0)), Release);
    }
}

/// Spins before the thread yields, because the holder may not be running.
const SPINS: u32 = if cfg!(loom) { 0 } else { 100 };

/// A spin lock for updates of a whole row of siblings: a word that is 1 while a thread holds it.
/// Empty in an empty list of children.
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
