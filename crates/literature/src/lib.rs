//! Measures and strategies from the literature on Hex, and a verifier for strategies.
//!
//! - [`adjacency`]: counts of shortest paths, for the adjacency players.
//! - [`coin`]: pivotal cells of random fills, and exact values under random turns.
//! - [`pivots`]: how often each cell decides a random fill.
//! - [`strategy`]: the published strategies for wrapped boards, and the strategy given by a
//!   proof.
//! - [`verifier`]: proves or refutes a strategy.

#![forbid(unsafe_code)]

pub mod adjacency;
pub mod coin;
pub mod pivots;
pub mod strategy;
pub mod verifier;
