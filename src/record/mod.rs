//! Games as files: SGF as HexGui writes it, with the rules beside the moves.

mod dialect;
mod file;
mod game;
mod sgf;

pub use file::read;
pub use game::{RecordError, load, save};
