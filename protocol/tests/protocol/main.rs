//! Tests of the protocol: one binary.

mod arguments;
#[cfg(unix)]
mod client;
mod lines;
mod properties;
mod replies;
mod requests;
