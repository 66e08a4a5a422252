//! `kring play`: a game against an agent in the terminal.
//!
//! A [`Game`] is an engine session and who sits at its board. It answers the
//! words of a person (`commands`) through the same table of commands as any
//! client, so no rule is known here. Boards are drawn by functions of a
//! position ([`board()`]). Only [`run`] reads and writes.

mod board;
mod commands;
mod complete;
mod editor;
mod game;
mod hint;
mod line;
mod panel;
mod screen;
mod seats;
mod turns;

pub use board::board;
pub use commands::COMMANDS;
pub use complete::{Completions, complete};
pub use editor::Editor;
pub use game::{Game, Interrupt, Setup};
pub use line::{Line, Style};
pub use screen::{Input, Piped, Terminal, Typed, run};
pub use seats::People;
