//! Words of allowed rows with a white ring of a cylinder, or with a black path through the least rows of
//! a rhombus, found by breadth-first search over the crossing machine.

use std::collections::{HashMap, VecDeque};

use kring_proof::all_n::{Boards, Crossing, Row, Word};

use crate::prove_all::{class::Symmetry, encoder::Encoder, model::Model, window::Way};

/// After some rows: the last of them, one fewer than a tuple has, with the phase of the first of these; the crossing
/// machine, whether the loser's extra stone is used, and the
/// height of the last row in a rhombus (0 in a cylinder).
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    phase: usize,
    word: Word,
    crossing: Crossing,
    used: bool,
    height: usize,
}

impl State {
    /// Whether the loser has its ring or path.
    fn is_lost(&self, boards: Boards) -> bool {
        match boards {
            Boards::Cylinder => self.crossing.is_cut(),
            Boards::Rhombus { rows } => !self.crossing.is_cut() && self.height + 1 == rows,
        }
    }

    /// Whether no further row makes a difference.
    fn is_over(&self, boards: Boards) -> bool {
        !boards.wraps() && self.crossing.is_cut()
    }
}

/// A breadth-first search. States are numbered in the order in which they are found.
struct LossSearch<'a> {
    encoder: &'a Encoder,
    numbers: HashMap<State, usize>,
    before: Vec<Option<usize>>,
    queue: VecDeque<State>,
    words: Vec<(usize, Vec<Row>)>,
    states: Vec<(usize, Word)>,
    most: usize,
}

/// Up to `most` words with their first phases, the shortest first, in which the loser has a
/// ring or path, or completes one with one more stone.
pub fn words(encoder: &Encoder, model: &Model, most: usize) -> Vec<(usize, Vec<Row>)> {
    let mut search = LossSearch {
        encoder,
        numbers: HashMap::new(),
        before: Vec::new(),
        queue: VecDeque::new(),
        words: Vec::new(),
        states: Vec::new(),
        most,
    };
    let rotates = encoder.class.has(Symmetry::Rotation);
    // Rhombi begin at phase 0.
    for phase in 0..if encoder.class.boards.wraps() { encoder.class.phases() } else { 1 } {
        for word in model.states(phase) {
            if !rotates || encoder.rows.is_first(word[0]) {
                search.begin(phase, word);
            }
        }
    }
    while let Some(state) = search.queue.pop_front() {
        for &row in model.beyond(Way::Down, state.phase, &state.word) {
            search.step(row, &state);
            if search.words.len() >= most {
                return search.words;
            }
        }
    }
    search.words
}

impl LossSearch<'_> {
    /// Begins with rows as they are, and with one more stone of the loser.
    fn begin(&mut self, phase: usize, word: Word) {
        let encoder = self.encoder;
        let boards = encoder.class.boards;
        let height = if boards.wraps() { 0 } else { word.len() - 1 };
        let mut read = |played: Word, used: bool| {
            let first = Crossing::first(boards, played[0], encoder.rows.columns);
            let crossing = played[1..].iter().fold(first, |crossing, &row| crossing.then(row));
            self.found(State { phase, word, crossing, used, height }, None);
        };
        read(word, false);
        for (at, &row) in word.iter().enumerate() {
            let moves = encoder.rows.moves[usize::from(row)].iter();
            for &played in moves {
                read(word.with(at, played), true);
            }
        }
    }

    /// Reads a row as it is, and with one more stone of the loser.
    fn step(&mut self, row: Row, before: &State) {
        let encoder = self.encoder;
        let phase = encoder.further(Way::Down, before.phase, 1);
        let word = Word::new(&before.word.then(row)[1..]);
        let height = before.height + usize::from(!encoder.class.boards.wraps());
        let mut read = |played: Row, used: bool| {
            let crossing = before.crossing.then(played);
            self.found(State { phase, word, crossing, used, height }, Some(before));
        };
        read(row, before.used);
        if !before.used {
            for &played in &encoder.rows.moves[usize::from(row)] {
                read(played, true);
            }
        }
    }

    fn found(&mut self, state: State, before: Option<&State>) {
        let boards = self.encoder.class.boards;
        let is_full = self.words.len() >= self.most;
        if is_full || state.is_over(boards) || self.numbers.contains_key(&state) {
            return;
        }
        let before = before.map(|before| self.numbers[before]);
        if state.is_lost(boards) {
            let mut word = state.word.reversed().to_vec();
            let mut phase = state.phase;
            let mut at = before;
            while let Some(number) = at {
                phase = self.states[number].0;
                word.push(self.states[number].1[0]);
                at = self.before[number];
            }
            word.reverse();
            self.words.push((phase, word));
            return;
        }
        self.numbers.insert(state.clone(), self.before.len());
        self.before.push(before);
        self.states.push((state.phase, state.word));
        self.queue.push_back(state);
    }
}

/// Whether the loser has a ring or path in a word that begins at a phase, or completes one with one
/// more stone.
pub fn is_lost(encoder: &Encoder, phase: usize, word: &[Row]) -> bool {
    let boards = encoder.class.boards;
    let lost = |word: &[Row]| {
        let mut crossing = Crossing::first(boards, word[0], encoder.rows.columns);
        let mut cut = word[1..].iter().map(|&row| {
            crossing = crossing.then(row);
            crossing.is_cut()
        });
        match boards {
            Boards::Cylinder => cut.any(|cut| cut),
            Boards::Rhombus { rows } => phase == 0 && word.len() == rows && !cut.any(|cut| cut),
        }
    };
    let completes = |at: usize| {
        encoder.rows.moves[usize::from(word[at])].iter().any(|&played| {
            let mut word = word.to_vec();
            word[at] = played;
            lost(&word)
        })
    };
    word.len() >= encoder.class.tuple && (lost(word) || (0..word.len()).any(completes))
}
