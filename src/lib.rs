//! Kring: a Hex engine for every board that closes on itself and the one
//! that does not. Classic Hex, cylinder, torus, seasons, random turns, swap,
//! alone and combined; selectable agents; a GTP dialect over pipes.
//!
//! Imports point one way: `rules` ← `board` ← `eval` ← `strategy` ← `agent`, `solver` ←
//! `engine`, `arena` ← `experiment`. `agent` plays the strategies and `solver` verifies them;
//! neither knows the other. `picture` draws what others know.
#![warn(missing_docs)]

pub mod agent;
pub mod arena;
pub mod board;
pub mod chance;
pub mod engine;
pub mod eval;
pub mod experiment;
pub mod files;
pub mod picture;
pub mod record;
pub mod rules;
pub mod solver;
pub mod stop;
pub mod strategy;
pub mod suggest;
