//! `kring play`: a game against an agent in the terminal.
//!
//! A [`TerminalGame`] is an engine session with its players. The user's words (`commands`) are its
//! operations, so it contains no rules.
//! [`board()`] draws a position. Only [`run`] reads and writes.

mod board;
mod commands;
mod editor;
mod game;
mod line;
mod people;
mod screen;
mod seats;
mod status;
mod turns;

pub use board::board;
pub use commands::COMMANDS;
pub use editor::{Completions, Editor, complete};
pub use game::{Interrupt, PlaySetup, TerminalGame};
pub use line::TextLine;
pub use people::People;
pub use screen::{LineInput, PipedInput, Terminal, Typed, run};
