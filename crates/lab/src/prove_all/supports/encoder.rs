//! The formula of a class of sets with supports, and its literals.

use kring_proof::all_n::Row;

use crate::prove_all::{
    class::Class,
    formula::{Formula, Literal},
    limits::Limits,
    rows::Rows,
    window::Way,
};

use super::{
    SupportClass,
    closed::ClosedSets,
    contracts::{Contracts, Mask, members},
    phases::Phases,
    tiles::{Sizes, Tile, Tiles},
};

/// Tiles as literals, and the formula.
pub struct Encoder {
    pub formula: Formula,
    pub phases: Phases,
    pub half_turn: bool,
    pub contracts: Contracts,
    pub sets: ClosedSets,
    pub rows: Rows,
    pub sizes: Sizes,
    /// The literal of each tile; 0, *false*, for a row that is full of white stones.
    tiles: Vec<Literal>,
    /// For each tile a literal that says that it is allowed with one more black stone, or with none.
    pub replied: Vec<Literal>,
    /// The number of variables for tiles, which are the first ones.
    unknowns: usize,
}

/// When a row is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// As it is.
    Now,
    /// With one more black stone, or with none.
    Replied,
}

impl Encoder {
    /// The literals of the tiles, and an empty formula.
    pub fn new(
        class: &SupportClass,
        contracts: Contracts,
        sets: ClosedSets,
        mut formula: Formula,
    ) -> Encoder {
        let phases = class.phases;
        let half_turn = class.half_turn;
        let rows = Rows::new(&Class { marks: 1, ..Class::of_cylinders(class.columns)[0].clone() });
        let sizes =
            Sizes { phases: phases.count(), contracts: contracts.count(), rows: rows.count };
        let lost: Row = 2 * rows.full();
        let mut tiles = vec![0; sizes.count()];
        let mut unknowns = 0;
        for tile in sizes.tiles().filter(|tile| tile.row != lost) {
            if tiles[sizes.index(tile)] == 0 {
                tiles[sizes.index(tile)] = formula.variable();
                unknowns += 1;
            }
            if half_turn {
                let turned = Tile {
                    phase: phases.turned(tile.phase),
                    above: contracts.turned(tile.below),
                    row: rows.moved(tile.row, |x| -x),
                    below: contracts.turned(tile.above),
                };
                tiles[sizes.index(turned)] = tiles[sizes.index(tile)];
            }
        }
        let replied = Vec::new();
        Encoder {
            formula,
            phases,
            half_turn,
            contracts,
            sets,
            rows,
            sizes,
            tiles,
            replied,
            unknowns,
        }
    }

    /// The literal of a tile.
    pub fn tile(&self, tile: Tile) -> Literal {
        self.tiles[self.sizes.index(tile)]
    }

    /// Adds the clause that the premises imply one of the conclusions.
    pub fn implies(&mut self, premises: &[Literal], conclusions: &[Literal]) {
        let is_trivial = |premise: &Literal| *premise == 0 || conclusions.contains(premise);
        if !premises.iter().any(is_trivial) {
            let negated = premises.iter().map(|premise| -premise);
            self.formula.clause(negated.chain(conclusions.iter().copied()).collect());
        }
    }

    /// A literal that says that a row of a phase is allowed between some contract of `before` and some contract of
    /// `after`, for a direction.
    pub fn some(
        &mut self,
        when: When,
        (phase, row): (usize, Row),
        way: Way,
        [before, after]: [Mask; 2],
    ) -> Literal {
        let literals = if when == When::Now { &self.tiles } else { &self.replied };
        let [above, below] = if way == Way::Down { [before, after] } else { [after, before] };
        let tile = |above, below| literals[self.sizes.index(Tile { phase, above, row, below })];
        let tiles =
            members(above).flat_map(|above| members(below).map(move |below| (above, below)));
        let tiles: Vec<Literal> = tiles.map(|(above, below)| tile(above, below)).collect();
        self.formula.any(tiles)
    }

    /// Adds all clauses, or stops where a limit is reached and returns false.
    pub fn add_all(&mut self, limits: &Limits) -> bool {
        self.add_start();
        self.add_order(limits)
            && self.add_replied(limits)
            && self.add_sides(limits).is_some_and(|sides| self.add_windows(&sides, limits))
            && self.add_rings(limits)
    }

    /// The set that the solver found.
    pub fn model(mut self) -> Tiles {
        let values = self.formula.values(self.unknowns);
        let allows = |tile| values[self.tiles[self.sizes.index(tile)] as usize];
        Tiles::new(self.phases, self.contracts, self.rows, allows)
    }
}
