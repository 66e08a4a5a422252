//! The clauses that no allowed rows have a white ring.

use std::collections::{HashMap, VecDeque};

use kring_proof::all_n::{Boards, Crossing, Row};

use crate::{formula::Literal, rows::digit};

use super::encoder::Encoder;

impl Encoder {
    /// No allowed rows have a white ring. Full rows suffice, since a row with an empty cell is allowed only if the row with a
    /// black stone there is.
    pub fn add_rings(&mut self) {
        let (columns, count) = (self.rows.columns, self.contracts.count());
        let full =
            |row: &Row| (0..columns).all(|x| digit(*row, x) > 0) && *row != 2 * self.rows.full();
        let full: Vec<Row> = (0..self.rows.count as Row).filter(full).collect();
        let mut reached: HashMap<Crossing, Vec<Literal>> = HashMap::new();
        let mut queue = VecDeque::new();
        for &row in &full {
            let first = Crossing::first(Boards::Cylinder, row, columns);
            let literals: Vec<Literal> = (0..count).map(|_| self.formula.variable()).collect();
            for above in 0..count {
                for (below, &literal) in literals.iter().enumerate() {
                    self.implies(&[self.tile(above, row, below)], &[literal]);
                }
            }
            reached.insert(first.clone(), literals);
            queue.push_back(first);
        }
        while let Some(crossing) = queue.pop_front() {
            let here = reached[&crossing].clone();
            for &row in &full {
                let then = crossing.then(row);
                if !then.is_cut() && !reached.contains_key(&then) {
                    let literals = (0..count).map(|_| self.formula.variable()).collect();
                    reached.insert(then.clone(), literals);
                    queue.push_back(then.clone());
                }
                let there = reached.get(&then).cloned();
                for (above, &literal) in here.iter().enumerate() {
                    for below in 0..count {
                        let tile = self.tile(above, row, below);
                        let conclusion = there.as_ref().map(|literals| literals[below]);
                        self.implies(&[literal, tile], conclusion.as_slice());
                    }
                }
            }
        }
    }
}
