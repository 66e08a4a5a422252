//! The wire language of Kring: GTP 2 in both directions.
//!
//! An engine needs [`read_line`], [`parse_request`], the typed arguments and [`GtpReply`]; a
//! referee needs [`GtpClient`]. This crate knows neither the rules of Hex nor agents, so that a
//! change of either cannot change a byte on the wire.

#![forbid(unsafe_code)]

mod args;
mod client;
mod reply;
mod request;

pub use args::{ArgumentError, key_value, parse_number};
pub use client::{ClientError, GtpClient, Interrupter, MAX_REPLY};
pub use reply::GtpReply;
pub use request::{
    MAX_LINE, Request, RequestId, SyntaxError, is_interrupt, parse_request, read_line,
};
