//! The tests that look at Kring as a whole; one binary, since linking the
//! optimised library once is cheaper than linking it for every topic.

mod binary;
mod conformance;
mod oracle;
mod properties;
mod solved;
mod spec;
mod transcripts;
