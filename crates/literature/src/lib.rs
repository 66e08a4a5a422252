//! What serves the literature on Hex: its measures, its strategies, and a verifier for them.
//!
//! - [`adjacency`]: counts of shortest paths, for the adjacency players.
//! - [`coin`]: the cells that decide random fillings, and exact values under random turns.
//! - [`strategy`]: the published strategies for wrapped boards, and the strategy of a proof.
//! - [`verifier`]: proves or refutes a strategy.

pub mod adjacency;
pub mod coin;
pub mod strategy;
pub mod verifier;
