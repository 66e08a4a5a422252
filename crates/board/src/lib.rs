//! The board and the rules of Hex, as a library for any Hex program.
//!
//! - The rules as data: [`Rules`], [`Size`], [`Topology`], [`Seasons`], [`SeasonMap`].
//! - The board: a [`Geometry`], built once per game, and [`Position`]s, which are small, cheap to
//!   copy and undoable back to their [`Setup`]; [`Symmetry`].
//! - [`record`]: games as SGF and as HexWorld links.
//! - [`chance`]: seeded random number generators, one per purpose.
//! - [`grammar`], [`word`], [`suggest`], [`files`], [`host`], [`stop`], [`bits`]: tools that the other crates share.
//!
//! The rules draw no random numbers, and this crate depends on neither agents nor a protocol.

pub mod bits;
mod cell;
pub mod chance;
mod colour;
mod connection;
pub mod files;
mod game;
mod geometry;
pub mod grammar;
mod groups;
pub mod host;
mod moves;
mod position;
pub mod record;
mod rules;
mod setup;
pub mod stop;
pub mod suggest;
mod symmetry;
mod text;
pub mod threads;
pub mod word;

pub use cell::{Cell, CellSet, column_name};
pub use colour::{Colour, NotAColour};
pub use connection::PlanePoint;
pub use game::Game;
pub use geometry::{Geometry, Goal, STEPS};
pub use moves::{IllegalMove, Move};
pub use position::{Position, Situation};
pub use rules::{Cycle, Rules, RulesError, SeasonMap, Seasons, Size, Topology, Turns};
pub use setup::{Setup, SetupError};
pub use symmetry::Symmetry;
