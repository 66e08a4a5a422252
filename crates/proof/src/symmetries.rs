//! The symmetries of a game that keep the colours, applied to sets of cells in one word.

use std::{collections::HashMap, sync::OnceLock};

use kring_board::{Cell, Colour, Game, Symmetry, bits::SetImages};

use super::{Claim, NodeRef, Promise, WalkEnd};

/// The symmetries, by their index in [`Symmetry::all`].
pub(super) struct Symmetries {
    all: Vec<SymmetryMap>,
    index: HashMap<SymmetryKey, u16>,
}

/// The image of each cell, and of a step by a column and by a row.
type SymmetryKey = (Box<[u8]>, [(i32, i32); 2]);

struct SymmetryMap {
    symmetry: Symmetry,
    cells: Box<[u8]>,
    swaps_sides: bool,
    /// Computed on first use.
    images: OnceLock<SetImages<u128>>,
}

impl Symmetries {
    pub fn new(game: &Game, winner: Colour) -> Symmetries {
        let [first, second] = game.geometry().edges(winner);
        let map = |symmetry: Symmetry| {
            let cells =
                game.cells().iter().map(|cell| symmetry.cell(cell).number() as u8).collect();
            let stays = first.iter().all(|cell| first.contains(symmetry.cell(cell)));
            let moves = first.iter().all(|cell| second.contains(symmetry.cell(cell)));
            SymmetryMap { symmetry, cells, swaps_sides: moves && !stays, images: OnceLock::new() }
        };
        let all = Symmetry::all(game).into_iter().filter(|symmetry| !symmetry.swaps_colours());
        let all: Vec<SymmetryMap> = all.map(map).collect();
        let index = (0..).zip(&all).map(|(i, map)| ((map.cells.clone(), map.steps()), i)).collect();
        Symmetries { all, index }
    }

    /// The number of such symmetries of a game.
    pub fn count(game: &Game) -> usize {
        Symmetry::all(game).iter().filter(|symmetry| !symmetry.swaps_colours()).count()
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn set(&self, symmetry: u16, set: u128) -> u128 {
        if symmetry == 0 {
            return set;
        }
        let map = &self.all[usize::from(symmetry)];
        let to = |cell: usize| map.cells[cell].into();
        map.images.get_or_init(|| SetImages::new(map.cells.len(), to)).of([set])[0]
    }

    pub fn cell(&self, symmetry: u16, cell: Cell) -> Cell {
        self.all[usize::from(symmetry)].symmetry.cell(cell)
    }

    /// The claim of a node, transformed by a reference.
    pub fn claim(&self, of: NodeRef, claim: &Claim) -> Claim {
        let map = &self.all[usize::from(of.symmetry)];
        let end = |end| match end {
            WalkEnd::Cell(cell) => WalkEnd::Cell(map.symmetry.cell(cell)),
            WalkEnd::Side(side) => WalkEnd::Side(side ^ u8::from(map.swaps_sides)),
        };
        let promise = match claim.promise {
            Promise::Walk { from, to, by } => {
                let from = end(from);
                let to = end(to);
                let by = map.symmetry.displacement(by);
                if of.backwards {
                    Promise::Walk { from: to, to: from, by: (-by.0, -by.1) }
                } else {
                    Promise::Walk { from, to, by }
                }
            }
            other => other,
        };
        let set = |set| self.set(of.symmetry, set);
        Claim { promise, needed: set(claim.needed), carrier: set(claim.carrier) }
    }

    /// The symmetry that applies first `a` and then `b`.
    pub fn then(&self, a: u16, b: u16) -> u16 {
        let a = &self.all[usize::from(a)];
        let b = &self.all[usize::from(b)];
        let cells = a.cells.iter().map(|&cell| b.cells[usize::from(cell)]).collect();
        let [x, y] = a.steps();
        self.index[&(cells, [b.symmetry.displacement(x), b.symmetry.displacement(y)])]
    }

    pub fn inverse(&self, symmetry: u16) -> u16 {
        let undoes = |other: &u16| self.then(symmetry, *other) == 0;
        (0..self.len() as u16).find(undoes).unwrap_or_default()
    }
}

impl SymmetryMap {
    fn steps(&self) -> [(i32, i32); 2] {
        [self.symmetry.displacement((1, 0)), self.symmetry.displacement((0, 1))]
    }
}
