//! `kring play`: a game against an agent in the terminal.
//!
//! A [`TerminalGame`] is an engine session with its players. It runs the user's words
//! (`commands`) through the same table of commands as any client, so it contains no rules.
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
