//! The last condition of `docs/ALL-N.md`: no allowed position is lost. On a cylinder no allowed rows
//! have a white ring, on a rhombus none have a black path from the top row to the bottom row.

use std::collections::{HashMap, VecDeque};

use super::{
    Boards, CertificateError, Crossing, Row,
    check::{Checker, Way},
    rows::text,
};

/// The steps that count for a row that the crossing machine reads.
const READING: usize = 100;

/// A row at a phase and the state of the crossing machine after it.
type State = (usize, Row, Crossing);

impl Checker<'_> {
    /// No allowed position is lost for the winner.
    pub(super) fn losses(&self) -> Result<(), CertificateError> {
        match self.certificate.boards {
            Boards::Cylinder => self.rings(),
            Boards::Rhombus { rows } => self.paths(rows),
        }
    }

    /// The rows that occur in pairs at a phase, each as the first of a word.
    fn firsts(&self, phase: usize) -> impl Iterator<Item = State> {
        let occurs =
            move |row: &Row| Way::BOTH.iter().any(|&way| !self.beside(way, phase, *row).is_empty());
        let (boards, columns) = (self.certificate.boards, self.certificate.columns);
        let rows = (0..self.replies.len() as Row).filter(occurs);
        rows.map(move |row| (phase, row, Crossing::first(boards, row, columns)))
    }

    /// The states after one more row.
    fn after(&self, (phase, row, crossing): &State) -> impl Iterator<Item = State> {
        let next = self.next(Way::Down, *phase);
        let below = self.beside(Way::Down, *phase, *row).iter();
        below.map(move |&row| (next, row, crossing.then(row)))
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
            let mut word = vec![state.1];
            let mut last = state;
            while let Some(Some(before)) = from.get(&last).cloned() {
                word.insert(0, before.1);
                last = before;
            }
            Err(CertificateError::Ring { phase: last.0, rows: self.text(&word) })
        };
        for first in (0..self.certificate.phases.len()).flat_map(|phase| self.firsts(phase)) {
            queue.extend(reach(first, None)?);
        }
        while let Some(state) = queue.pop_front() {
            self.count(READING * self.beside(Way::Down, state.0, state.1).len())?;
            for next in self.after(&state) {
                queue.extend(reach(next, Some(state.clone()))?);
            }
        }
        Ok(())
    }

    /// No sequence of so many allowed rows that begins at height 0 has a black path from its first
    /// row to its last.
    fn paths(&self, rows: usize) -> Result<(), CertificateError> {
        // The states after each number of rows, and the row before each.
        let mut layers: Vec<HashMap<State, Option<State>>> =
            vec![self.firsts(0).filter(|first| !first.2.is_cut()).map(|f| (f, None)).collect()];
        while layers.len() < rows {
            let mut layer = HashMap::new();
            for state in layers[layers.len() - 1].keys() {
                self.count(READING * self.beside(Way::Down, state.0, state.1).len())?;
                for next in self.after(state).filter(|next| !next.2.is_cut()) {
                    layer.entry(next).or_insert_with(|| Some(state.clone()));
                }
            }
            layers.push(layer);
        }
        let Some(mut last) = layers[rows - 1].keys().next().cloned() else { return Ok(()) };
        let mut word = vec![last.1];
        for layer in layers.iter().rev() {
            let Some(before) = layer[&last].clone() else { break };
            word.insert(0, before.1);
            last = before;
        }
        Err(CertificateError::Path { rows: self.text(&word) })
    }

    /// Rows as text.
    pub(super) fn text(&self, rows: &[Row]) -> String {
        let (boards, columns) = (self.certificate.boards, self.certificate.columns);
        rows.iter().map(|&row| text(boards, row, columns)).collect::<Vec<_>>().join(" ")
    }
}
