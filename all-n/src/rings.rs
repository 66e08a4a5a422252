//! Words of allowed rows with a white ring, found by breadth-first search over the crossing machine.

use std::collections::{HashMap, VecDeque};

use kring_proof::all_n::{Crossing, Row};

use crate::{
    class::Symmetry,
    encoder::{Encoder, Way},
    model::Model,
};

/// After some rows: the last row, the crossing machine, and whether white's extra stone is used.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    phase: usize,
    row: Row,
    crossing: Crossing,
    used: bool,
}

/// A breadth-first search. States are numbered in the order in which they are found.
struct RingSearch<'a> {
    encoder: &'a Encoder,
    numbers: HashMap<State, usize>,
    before: Vec<Option<usize>>,
    queue: VecDeque<State>,
    words: Vec<(usize, Vec<Row>)>,
    states: Vec<(usize, Row)>,
    most: usize,
}

/// Up to `most` words with their first phases, the shortest first, in which white has a ring or completes
/// one with one more stone.
pub fn words(encoder: &Encoder, model: &Model, most: usize) -> Vec<(usize, Vec<Row>)> {
    let mut search = RingSearch {
        encoder,
        numbers: HashMap::new(),
        before: Vec::new(),
        queue: VecDeque::new(),
        words: Vec::new(),
        states: Vec::new(),
        most,
    };
    let rotates = encoder.class.has(Symmetry::Rotation);
    for phase in 0..encoder.class.phases() {
        for row in 0..encoder.rows.count as Row {
            let begins = !model.beside(Way::Down, phase, row).is_empty();
            if begins && (!rotates || encoder.rows.is_first(row)) {
                search.step(phase, row, None);
            }
        }
    }
    while let Some(state) = search.queue.pop_front() {
        let phase = encoder.next(Way::Down, state.phase);
        for &row in model.beside(Way::Down, state.phase, state.row) {
            search.step(phase, row, Some(&state));
            if search.words.len() >= most {
                return search.words;
            }
        }
    }
    search.words
}

impl RingSearch<'_> {
    /// Reads a row as it is, and with one more white stone.
    fn step(&mut self, phase: usize, row: Row, before: Option<&State>) {
        let encoder = self.encoder;
        let columns = encoder.rows.columns;
        let mut read = |played: Row, used: bool| {
            let crossing = match before {
                None => Crossing::first(played, columns),
                Some(before) => before.crossing.then(played),
            };
            self.found(State { phase, row, crossing, used }, before);
        };
        let used = before.is_some_and(|before| before.used);
        read(row, used);
        if !used {
            encoder.rows.moves[usize::from(row)].iter().for_each(|&played| read(played, true));
        }
    }

    fn found(&mut self, state: State, before: Option<&State>) {
        if self.words.len() >= self.most || self.numbers.contains_key(&state) {
            return;
        }
        let before = before.map(|before| self.numbers[before]);
        if state.crossing.has_ring() {
            let mut word = vec![state.row];
            let (mut phase, mut at) = (state.phase, before);
            while let Some(number) = at {
                phase = self.states[number].0;
                word.push(self.states[number].1);
                at = self.before[number];
            }
            word.reverse();
            self.words.push((phase, word));
            return;
        }
        self.numbers.insert(state.clone(), self.before.len());
        self.before.push(before);
        self.states.push((state.phase, state.row));
        self.queue.push_back(state);
    }
}

/// Whether white has a ring in a word, or completes one with one more stone.
pub fn is_ring(encoder: &Encoder, word: &[Row]) -> bool {
    let ring = |word: &[Row]| {
        let mut crossing = Crossing::first(word[0], encoder.rows.columns);
        word[1..].iter().any(|&row| {
            crossing = crossing.then(row);
            crossing.has_ring()
        })
    };
    let completes = |at: usize| {
        encoder.rows.moves[usize::from(word[at])].iter().any(|&played| {
            let mut word = word.to_vec();
            word[at] = played;
            ring(&word)
        })
    };
    word.len() > 1 && (ring(word) || (0..word.len()).any(completes))
}
