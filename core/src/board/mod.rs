//! The board: geometry that is built once, and positions that are small,
//! cheap to copy and can be undone back to the empty board.
//!
//! Nothing here draws a random number or knows of agents.

mod cell;
mod connection;
mod game;
mod geometry;
mod groups;
mod moves;
mod play;
mod position;
mod symmetry;
mod text;

pub use cell::{Cell, CellSet, column_name};
pub use connection::Point;
pub use game::Game;
pub use geometry::{Geometry, Goal, STEPS};
pub use moves::{IllegalMove, Move};
pub use position::Position;
pub use symmetry::Symmetry;
