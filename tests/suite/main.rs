//! The tests that look at Kring as a whole; one binary, since linking the
//! optimised library once is cheaper than linking it for every topic.

mod arena;
mod binary;
mod conformance;
mod distance;
mod fill;
mod helper;
mod minimax;
mod oracle;
mod properties;
mod solved;
mod spec;
mod transcripts;
