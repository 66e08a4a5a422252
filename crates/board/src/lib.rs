//! The board of Hex and its rules: what another Hex program can build on.
//!
//! - The rules as data: [`Rules`], [`Size`], [`Topology`], [`Seasons`], [`SeasonMap`].
//! - The board: a [`Geometry`] that is built once for a game, and [`Position`]s that are small, cheap to copy
//!   and can be undone back to the empty board; [`Symmetry`].
//! - [`record`]: games as SGF and as HexWorld links.
//! - [`chance`]: seeded generators, one for each purpose.
//! - [`grammar`], [`suggest`], [`files`], [`stop`], [`bits`]: tools that the crates above share.
//!
//! The rules draw no random number, and nothing here knows of agents or of a protocol.

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
mod moves;
mod play;
mod position;
pub mod record;
mod rules;
pub mod stop;
pub mod suggest;
mod symmetry;
mod text;

pub use cell::{Cell, CellSet, column_name};
pub use colour::{Colour, NotAColour};
pub use connection::Point;
pub use game::Game;
pub use geometry::{Geometry, Goal, STEPS};
pub use moves::{IllegalMove, Move};
pub use position::Position;
pub use rules::{Cycle, Rules, RulesError, SeasonMap, Seasons, Size, Topology, Turns};
pub use symmetry::Symmetry;
