//! The part of Kring that plays: the rules of Hex and its variants, positions,
//! evaluation, the exact solver and the agents. The crate `kring` has these
//! modules too, and the programs around them: the GTP engine, matches,
//! experiments, records of games, pictures, the page.
//!
//! Imports point one way: `rules` ← `board` ← `proof`, `eval` ← `solver`,
//! `strategy` ← `agent`. `grammar` has what all parsers of texts share.

pub mod agent;
pub mod board;
pub mod chance;
pub mod eval;
pub mod files;
pub mod grammar;
pub mod proof;
pub mod rules;
pub mod solver;
pub mod stop;
pub mod strategy;
pub mod suggest;
