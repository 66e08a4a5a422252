//! Checks a set with supports by its definition, without the formula.

use std::collections::{HashMap, HashSet, VecDeque};

use anyhow::{Result, ensure};
use kring_proof::all_n::{Boards, Crossing, Row};

use crate::{
    rows::{digit, power},
    window::Way,
};

use super::{
    contracts::{Mask, members},
    phases::Phases,
    tiles::{Tile, Tiles},
};

/// What matters about the rows before a gap, for a direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Side {
    gap: usize,
    /// The contracts that can lie in the gap.
    now: Mask,
    /// Those that can lie there after black has added a stone to these rows, or none.
    replied: Mask,
}

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

    /// The sides of all allowed rows of a direction, the edge of the board among them.
    fn sides(&self, way: Way) -> HashSet<Side> {
        let phases = self.tiles.phases;
        let edges = (0..phases.gaps()).filter(|&gap| phases.can_begin(gap, way));
        let edge = |gap| Side { gap, now: self.all(), replied: self.all() };
        let mut queue: Vec<Side> = edges.map(edge).collect();
        let mut known: HashSet<Side> = queue.iter().copied().collect();
        while let Some(side) = queue.pop() {
            for phase in
                (0..phases.count()).filter(|&phase| phases.around(phase, way)[0] == side.gap)
            {
                for row in 0..self.tiles.rows.count as Row {
                    let next = Side {
                        gap: phases.around(phase, way)[1],
                        now: self.after(way, phase, row, side.now),
                        replied: self.after_reply(way, phase, row, side.now)
                            | self.after(way, phase, row, side.replied),
                    };
                    if next.now != 0 && known.insert(next) {
                        queue.push(next);
                    }
                }
            }
        }
        known
    }

    /// Whether each move has an answer, whatever lies above and below.
    fn has_answers(&self) -> bool {
        let [up, down] = [Way::Up, Way::Down].map(|way| self.sides(way));
        (0..self.tiles.phases.count()).all(|phase| {
            let [above, below] = self.tiles.phases.around(phase, Way::Down);
            down.iter().filter(|side| side.gap == above).all(|above| {
                let mut sides = up.iter().filter(|side| side.gap == below);
                sides.all(|below| self.has_answers_between(phase, above, below))
            })
        })
    }

    /// Whether each move in a row of a phase has an answer with given rows above and below.
    fn has_answers_between(&self, phase: usize, above: &Side, below: &Side) -> bool {
        let rows = &self.tiles.rows;
        let has_answer = |played: Row| {
            self.after_reply(Way::Down, phase, played, above.now) & below.now != 0
                || self.fits(phase, above.replied, played, below.now)
                || self.fits(phase, above.now, played, below.replied)
        };
        let mut allowed =
            (0..rows.count as Row).filter(|&row| self.fits(phase, above.now, row, below.now));
        allowed.all(|row| rows.moves[usize::from(row)].iter().all(|&played| has_answer(played)))
    }

    /// Whether some allowed rows have a white ring.
    fn has_ring(&self) -> bool {
        let Tiles { phases, rows, .. } = self.tiles;
        // For the last phase and the state of the crossing machine the contracts that can lie below.
        let mut known: HashMap<(usize, Crossing), Mask> = HashMap::new();
        let mut queue: VecDeque<(usize, Crossing, Mask)> = VecDeque::new();
        for phase in 0..phases.count() {
            for row in 0..rows.count as Row {
                let first = Crossing::first(Boards::Cylinder, row, rows.columns);
                queue.push_back((phase, first, self.after(Way::Down, phase, row, self.all())));
            }
        }
        while let Some((phase, crossing, below)) = queue.pop_front() {
            let known = known.entry((phase, crossing.clone())).or_default();
            let new = below & !*known;
            *known |= new;
            if new == 0 {
                continue;
            }
            if crossing.is_cut() {
                return true;
            }
            for next in phases.next(phase) {
                for row in 0..rows.count as Row {
                    let below = self.after(Way::Down, next, row, new);
                    if below != 0 {
                        queue.push_back((next, crossing.then(row), below));
                    }
                }
            }
        }
        false
    }
}
