//! How matrix tiles lie in memory.

use crate::eval::nn::layer::PANEL;

/// Tiles of cells that are computed together: there are eight registers, for
/// their sums, their inputs and two tiles of weights.
pub const GROUP: usize = 3;

/// Inputs that one instruction multiplies.
pub const DEPTH: usize = 32;

/// The most cells of a tile.
pub const ROWS: usize = 16;

/// Bytes of a row of a full tile.
pub const ROW_BYTES: usize = 64;

/// A row of a tile, or two panels of a place.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Line(pub [[u16; PANEL]; DEPTH / PANEL]);

impl Line {
    pub const ZERO: Line = Line([[0; PANEL]; DEPTH / PANEL]);
}

/// The sums of a group of tiles: each row is one cell's panel of outputs.
#[repr(C, align(64))]
pub struct Sums(pub [[[f32; PANEL]; ROWS]; GROUP]);
