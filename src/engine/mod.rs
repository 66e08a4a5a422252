//! The engine: a session keeps one game and lets agents choose the moves, a table lists the
//! commands of clients, and a loop answers them over a pipe.

mod arguments;
mod command;
mod coordinates;
#[cfg(not(target_arch = "wasm32"))]
mod deadline;
mod dispatch;
mod evaluation;
mod failure;
pub mod graphics;
mod inbox;
pub mod info;
mod mohex_parameters;
mod named_engine;
mod named_parameter;
pub mod pipes;
mod sandbox;
mod sent_proof;
mod session;
mod session_player;
mod session_solver;
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
pub use coordinates::CoordinateSystem;
pub use failure::CommandFailure;
pub use inbox::Inbox;
pub use named_engine::{NamedEngine, engines};
pub use sandbox::Sandbox;
pub use session::{Ask, Session};
pub use stdio::{answer, serve};
pub use table::COMMANDS;

pub use kring_agents::default_agent;
