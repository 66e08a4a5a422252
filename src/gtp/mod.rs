//! The protocol: a table lists the commands of clients, each command asks the session, and a loop
//! answers a client's lines.

mod arguments;
mod call;
mod command;
mod coordinates;
#[cfg(not(target_arch = "wasm32"))]
mod deadline;
mod dialects;
mod failure;
pub mod graphics;
mod gtp_session;
mod inbox;
pub mod info;
mod named_parameter;
pub mod pipes;
mod reply;
mod stdio;
mod table;

/// The implementations of the commands, by group.
mod commands {
    pub mod administration;
    pub mod agents;
    pub mod analysis;
    pub mod play;
    pub mod proof;
    pub mod set_up;
    pub mod solve;
    pub mod solve_search;
}

pub use command::Command;
pub use coordinates::{CoordinateError, CoordinateSystem};
pub use failure::CommandFailure;
pub use gtp_session::GtpSession;
pub use inbox::Inbox;
pub use stdio::{answer, serve};
pub use table::COMMANDS;
