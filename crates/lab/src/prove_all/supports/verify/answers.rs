//! Whether each move of white has an answer.

use std::collections::HashSet;

use kring_proof::all_n::Row;

use crate::prove_all::{supports::contracts::Mask, window::Way};

use super::Verifier;

/// What matters about the rows before a gap, for a direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Side {
    gap: usize,
    /// The contracts that can lie in the gap.
    now: Mask,
    /// Those that can lie there after black has added a stone to these rows, or none.
    replied: Mask,
}

impl Verifier<'_> {
    /// The sides of all allowed rows of a direction, the edge of the board among them.
    fn sides(&self, way: Way) -> HashSet<Side> {
        let phases = self.tiles.phases;
        let edges = (0..phases.gaps()).filter(|&gap| phases.can_begin(gap, way));
        let edge = |gap| Side { gap, now: self.all(), replied: self.all() };
        let mut queue: Vec<Side> = edges.map(edge).collect();
        let mut known: HashSet<Side> = queue.iter().copied().collect();
        while let Some(side) = queue.pop() {
            let Some(phase) = phases.after(side.gap, way) else { continue };
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
        known
    }

    /// Whether each move has an answer, whatever lies above and below.
    pub fn has_answers(&self) -> bool {
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
}
