//! Tests of Kring as a whole, one file for each topic. They are one binary,
//! because linking the optimised library once is cheaper than for every topic.

mod adjacency;
mod arena;
mod arena_engines;
mod arena_events;
mod binary;
mod coins;
mod command_line;
mod conformance;
mod distance;
mod experiment;
mod faithful;
mod files;
mod helper;
mod limits;
mod listings;
mod mcts;
mod memory;
mod minimax;
mod network;
mod neural;
mod oracle;
mod picture;
mod pipes;
mod playout;
mod properties;
mod record;
mod rings;
mod sandbox;
mod solved;
mod spec;
mod swap;
mod torus_win_rules;
mod transcripts;
mod van_hees;
mod verifier;
