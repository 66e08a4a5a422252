//! The clauses about the rows on one side of a gap.
//!
//! All that matters about the rows above a gap are two closed sets: the contracts that can lie in the gap *now*, and
//! those that can lie there when black has *replied* above it, with one stone or none. Each further row
//! leads from a pair of such sets to another one. The same is true of the rows below a gap, read upwards.

use kring_proof::all_n::Row;

use crate::prove_all::{formula::Literal, limits::Limits, window::Way};

use super::{
    contracts::{Mask, members},
    encoder::{Encoder, When},
};

/// Literals that are true if some allowed rows of a direction, before a gap, have the set `now` and the set `replied`,
/// or a smaller set instead of the latter. Replies from a larger set are never worse, so more need not be known.
pub struct Sides {
    /// For each direction (up, down) and gap the literals of the pairs of sets, 0 for a pair that does not occur.
    literals: [Vec<Vec<Literal>>; 2],
    /// The number of closed sets.
    sets: usize,
}

impl Sides {
    /// The literal of a pair of sets, by their numbers.
    pub fn get(&self, way: Way, gap: usize, now: usize, replied: usize) -> Literal {
        self.literals[way as usize][gap][now * self.sets + replied]
    }

    /// Whether rows before a gap may have a set.
    pub fn may_occur(&self, way: Way, gap: usize, now: usize) -> bool {
        self.get(way, gap, now, self.sets - 1) != 0
    }
}

impl Encoder {
    /// The literals of sides, and what leads from one to another. `None` at a limit.
    pub fn add_sides(&mut self, limits: &Limits) -> Option<Sides> {
        let gaps = 0..self.phases.gaps();
        let down: Vec<_> = gaps.clone().map(|gap| self.side_literals(Way::Down, gap)).collect();
        let up = if self.half_turn {
            gaps.map(|gap| down[self.phases.turned_gap(gap)].clone()).collect()
        } else {
            gaps.map(|gap| self.side_literals(Way::Up, gap)).collect()
        };
        let sides = Sides { literals: [up, down], sets: self.sets.count() };
        let lost: Row = 2 * self.rows.full();
        // With the half turn, what leads upwards is the same as what leads downwards.
        let ways = if self.half_turn { &[Way::Down][..] } else { &[Way::Down, Way::Up] };
        for &way in ways {
            for phase in 0..self.phases.count() {
                for row in (0..self.rows.count as Row).filter(|&row| row != lost) {
                    if !self.add_row(&sides, way, phase, row, limits) {
                        return None;
                    }
                }
            }
        }
        Some(sides)
    }

    /// The literals of the pairs of sets before a gap. At the edge of a board all contracts are possible.
    fn side_literals(&mut self, way: Way, gap: usize) -> Vec<Literal> {
        let count = self.sets.count();
        let full = self.sets.full();
        let mut literals = vec![0; count * count];
        if self.phases.is_inside(gap) {
            for now in 0..count {
                for &replied in &self.sets.supersets[now] {
                    literals[now * count + replied] = self.formula.variable();
                }
            }
        }
        if self.phases.can_begin(gap, way) {
            let literal = &mut literals[full * count + full];
            if *literal == 0 {
                *literal = self.formula.variable();
            }
            self.formula.clause(vec![*literal]);
        }
        literals
    }

    /// What a row of a phase makes of each pair of sets before it. Returns false at a limit.
    fn add_row(
        &mut self,
        sides: &Sides,
        way: Way,
        phase: usize,
        row: Row,
        limits: &Limits,
    ) -> bool {
        let [before, after] = self.phases.around(phase, way);
        if !self.phases.is_inside(after) {
            return true;
        }
        let now = self.outcomes(When::Now, way, (phase, row));
        let replied = self.outcomes(When::Replied, way, (phase, row));
        for from in (0..self.sets.count()).filter(|&set| sides.may_occur(way, before, set)) {
            if limits.reached() {
                return false;
            }
            // A literal for each set as a bound: true if some rows have the set `from` before this row, and if, when black
            // has replied in them, only contracts of the bound can lie after this row.
            let mut bounds = Vec::new();
            for bound in 0..self.sets.count() {
                bounds.push(self.formula.variable());
                for before_replied in self.sets.supersets[from].clone() {
                    let side = sides.get(way, before, from, before_replied);
                    self.implies_or(&[side], bounds[bound], &now[before_replied], way, bound);
                }
            }
            for to in 0..self.sets.count() {
                let leads = self.leads_exactly(&now[from], way, to);
                for bound in self.sets.supersets[to].clone() {
                    let side = sides.get(way, after, to, bound);
                    self.implies_or(&[leads, bounds[bound]], side, &replied[from], way, bound);
                }
            }
        }
        true
    }

    /// The premises imply the conclusion, or that a contract outside of a set is possible.
    fn implies_or(
        &mut self,
        premises: &[Literal],
        conclusion: Literal,
        possible: &[Literal],
        way: Way,
        set: usize,
    ) {
        let outside = members(self.sets.get(way, set).missing).map(|contract| possible[contract]);
        let conclusions: Vec<Literal> = outside.chain([conclusion]).collect();
        self.implies(premises, &conclusions);
    }

    /// For each set before a row and each contract after it a literal that says that the set allows the contract.
    fn outcomes(&mut self, when: When, way: Way, at: (usize, Row)) -> Vec<Vec<Literal>> {
        let mut outcomes = Vec::new();
        for set in 0..self.sets.count() {
            let best = self.sets.get(way, set).best;
            let contracts = (0..self.contracts.count()).map(|contract| 1 << contract);
            outcomes.push(
                contracts.map(|after: Mask| self.some(when, at, way, [best, after])).collect(),
            );
        }
        outcomes
    }

    /// A literal that is true if exactly the contracts of a set are possible. `possible` has a literal for each contract.
    fn leads_exactly(&mut self, possible: &[Literal], way: Way, set: usize) -> Literal {
        let leads = self.formula.variable();
        let set = self.sets.get(way, set);
        let premises: Vec<Literal> = members(set.best).map(|contract| possible[contract]).collect();
        let missing = members(set.missing).map(|contract| possible[contract]);
        let conclusions: Vec<Literal> = missing.chain([leads]).collect();
        self.implies(&premises, &conclusions);
        leads
    }
}
