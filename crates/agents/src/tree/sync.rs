//! The atomics and thread functions of the tree: those of the standard library, or those of the
//! model checker `loom` in a build with `--cfg loom` (see `tests/tree/model.rs`).

pub(super) use std::sync::atomic::Ordering::Relaxed;

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
