//! Rings and paths as clauses, all at once: for each state of the crossing machine a variable that says that
//! allowed rows may lead to it.

use std::collections::{HashMap, VecDeque};

use kring_proof::all_n::{Boards, Crossing, Row, Word};

use crate::prove_all::{
    class::Symmetry, encoder::Encoder, formula::Literal, model::Model, unknowns::Span, window::Way,
};

/// After some rows: the last of them, one fewer than a tuple has, with the phase of the first of these, and the
/// crossing machine.
#[derive(Clone)]
struct State {
    phase: usize,
    word: Word,
    crossing: Crossing,
    /// The height of the last row in a rhombus; 0 in a cylinder.
    height: usize,
}

/// One state of each class under rotation and reflection.
type Key = (usize, usize, Word, Vec<u8>);

/// The states found so far.
struct States {
    variables: HashMap<Key, Literal>,
    queue: VecDeque<(Literal, State)>,
}

/// Adds clauses that say: no allowed rows are lost. `all` has every tuple of the class.
pub fn add_losses(encoder: &mut Encoder, all: &Model) {
    let boards = encoder.class.boards;
    let columns = encoder.rows.columns;
    let fresh = |word: Word| {
        let first = Crossing::first(boards, word[0], columns);
        word[1..].iter().fold(first, |crossing, &row| crossing.then(row))
    };
    let mut states = States { variables: HashMap::new(), queue: VecDeque::new() };
    // Rhombi begin at phase 0.
    for phase in 0..if boards.wraps() { encoder.class.phases() } else { 1 } {
        for word in all.states(phase) {
            let crossing = fresh(word);
            let read = word.len() - 1;
            let height = if boards.wraps() { 0 } else { read };
            // A word may begin with any rows: the state after them needs no variable.
            if boards.wraps() || !crossing.is_cut() {
                states.queue.push_back((0, State { phase, word, crossing, height }));
            }
        }
    }
    while let Some((from, state)) = states.queue.pop_front() {
        for &lower in all.beyond(Way::Down, state.phase, &state.word) {
            let tuple = Span { phase: state.phase, word: state.word.then(lower) };
            let mut clause = vec![-from, -encoder.unknowns.of(tuple)];
            let next = State {
                phase: encoder.further(Way::Down, state.phase, 1),
                word: Word::new(&tuple.word[1..]),
                crossing: state.crossing.then(lower),
                height: state.height + usize::from(!boards.wraps()),
            };
            let is_cut = next.crossing.is_cut();
            let (is_lost, is_harmless) = match boards {
                Boards::Cylinder => (is_cut, next.crossing == fresh(next.word)),
                Boards::Rhombus { rows } => (!is_cut && next.height + 1 == rows, is_cut),
            };
            if is_harmless {
                continue;
            }
            if !is_lost {
                clause.push(states.variable(encoder, next));
            }
            encoder.formula.clause(clause);
        }
    }
}

impl States {
    /// The variable of a state.
    fn variable(&mut self, encoder: &mut Encoder, state: State) -> Literal {
        let key = key(encoder, &state);
        if let Some(&variable) = self.variables.get(&key) {
            return variable;
        }
        let variable = encoder.formula.variable();
        self.variables.insert(key, variable);
        self.queue.push_back((variable, state));
        variable
    }
}

/// The smallest image of a state.
fn key(encoder: &Encoder, state: &State) -> Key {
    let State { phase, word, crossing, height } = state;
    let columns = encoder.rows.columns as i32;
    let rotations = if encoder.class.has(Symmetry::Rotation) { columns } else { 1 };
    // The screw takes every state to phase 0.
    let back = |screw: usize| (encoder.class.period - phase) * screw;
    let (phase, turned) = encoder.class.screw.map_or((*phase, 0), |screw| (0, back(screw) as i32));
    let signs: &[i32] = if encoder.class.has(Symmetry::Reflection) { &[1, -1] } else { &[1] };
    let image = |(by, sign): (i32, i32)| {
        // The reflection moves each lower row one column further.
        let to = |x: i32, y: usize| {
            let x = sign * (x + turned) + by - if sign < 0 { y as i32 } else { 0 };
            x.rem_euclid(columns)
        };
        let mut labels = vec![0; columns as usize];
        for (x, &label) in crossing.labels().iter().enumerate() {
            labels[to(x as i32, word.len() - 1) as usize] = label;
        }
        let crossing = Crossing::from_labels(encoder.class.boards, &labels);
        let rows = word.iter().enumerate();
        let moved: Word =
            rows.map(|(y, &row): (usize, &Row)| encoder.rows.moved(row, |x| to(x, y))).collect();
        (*height, phase, moved, crossing.labels().to_vec())
    };
    let images = (0..rotations).flat_map(|by| signs.iter().map(move |&sign| (by, sign)));
    images.map(image).min().expect("the identity is a symmetry")
}
