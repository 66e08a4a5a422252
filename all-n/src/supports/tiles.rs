//! A set with supports: its tiles.

use std::fmt;

use kring_proof::all_n::Row;

use crate::rows::{Rows, digit, power};

use super::contracts::Contracts;

/// A row between the contract above it and the contract below it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Tile {
    pub above: usize,
    pub row: Row,
    pub below: usize,
}

/// The tiles that are allowed.
pub struct Tiles {
    pub contracts: Contracts,
    pub rows: Rows,
    allowed: Vec<bool>,
}

impl Tiles {
    /// The tiles for which `allows` is true.
    pub fn new(contracts: Contracts, rows: Rows, allows: impl Fn(Tile) -> bool) -> Tiles {
        let allowed = all(contracts.count(), rows.count).map(allows).collect();
        Tiles { contracts, rows, allowed }
    }

    /// Whether a tile is allowed.
    pub fn has(&self, above: usize, row: Row, below: usize) -> bool {
        let tile = Tile { above, row, below };
        self.allowed[index(tile, self.contracts.count(), self.rows.count)]
    }

    /// All allowed tiles.
    pub fn iter(&self) -> impl Iterator<Item = Tile> {
        let tiles = all(self.contracts.count(), self.rows.count);
        tiles.filter(|tile| self.has(tile.above, tile.row, tile.below))
    }

    /// Whether a tile is allowed, but none with one black stone less or one white stone more.
    fn is_least(&self, tile: Tile) -> bool {
        let Tile { above, row, below } = tile;
        let worse = |x| match digit(row, x) {
            0 => Some(row + 2 * power(x)),
            1 => Some(row - power(x)),
            _ => None,
        };
        let is_allowed = |row| self.has(above, row, below);
        is_allowed(row) && !(0..self.rows.columns).filter_map(worse).any(is_allowed)
    }
}

/// All tiles, in the order of their index.
pub fn all(contracts: usize, rows: usize) -> impl Iterator<Item = Tile> {
    let rows = 0..rows as Row;
    (0..contracts).flat_map(move |above| {
        let rows = rows.clone();
        rows.flat_map(move |row| (0..contracts).map(move |below| Tile { above, row, below }))
    })
}

/// The place of a tile among all tiles.
pub fn index(tile: Tile, contracts: usize, rows: usize) -> usize {
    (tile.above * rows + usize::from(tile.row)) * contracts + tile.below
}

impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for above in 0..self.contracts.count() {
            for below in 0..self.contracts.count() {
                let tile = |row| Tile { above, row, below };
                let rows = 0..self.rows.count as Row;
                let least: Vec<String> = rows
                    .filter(|&row| self.is_least(tile(row)))
                    .map(|row| {
                        let cell = |x| ['.', 'b', 'w'][usize::from(digit(row, x))];
                        (0..self.rows.columns).map(cell).collect()
                    })
                    .collect();
                if !least.is_empty() {
                    let [above, below] = [above, below].map(|number| self.contracts.get(number));
                    writeln!(f, "{above} / {below}: {}", least.join(" "))?;
                }
            }
        }
        Ok(())
    }
}
