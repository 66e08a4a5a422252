//! The clauses about single tiles: the start, the order and the replies.

use crate::prove_all::{
    formula::Literal,
    limits::Limits,
    rows::{digit, power},
};

use super::{encoder::Encoder, tiles::Tile};

impl Encoder {
    /// Some contracts between them allow the empty rows of all phases.
    pub fn add_start(&mut self) {
        let contracts = 0..self.contracts.count();
        let mut chosen: Vec<Vec<Literal>> = Vec::new();
        for _ in 0..self.phases.gaps() {
            let literals: Vec<Literal> =
                contracts.clone().map(|_| self.formula.variable()).collect();
            self.formula.clause(literals.clone());
            chosen.push(literals);
        }
        for tile in self.sizes.tiles().filter(|tile| tile.row == 0) {
            let below = self.phases.below(tile.phase);
            let premises = [chosen[tile.phase][tile.above], chosen[below][tile.below]];
            self.implies(&premises, &[self.tile(tile)]);
        }
    }

    /// A tile remains allowed with more black and less white, and with contracts that are better for it.
    pub fn add_order(&mut self, limits: &Limits) -> bool {
        let next: Vec<Vec<usize>> =
            (0..self.contracts.count()).map(|contract| self.contracts.next(contract)).collect();
        for tile in self.sizes.tiles() {
            if tile.row == 0 && limits.reached() {
                return false;
            }
            let allowed = self.tile(tile);
            for x in 0..self.rows.columns {
                let row = match digit(tile.row, x) {
                    0 => tile.row + power(x),
                    2 => tile.row - 2 * power(x),
                    _ => continue,
                };
                self.implies(&[allowed], &[self.tile(Tile { row, ..tile })]);
            }
            for &above in &next[tile.above] {
                self.implies(&[allowed], &[self.tile(Tile { above, ..tile })]);
            }
            for &below in &next[tile.below] {
                self.implies(&[self.tile(Tile { below, ..tile })], &[allowed]);
            }
        }
        true
    }

    /// The literals of tiles after a reply.
    pub fn add_replied(&mut self, limits: &Limits) -> bool {
        for tile in self.sizes.tiles() {
            if tile.row == 0 && limits.reached() {
                return false;
            }
            let replies = self.rows.replies[usize::from(tile.row)].iter();
            let replies = replies.map(|&row| self.tile(Tile { row, ..tile })).collect();
            self.replied.push(self.formula.any(replies));
        }
        true
    }
}
