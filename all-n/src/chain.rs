//! Rings as clauses, all at once: for each state of the crossing machine a variable that says that
//! allowed rows may lead to it.

use std::collections::{HashMap, VecDeque};

use kring_proof::all_n::{Crossing, Row};

use crate::{
    class::Symmetry,
    encoder::{Encoder, Way},
    formula::Literal,
    model::Model,
    unknowns::Pair,
};

/// The states of the crossing machine after a row at a phase, one for each class under rotation
/// and reflection.
type Key = (usize, Row, Vec<u8>);

/// The states found so far.
struct States {
    variables: HashMap<Key, Literal>,
    queue: VecDeque<(Literal, usize, Row, Crossing)>,
}

/// Adds clauses that say: no sequence of allowed rows has a ring. `all` has every pair of the class.
pub fn add_rings(encoder: &mut Encoder, all: &Model) {
    let columns = encoder.rows.columns;
    let mut states = States { variables: HashMap::new(), queue: VecDeque::new() };
    for phase in 0..encoder.class.phases() {
        for row in 0..encoder.rows.count as Row {
            // A word may begin with any row: the state after it needs no variable.
            states.queue.push_back((0, phase, row, Crossing::first(row, columns)));
        }
    }
    while let Some((from, phase, row, crossing)) = states.queue.pop_front() {
        for &lower in all.beside(Way::Down, phase, row) {
            let pair = encoder.unknowns.of(Pair { phase, upper: row, lower });
            let next = crossing.then(lower);
            let mut clause = vec![-from, -pair];
            if !next.has_ring() {
                if next == Crossing::first(lower, columns) {
                    continue;
                }
                clause.push(states.variable(encoder, encoder.next(Way::Down, phase), lower, next));
            }
            encoder.formula.clause(clause);
        }
    }
}

impl States {
    /// The variable of a state.
    fn variable(
        &mut self,
        encoder: &mut Encoder,
        phase: usize,
        row: Row,
        crossing: Crossing,
    ) -> Literal {
        let key = key(encoder, phase, row, &crossing);
        if let Some(&variable) = self.variables.get(&key) {
            return variable;
        }
        let variable = encoder.formula.variable();
        self.variables.insert(key, variable);
        self.queue.push_back((variable, phase, row, crossing));
        variable
    }
}

/// The smallest image of a state.
fn key(encoder: &Encoder, phase: usize, row: Row, crossing: &Crossing) -> Key {
    let columns = encoder.rows.columns as i32;
    let rotations = if encoder.class.has(Symmetry::Rotation) { columns } else { 1 };
    // The screw takes every state to phase 0.
    let back = |screw: usize| (encoder.class.period - phase) * screw;
    let (phase, turned) = encoder.class.screw.map_or((phase, 0), |screw| (0, back(screw) as i32));
    let signs: &[i32] = if encoder.class.has(Symmetry::Reflection) { &[1, -1] } else { &[1] };
    let image = |(by, sign): (i32, i32)| {
        let to = |x: i32| (sign * (x + turned) + by).rem_euclid(columns);
        let mut labels = vec![0; columns as usize];
        for (x, &label) in crossing.labels().iter().enumerate() {
            labels[to(x as i32) as usize] = label;
        }
        (phase, encoder.rows.moved(row, to), Crossing::from_labels(&labels).labels().to_vec())
    };
    let images = (0..rotations).flat_map(|by| signs.iter().map(move |&sign| (by, sign)));
    images.map(image).min().expect("the identity is a symmetry")
}
