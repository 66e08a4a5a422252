//! Kring: a Hex engine for every board that closes on itself and the one
//! that does not. Classic Hex, cylinder, torus, seasons, random turns, swap,
//! alone and combined; selectable agents; a GTP dialect over pipes.
//!
//! Imports point one way: `rules` ← `board` ← `eval` ← `agent`, `solver` ← `engine`,
//! `arena` ← `experiment`; `picture` draws what others know.

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
pub mod suggest;
