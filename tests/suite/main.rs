//! The tests that look at Kring as a whole; one binary, since linking the
//! optimised library once is cheaper than linking it for every topic.

mod adjacency;
mod arena;
mod arena_engines;
mod arena_events;
mod binary;
mod coins;
mod conformance;
mod distance;
mod experiment;
mod fill;
mod helper;
mod mcts;
mod minimax;
mod network;
mod neural;
mod oracle;
mod picture;
mod properties;
mod rings;
mod solved;
mod spec;
mod torus_judges;
mod transcripts;
mod van_hees;
mod verifier;
