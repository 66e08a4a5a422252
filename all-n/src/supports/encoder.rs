//! The formula of a class of sets with supports.

use kring_proof::all_n::Row;

use crate::{
    class::Class,
    formula::{Formula, Literal},
    limits::Limits,
    rows::{Rows, digit, power},
    window::Way,
};

use super::{
    SupportClass,
    contracts::Contracts,
    tiles::{self, Tile, Tiles},
};

/// Tiles as literals, and the formula.
pub struct Encoder {
    pub formula: Formula,
    pub contracts: Contracts,
    pub rows: Rows,
    reach: usize,
    /// The literal of each tile; 0, *false*, for a row that is full of white stones.
    tiles: Vec<Literal>,
    /// The number of variables for tiles, which are the first ones.
    unknowns: usize,
}

/// For each contract the contracts that a reply can put in its place, with a literal that implies
/// that this is possible whatever lies there.
type Changes = Vec<Vec<(usize, Literal)>>;

impl Encoder {
    /// The literals of the tiles, and an empty formula.
    pub fn new(class: &SupportClass, contracts: Contracts, mut formula: Formula) -> Encoder {
        let rows = Rows::new(&Class { marks: 1, ..Class::of_cylinders(class.columns)[0].clone() });
        let count = contracts.count();
        let lost: Row = 2 * rows.full();
        let place = |tile| tiles::index(tile, count, rows.count);
        let mut literals = vec![0; count * count * rows.count];
        let mut unknowns = 0;
        for tile in tiles::all(count, rows.count).filter(|tile| tile.row != lost) {
            if literals[place(tile)] == 0 {
                literals[place(tile)] = formula.variable();
                unknowns += 1;
            }
            if class.half_turn {
                let turned = Tile {
                    above: contracts.turned(tile.below),
                    row: rows.moved(tile.row, |x| -x),
                    below: contracts.turned(tile.above),
                };
                literals[place(turned)] = literals[place(tile)];
            }
        }
        Encoder { formula, contracts, rows, reach: class.reach, tiles: literals, unknowns }
    }

    /// The literal of a tile.
    pub fn tile(&self, above: usize, row: Row, below: usize) -> Literal {
        self.tiles
            [tiles::index(Tile { above, row, below }, self.contracts.count(), self.rows.count)]
    }

    /// Adds the clause that the premises imply one of the conclusions.
    pub fn implies(&mut self, premises: &[Literal], conclusions: &[Literal]) {
        if !premises.contains(&0) {
            let negated = premises.iter().map(|premise| -premise);
            self.formula.clause(negated.chain(conclusions.iter().copied()).collect());
        }
    }

    /// Adds all clauses, or stops where a limit is reached and returns false.
    pub fn add_all(&mut self, limits: &Limits) -> bool {
        let none = self.contracts.none();
        let start = self.tile(none, 0, none);
        self.formula.clause(vec![start]);
        self.add_order();
        let Some([above, below]) = self.changes(limits) else { return false };
        self.add_windows(&above, &below);
        self.add_rings();
        !limits.reached()
    }

    /// A tile remains allowed with more black and less white, and with a contract that is better for it.
    fn add_order(&mut self) {
        let next: Vec<Vec<usize>> =
            (0..self.contracts.count()).map(|contract| self.contracts.next(contract)).collect();
        for Tile { above, row, below } in tiles::all(self.contracts.count(), self.rows.count) {
            let tile = self.tile(above, row, below);
            for x in 0..self.rows.columns {
                let better = match digit(row, x) {
                    0 => row + power(x),
                    2 => row - 2 * power(x),
                    _ => continue,
                };
                self.implies(&[tile], &[self.tile(above, better, below)]);
            }
            for &greater in &next[above] {
                self.implies(&[tile], &[self.tile(greater, row, below)]);
            }
            for &greater in &next[below] {
                self.implies(&[self.tile(above, row, greater)], &[tile]);
            }
        }
    }

    /// What replies above a row, and below it, can make of the contract with it. `None` at a limit.
    fn changes(&mut self, limits: &Limits) -> Option<[Changes; 2]> {
        let count = self.contracts.count();
        let mut both = [Way::Up, Way::Down].map(|_| vec![Vec::new(); count]);
        for (changes, way) in both.iter_mut().zip([Way::Up, Way::Down]) {
            for _ in 0..self.reach {
                let nearer = std::mem::take(changes);
                for from in 0..count {
                    if limits.reached() {
                        return None;
                    }
                    let better = self.contracts.better(from, way).into_iter();
                    changes.push(
                        better.map(|to| (to, self.change(way, (from, to), &nearer))).collect(),
                    );
                }
            }
        }
        Some(both)
    }

    /// A literal that implies that whatever row lies beyond a contract, in a direction, a stone in it, or a
    /// reply beyond it, allows another contract there.
    fn change(&mut self, way: Way, (from, to): (usize, usize), nearer: &Changes) -> Literal {
        let change = self.formula.variable();
        let tile = |encoder: &Encoder, beyond, row, contract| match way {
            Way::Up => encoder.tile(beyond, row, contract),
            Way::Down => encoder.tile(contract, row, beyond),
        };
        for row in 0..self.rows.count as Row {
            for (beyond, further) in nearer.iter().enumerate() {
                // The replies include none.
                let replies = self.rows.replies[usize::from(row)].iter();
                let mut ways: Vec<Literal> =
                    replies.map(|&reply| tile(self, beyond, reply, to)).collect();
                for &(other, possible) in further {
                    let both = [possible, tile(self, other, row, to)];
                    ways.push(self.formula.all(&both));
                }
                self.implies(&[change, tile(self, beyond, row, from)], &ways);
            }
        }
        change
    }

    /// Each move of white has an answer.
    fn add_windows(&mut self, changes_above: &Changes, changes_below: &Changes) {
        for tile in tiles::all(self.contracts.count(), self.rows.count) {
            let Tile { above, row, below } = tile;
            for played in self.rows.moves[usize::from(row)].clone() {
                let replies = self.rows.replies[usize::from(played)].iter();
                let mut ways: Vec<Literal> =
                    replies.map(|&reply| self.tile(above, reply, below)).collect();
                for &(other, possible) in &changes_above[above] {
                    let both = [possible, self.tile(other, played, below)];
                    ways.push(self.formula.all(&both));
                }
                for &(other, possible) in &changes_below[below] {
                    let both = [possible, self.tile(above, played, other)];
                    ways.push(self.formula.all(&both));
                }
                self.implies(&[self.tile(above, row, below)], &ways);
            }
        }
    }

    /// The set that the solver found.
    pub fn model(mut self) -> Tiles {
        let values = self.formula.values(self.unknowns);
        let (count, rows) = (self.contracts.count(), self.rows.count);
        let allows = |tile| values[self.tiles[tiles::index(tile, count, rows)] as usize];
        Tiles::new(self.contracts, self.rows, allows)
    }
}
