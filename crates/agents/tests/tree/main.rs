//! The search tree: its parts, many threads in one tree, and a model of two threads.

#[cfg(loom)]
mod model;
#[cfg(not(loom))]
mod nodes;
#[cfg(not(loom))]
mod reuse;
#[cfg(not(loom))]
mod selection;
#[cfg(not(loom))]
mod stress;
#[cfg(not(loom))]
mod tables;
