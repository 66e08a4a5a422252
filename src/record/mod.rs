//! Games as files: SGF as HexGui writes it, with the rules beside the moves.

mod game;
mod sgf;

pub use game::{RecordError, load, save};
