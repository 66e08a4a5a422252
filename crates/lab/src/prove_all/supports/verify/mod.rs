//! Checks a set with supports by its definition, without the formula.

mod answers;

use std::collections::{HashMap, VecDeque};

use anyhow::{Result, ensure};
use kring_proof::all_n::{Boards, Crossing, Row};

use crate::prove_all::{
    rows::{digit, power},
    window::Way,
};

use super::{
    contracts::{Mask, members},
    phases::Phases,
    tiles::{Tile, Tiles},
};

/// The tiles of a set, in tables.
struct Verifier<'a> {
    tiles: &'a Tiles,
    /// For each direction, phase, row and contract before the row the contracts that can lie after it.
    after: [Vec<Vec<Vec<Mask>>>; 2],
}

/// An error if a set is not one.
pub fn verify(tiles: &Tiles) -> Result<()> {
    let verifier = Verifier::new(tiles);
    ensure!(verifier.has_start(), "the empty board is not allowed");
    ensure!(is_ordered(tiles), "a better tile is not allowed");
    ensure!(verifier.has_answers(), "a move has no answer");
    ensure!(!verifier.has_ring(), "white can have a ring");
    Ok(())
}

/// Whether a tile remains allowed with a better cell or a better contract.
fn is_ordered(tiles: &Tiles) -> bool {
    let better = |row: Row, x| match digit(row, x) {
        0 => row + power(x),
        2 => row - 2 * power(x),
        _ => row,
    };
    let contracts = || 0..tiles.contracts.count();
    let less = |a, b| tiles.contracts.less(b) >> a & 1 == 1;
    tiles.iter().all(|tile| {
        let Tile { row, above, below, .. } = tile;
        (0..tiles.rows.columns).all(|x| tiles.has(Tile { row: better(row, x), ..tile }))
            && contracts().all(|c| !less(above, c) || tiles.has(Tile { above: c, ..tile }))
            && contracts().all(|c| !less(c, below) || tiles.has(Tile { below: c, ..tile }))
    })
}

impl Verifier<'_> {
    fn new(tiles: &Tiles) -> Verifier<'_> {
        let none = vec![0; tiles.contracts.count()];
        let none = vec![vec![none; tiles.rows.count]; tiles.phases.count()];
        let [mut up, mut down] = [none.clone(), none];
        for Tile { phase, above, row, below } in tiles.iter() {
            down[phase][usize::from(row)][above] |= 1 << below;
            up[phase][usize::from(row)][below] |= 1 << above;
        }
        Verifier { tiles, after: [up, down] }
    }

    /// The contracts that can lie after a row if one of a set lies before it.
    fn after(&self, way: Way, phase: usize, row: Row, before: Mask) -> Mask {
        let after = &self.after[way as usize][phase][usize::from(row)];
        members(before).fold(0, |all, contract| all | after[contract])
    }

    /// Whether a row is allowed between some contract of a set above it and some contract of a set below it.
    fn fits(&self, phase: usize, above: Mask, row: Row, below: Mask) -> bool {
        self.after(Way::Down, phase, row, above) & below != 0
    }

    /// The contracts that can lie after a row and a reply in it, if one of a set lies before it.
    fn after_reply(&self, way: Way, phase: usize, row: Row, before: Mask) -> Mask {
        // The replies include none.
        let replies = self.tiles.rows.replies[usize::from(row)].iter();
        replies.fold(0, |all, &reply| all | self.after(way, phase, reply, before))
    }

    /// All contracts.
    fn all(&self) -> Mask {
        (0..self.tiles.contracts.count()).map(|contract| 1 << contract).sum()
    }

    /// Whether empty rows are allowed, as many as there are: with a period the contracts repeat.
    fn has_start(&self) -> bool {
        let phases = 0..self.tiles.phases.count();
        let after_all =
            |first: Mask| phases.clone().fold(first, |c, phase| self.after(Way::Down, phase, 0, c));
        match self.tiles.phases {
            Phases::Height(_) => after_all(self.all()) != 0,
            Phases::Period(_) => members(self.all()).any(|c| after_all(1 << c) >> c & 1 == 1),
        }
    }

    /// Whether some allowed rows have a white ring.
    fn has_ring(&self) -> bool {
        let Tiles { phases, rows, .. } = self.tiles;
        // For the gap below some rows and the state of the crossing machine the contracts that can lie there.
        let mut known: HashMap<(usize, Crossing), Mask> = HashMap::new();
        let mut queue: VecDeque<(usize, Crossing, Mask)> = VecDeque::new();
        for phase in 0..phases.count() {
            for row in 0..rows.count as Row {
                let first = Crossing::first(Boards::Cylinder, row, rows.columns);
                let contracts = self.after(Way::Down, phase, row, self.all());
                queue.push_back((phases.below(phase), first, contracts));
            }
        }
        while let Some((gap, crossing, contracts)) = queue.pop_front() {
            let known = known.entry((gap, crossing.clone())).or_default();
            let new = contracts & !*known;
            *known |= new;
            if new == 0 {
                continue;
            }
            if crossing.is_cut() {
                return true;
            }
            let Some(phase) = phases.after(gap, Way::Down) else { continue };
            for row in 0..rows.count as Row {
                let contracts = self.after(Way::Down, phase, row, new);
                if contracts != 0 {
                    queue.push_back((phases.below(phase), crossing.then(row), contracts));
                }
            }
        }
        false
    }
}
