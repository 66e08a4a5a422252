//! A set with supports: its tiles.

use std::fmt;

use kring_proof::all_n::Row;

use crate::prove_all::rows::{Rows, digit, power};

use super::{contracts::Contracts, phases::Phases};

/// A row of a phase between the contract above it and the contract below it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Tile {
    pub phase: usize,
    pub above: usize,
    pub row: Row,
    pub below: usize,
}

/// How many phases, contracts and rows there are, and so which tiles.
#[derive(Clone, Copy)]
pub struct Sizes {
    pub phases: usize,
    pub contracts: usize,
    pub rows: usize,
}

impl Sizes {
    /// The number of tiles.
    pub fn count(self) -> usize {
        self.phases * self.contracts * self.rows * self.contracts
    }

    /// The place of a tile among all tiles.
    pub fn index(self, tile: Tile) -> usize {
        let above = tile.phase * self.contracts + tile.above;
        (above * self.rows + usize::from(tile.row)) * self.contracts + tile.below
    }

    /// All tiles, in the order of their index.
    pub fn tiles(self) -> impl Iterator<Item = Tile> {
        (0..self.count()).map(move |index| {
            let below = index % self.contracts;
            let row = (index / self.contracts % self.rows) as Row;
            let above = index / self.contracts / self.rows;
            Tile { phase: above / self.contracts, above: above % self.contracts, row, below }
        })
    }
}

/// The tiles that are allowed.
pub struct Tiles {
    pub phases: Phases,
    pub contracts: Contracts,
    pub rows: Rows,
    sizes: Sizes,
    allowed: Vec<bool>,
}

impl Tiles {
    /// The tiles for which `allows` is true.
    pub fn new(
        phases: Phases,
        contracts: Contracts,
        rows: Rows,
        allows: impl Fn(Tile) -> bool,
    ) -> Tiles {
        let sizes =
            Sizes { phases: phases.count(), contracts: contracts.count(), rows: rows.count };
        Tiles { phases, contracts, rows, sizes, allowed: sizes.tiles().map(allows).collect() }
    }

    /// Whether a tile is allowed.
    pub fn has(&self, tile: Tile) -> bool {
        self.allowed[self.sizes.index(tile)]
    }

    /// All allowed tiles.
    pub fn iter(&self) -> impl Iterator<Item = Tile> {
        self.sizes.tiles().filter(|&tile| self.has(tile))
    }

    /// Whether a tile is allowed, but none that differs from it in one cell or contract that is worse.
    fn is_least(&self, tile: Tile) -> bool {
        let worse_row = |x| match digit(tile.row, x) {
            0 => Some(tile.row + 2 * power(x)),
            1 => Some(tile.row - power(x)),
            _ => None,
        };
        let rows = (0..self.rows.columns).filter_map(worse_row).map(|row| Tile { row, ..tile });
        let above = self.contracts.previous(tile.above).into_iter();
        let below = self.contracts.next(tile.below).into_iter();
        let contracts = above
            .map(|above| Tile { above, ..tile })
            .chain(below.map(|below| Tile { below, ..tile }));
        self.has(tile) && !rows.chain(contracts).any(|worse| self.has(worse))
    }

    /// The rows of the least tiles with two contracts, as text.
    fn least(&self, phase: usize, above: usize, below: usize) -> Vec<String> {
        let rows = 0..self.rows.count as Row;
        let least = rows.filter(|&row| self.is_least(Tile { phase, above, row, below }));
        let cell = |row, x| ['.', 'b', 'w'][usize::from(digit(row, x))];
        least.map(|row| (0..self.rows.columns).map(|x| cell(row, x)).collect()).collect()
    }
}

impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if let Phases::Period(_) = self.phases { "phase" } else { "row" };
        let contracts: Vec<String> = (0..self.contracts.count())
            .map(|number| self.contracts.get(number).to_string())
            .collect();
        let width = contracts.iter().map(String::len).max().unwrap_or_default();
        for phase in 0..self.phases.count() {
            if self.phases.count() > 1 {
                writeln!(f, "{name} {phase}")?;
            }
            for above in 0..self.contracts.count() {
                for below in 0..self.contracts.count() {
                    let least = self.least(phase, above, below);
                    if !least.is_empty() {
                        let above = &contracts[above];
                        let below = &contracts[below];
                        writeln!(f, "{above:>width$} / {below:>width$}: {}", least.join(" "))?;
                    }
                }
            }
        }
        Ok(())
    }
}
