//! The engine: a session that keeps one game and hands each decision to an
//! agent, the table of commands that clients send, and the loop that serves
//! them over a pipe.

mod clock;
mod command;
mod commands;
mod dispatch;
mod failure;
mod graphics;
pub mod pipes;
mod queue;
mod sandbox;
mod session;
mod stdio;
mod table;

pub use command::Command;
pub use failure::Failure;
pub use sandbox::Sandbox;
pub use session::{Session, default_agent};
pub use stdio::serve;
pub use table::COMMANDS;
