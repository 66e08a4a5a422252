//! The clauses that no allowed rows have a white ring.

use std::collections::{HashMap, VecDeque};

use kring_proof::all_n::{Boards, Crossing, Row};

use crate::prove_all::{formula::Literal, limits::Limits, rows::digit, window::Way};

use super::{encoder::Encoder, tiles::Tile};

/// The gap below some rows, and the state of the crossing machine after them.
type State = (usize, Crossing);

impl Encoder {
    /// No allowed rows have a white ring. Returns false at a limit.
    ///
    /// Full rows suffice, since a row with an empty cell is allowed only if the row with a black stone there is.
    /// The contract above the first of them may be any. For one height this excludes nothing more: a set can be
    /// changed so that all its tiles occur, without another position being allowed.
    pub fn add_rings(&mut self, limits: &Limits) -> bool {
        let columns = self.rows.columns;
        let is_full =
            |row: &Row| (0..columns).all(|x| digit(*row, x) > 0) && *row != 2 * self.rows.full();
        let full: Vec<Row> = (0..self.rows.count as Row).filter(is_full).collect();
        // For each state a literal for each contract in its gap.
        let mut reached: HashMap<State, Vec<Literal>> = HashMap::new();
        let mut queue: VecDeque<State> = VecDeque::new();
        // By the order, a row that is allowed below some contract is allowed below the greatest one.
        let above = self.contracts.greatest();
        for phase in 0..self.phases.count() {
            for &row in &full {
                let first = Crossing::first(Boards::Cylinder, row, columns);
                let state = (self.phases.below(phase), first);
                let literals = self.contract_literals();
                for (below, &literal) in literals.iter().enumerate() {
                    self.implies(&[self.tile(Tile { phase, above, row, below })], &[literal]);
                }
                reached.insert(state.clone(), literals);
                queue.push_back(state);
            }
        }
        while let Some(state) = queue.pop_front() {
            if limits.reached() {
                return false;
            }
            let Some(phase) = self.phases.after(state.0, Way::Down) else { continue };
            let here = reached[&state].clone();
            for &row in &full {
                let then = (self.phases.below(phase), state.1.then(row));
                if !then.1.is_cut() && !reached.contains_key(&then) {
                    reached.insert(then.clone(), self.contract_literals());
                    queue.push_back(then.clone());
                }
                let there = reached.get(&then).map(Vec::as_slice);
                self.add_row_to_ring((phase, row), &here, there);
            }
        }
        true
    }

    /// A further row of a phase leads from a state to another one, or completes a ring.
    fn add_row_to_ring(
        &mut self,
        (phase, row): (usize, Row),
        here: &[Literal],
        there: Option<&[Literal]>,
    ) {
        for (above, &literal) in here.iter().enumerate() {
            for below in 0..self.contracts.count() {
                let tile = self.tile(Tile { phase, above, row, below });
                let conclusion = there.map(|literals| literals[below]);
                self.implies(&[literal, tile], conclusion.as_slice());
            }
        }
    }

    /// A new variable for each contract.
    fn contract_literals(&mut self) -> Vec<Literal> {
        (0..self.contracts.count()).map(|_| self.formula.variable()).collect()
    }
}
