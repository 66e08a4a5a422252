//! The clauses that each move of white has an answer.

use kring_proof::all_n::Row;

use crate::prove_all::{formula::Literal, limits::Limits, window::Way};

use super::{
    encoder::{Encoder, When},
    sides::Sides,
};

/// The sets of contracts above and below a row of a phase, by their numbers.
#[derive(Clone, Copy)]
struct Around {
    phase: usize,
    above: usize,
    below: usize,
}

impl Encoder {
    /// Each move of white has an answer, whatever rows lie above it and below it. Returns false at a limit.
    pub fn add_windows(&mut self, sides: &Sides, limits: &Limits) -> bool {
        let sets = 0..self.sets.count();
        for phase in 0..self.phases.count() {
            let below_gap = self.phases.below(phase);
            for above in sets.clone().filter(|&set| sides.may_occur(Way::Down, phase, set)) {
                for below in sets.clone().filter(|&set| sides.may_occur(Way::Up, below_gap, set)) {
                    if limits.reached() {
                        return false;
                    }
                    // The half turn exchanges the sets above and below, so half of the windows suffice.
                    let turned = (self.phases.turned(phase), below, above);
                    if !self.half_turn || (phase, above, below) <= turned {
                        self.add_moves(sides, Around { phase, above, below });
                    }
                }
            }
        }
        true
    }

    /// The moves in a row with given sets above and below.
    fn add_moves(&mut self, sides: &Sides, around: Around) {
        let rows = 0..self.rows.count as Row;
        let answers: Vec<[Literal; 3]> =
            rows.clone().map(|played| self.answers(sides, around, played)).collect();
        for row in rows {
            let allowed = self.in_row(When::Now, around, row);
            for &played in &self.rows.moves[usize::from(row)].clone() {
                self.implies(&[allowed], &answers[usize::from(played)]);
            }
        }
    }

    /// Literals that imply that black has an answer in a row that white has played in, or above it, or below it.
    fn answers(&mut self, sides: &Sides, around: Around, played: Row) -> [Literal; 3] {
        let Around { phase, above, below } = around;
        let [in_above, in_below] = [self.formula.variable(), self.formula.variable()];
        for replied in self.sets.supersets[above].clone() {
            let side = sides.get(Way::Down, phase, above, replied);
            let allowed = self.in_row(When::Now, Around { above: replied, ..around }, played);
            self.implies(&[in_above, side], &[allowed]);
        }
        for replied in self.sets.supersets[below].clone() {
            let side = sides.get(Way::Up, self.phases.below(phase), below, replied);
            let allowed = self.in_row(When::Now, Around { below: replied, ..around }, played);
            self.implies(&[in_below, side], &[allowed]);
        }
        [self.in_row(When::Replied, around, played), in_above, in_below]
    }

    /// A literal that says that a row is allowed with some contracts of the sets around it.
    fn in_row(&mut self, when: When, around: Around, row: Row) -> Literal {
        let above = self.sets.get(Way::Down, around.above).best;
        let below = self.sets.get(Way::Up, around.below).best;
        self.some(when, (around.phase, row), Way::Down, [above, below])
    }
}
