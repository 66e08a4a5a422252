//! The last condition of `docs/ALL-N.md`: no allowed position is lost. On a cylinder no allowed rows
//! have a white ring, on a rhombus none have a black path from the top row to the bottom row.

use std::collections::{HashMap, VecDeque};

use super::{
    Boards, CertificateError, Crossing, Word,
    check::{Checker, Way},
};

/// The steps that count for a row that the crossing machine reads.
const READING: usize = 100;

/// After some rows: the phase and the rows of the last of them, one row fewer than a tuple has, and the state of the
/// crossing machine.
type State = (usize, Word, Crossing);

impl Checker<'_> {
    /// No allowed position is lost for the winner.
    pub(super) fn losses(&self) -> Result<(), CertificateError> {
        match self.certificate.boards {
            Boards::Cylinder => self.rings(),
            Boards::Rhombus { rows } => self.paths(rows),
        }
    }

    /// The words with which allowed rows may begin at a phase.
    fn firsts(&self, phase: usize) -> impl Iterator<Item = State> {
        let boards = self.certificate.boards;
        let columns = self.certificate.columns;
        self.states(phase).into_iter().map(move |word| {
            let first = Crossing::first(boards, word[0], columns);
            (phase, word, word[1..].iter().fold(first, |crossing, &row| crossing.then(row)))
        })
    }

    /// The states after one more row.
    fn after(&self, (phase, word, crossing): &State) -> impl Iterator<Item = State> {
        let next = self.further(Way::Down, *phase, 1);
        let below = self.beyond(Way::Down, *phase, word).iter();
        below.map(move |&row| (next, Word::new(&word.then(row)[1..]), crossing.then(row)))
    }

    /// No sequence of allowed rows has a white ring.
    fn rings(&self) -> Result<(), CertificateError> {
        let mut from = HashMap::new();
        let mut queue = VecDeque::new();
        let mut reach = |state: State, before: Option<State>| {
            if from.contains_key(&state) {
                return Ok(None);
            }
            from.insert(state.clone(), before);
            if !state.2.is_cut() {
                return Ok(Some(state));
            }
            let mut word = state.1.to_vec();
            let mut last = state;
            while let Some(Some(before)) = from.get(&last).cloned() {
                word.insert(0, before.1[0]);
                last = before;
            }
            Err(CertificateError::Ring { phase: last.0, rows: self.text(&word) })
        };
        for first in (0..self.certificate.phases.len()).flat_map(|phase| self.firsts(phase)) {
            queue.extend(reach(first, None)?);
        }
        while let Some(state) = queue.pop_front() {
            self.count(READING * self.beyond(Way::Down, state.0, &state.1).len())?;
            for next in self.after(&state) {
                queue.extend(reach(next, Some(state.clone()))?);
            }
        }
        Ok(())
    }

    /// No sequence of `rows` allowed rows that begins at height 0 has a black path from its first row
    /// to its last.
    fn paths(&self, rows: usize) -> Result<(), CertificateError> {
        // The states after each number of rows, and the state before each.
        let mut layers: Vec<HashMap<State, Option<State>>> =
            vec![self.firsts(0).filter(|first| !first.2.is_cut()).map(|f| (f, None)).collect()];
        // The first states have read one row fewer than a tuple has.
        while layers.len() + self.certificate.tuple - 2 < rows {
            let mut layer = HashMap::new();
            for state in layers[layers.len() - 1].keys() {
                self.count(READING * self.beyond(Way::Down, state.0, &state.1).len())?;
                for next in self.after(state).filter(|next| !next.2.is_cut()) {
                    layer.entry(next).or_insert_with(|| Some(state.clone()));
                }
            }
            layers.push(layer);
        }
        let Some(mut last) = layers[layers.len() - 1].keys().next().cloned() else { return Ok(()) };
        let mut word = last.1.to_vec();
        for layer in layers.iter().rev() {
            let Some(before) = layer[&last].clone() else { break };
            word.insert(0, before.1[0]);
            last = before;
        }
        Err(CertificateError::Path { rows: self.text(&word) })
    }
}
