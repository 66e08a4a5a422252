//! The checker of certificates: its limits, the tuples as tables, and the start of `docs/ALL-N.md`.
//! `windows.rs` has the windows, `losses.rs` the rings and paths.

use std::cell::Cell;

use kring_board::stop::Stop;

use super::{
    Boards, Certificate, CertificateError, MOST_COLUMNS, MOST_MARKS, MOST_PHASES, MOST_REACH,
    MOST_ROWS, MOST_STEPS, MOST_TUPLES, MOST_WORDS, Row,
    rows::{marked_text, replies},
    word::{Word, index},
};

/// Checks that a certificate proves its [statement](Certificate::statement).
pub fn check(certificate: &Certificate) -> Result<(), CertificateError> {
    check_until(certificate, &Stop::default())
}

/// The same, unless it is stopped.
pub fn check_until(certificate: &Certificate, stop: &Stop) -> Result<(), CertificateError> {
    let Certificate { columns, tuple, marks, .. } = *certificate;
    let rows = 3usize.pow(columns.min(MOST_COLUMNS) as u32) * marks.min(MOST_MARKS);
    let limits = (2..=MOST_COLUMNS).contains(&columns)
        && (1..=MOST_MARKS).contains(&marks)
        && matches!(tuple, 2 | 3)
        && rows.pow(tuple as u32) <= MOST_WORDS
        && (1..=MOST_PHASES).contains(&certificate.phases.len())
        && certificate.reach <= MOST_REACH
        && match certificate.boards {
            Boards::Cylinder => true,
            Boards::Rhombus { rows } => (tuple - 1..=MOST_ROWS).contains(&rows),
        };
    let outside =
        |word: &Word| word.len() != tuple || word.iter().any(|&row| usize::from(row) >= rows);
    if !limits || certificate.phases.iter().flatten().any(outside) {
        return Err(CertificateError::Limits);
    }
    if certificate.tuples() > MOST_TUPLES {
        return Err(CertificateError::Tuples);
    }
    let checker = Checker::new(certificate, rows, stop);
    let checked = checker.start().and_then(|()| checker.losses()).and_then(|()| checker.windows());
    // A check that was stopped may have left out any part, or found a fault that is none.
    if stop.is_set() { Err(CertificateError::Stopped) } else { checked }
}

/// A direction: towards smaller or larger heights.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Way {
    Up,
    Down,
}

/// The tuples as tables. Heights are counted modulo the period.
///
/// Rows that are given with a direction begin at the given height and are read in this direction.
pub(super) struct Checker<'a> {
    pub(super) certificate: &'a Certificate,
    /// Whether a tuple is allowed, at its index in the phase of its first row.
    tuples: Vec<Vec<bool>>,
    /// The rows that may follow on all rows of a tuple but one, for both directions.
    beyond: [Vec<Vec<Vec<Row>>>; 2],
    /// The replies in each row.
    pub(super) replies: Vec<Vec<Row>>,
    /// The steps so far.
    steps: Cell<u64>,
    pub(super) stop: &'a Stop,
}

impl<'a> Checker<'a> {
    fn new(certificate: &'a Certificate, rows: usize, stop: &'a Stop) -> Checker<'a> {
        let period = certificate.phases.len();
        let tuple = certificate.tuple;
        let states = rows.pow(tuple as u32 - 1);
        let none = vec![vec![Vec::new(); states]; period];
        let mut beyond = [none.clone(), none];
        let mut tuples = vec![vec![false; rows * states]; period];
        for (phase, words) in certificate.phases.iter().enumerate() {
            let last = (phase + tuple - 1) % period;
            for word in words {
                tuples[phase][index(word, rows)] = true;
                beyond[Way::Down as usize][phase][index(&word[..tuple - 1], rows)]
                    .push(word[tuple - 1]);
                beyond[Way::Up as usize][last][index(&word.reversed()[..tuple - 1], rows)]
                    .push(word[0]);
            }
        }
        let replies = (0..rows as Row).map(|row| replies(row, certificate)).collect();
        Checker { certificate, tuples, beyond, replies, steps: Cell::new(0), stop }
    }

    /// Counts steps. Returns whether they are too many.
    pub(super) fn is_too_long(&self, steps: usize) -> bool {
        self.steps.set(self.steps.get() + steps as u64);
        self.steps.get() > MOST_STEPS
    }

    /// Counts steps. An error if they are too many, or if the check was stopped.
    pub(super) fn count(&self, steps: usize) -> Result<(), CertificateError> {
        match self.is_too_long(steps) {
            _ if self.stop.is_set() => Err(CertificateError::Stopped),
            true => Err(CertificateError::Steps),
            false => Ok(()),
        }
    }

    /// The height that lies some rows further.
    pub(super) fn further(&self, way: Way, height: usize, rows: usize) -> usize {
        let period = self.certificate.phases.len();
        (height + rows * if way == Way::Down { 1 } else { period - 1 }) % period
    }

    /// The rows that may follow on rows, one fewer than a tuple has.
    pub(super) fn beyond(&self, way: Way, height: usize, rows: &[Row]) -> &[Row] {
        &self.beyond[way as usize][height][index(rows, self.replies.len())]
    }

    /// Whether the rows are an allowed tuple.
    pub(super) fn allowed(&self, way: Way, height: usize, rows: &[Row]) -> bool {
        let number = |index, &row: &Row| index * self.replies.len() + usize::from(row);
        match way {
            Way::Down => self.tuples[height][rows.iter().fold(0, number)],
            Way::Up => {
                let first = self.further(way, height, rows.len() - 1);
                self.tuples[first][rows.iter().rev().fold(0, number)]
            }
        }
    }

    /// The first rows of the tuples of a phase, all but the last row, each once.
    pub(super) fn states(&self, phase: usize) -> Vec<Word> {
        let first = |word: &Word| Word::new(&word[..word.len() - 1]);
        let mut states: Vec<Word> = self.certificate.phases[phase].iter().map(first).collect();
        states.dedup();
        states
    }

    fn start(&self) -> Result<(), CertificateError> {
        let empty = Word::new(&[0, 0, 0][..self.certificate.tuple]);
        let phases = &self.certificate.phases;
        match phases.iter().position(|words| !words.contains(&empty)) {
            Some(phase) => Err(CertificateError::Start(phase)),
            None => Ok(()),
        }
    }

    /// Rows as text.
    pub(super) fn text(&self, rows: &[Row]) -> String {
        rows.iter().map(|&row| marked_text(self.certificate, row)).collect::<Vec<_>>().join(" ")
    }
}
