//! The protocol: a table lists the commands of clients, each command asks the session, and a loop
//! answers a client's lines.

mod arguments;
mod command;
pub(crate) mod coordinates;
#[cfg(not(target_arch = "wasm32"))]
mod deadline;
mod dispatch;
pub(crate) mod failure;
pub mod graphics;
mod inbox;
pub mod info;
pub(crate) mod mohex_parameters;
mod named_parameter;
pub mod pipes;
mod stdio;
mod stream;
mod table;

/// The implementations of the commands, by group.
mod commands {
    pub mod administration;
    pub mod agents;
    pub mod analysis;
    mod analysis_options;
    pub mod connections;
    pub mod dialog;
    pub mod kata;
    pub mod kata_analyze;
    pub mod kata_raw;
    pub mod mohex;
    pub mod play;
    pub mod proof;
    pub mod set_up;
    pub mod solve;
    mod solve_search;
    pub mod solve_words;
    pub mod solver_params;
}

pub use command::Command;
pub(crate) use commands::kata::with_threads as with_kata_threads;
pub use coordinates::CoordinateSystem;
pub use failure::CommandFailure;
pub use inbox::Inbox;
pub use stdio::{answer, serve};
pub use table::COMMANDS;
