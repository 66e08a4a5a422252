//! A proposed set: the tuples that a model of the formula allows, and which clauses it violates.

use kring_proof::all_n::{Row, Word, index};

use crate::prove_all::{
    encoder::Encoder,
    unknowns::Span,
    window::{Side, Way, Window},
};

/// A set of tuples.
pub struct Model {
    allowed: Vec<Vec<bool>>,
    /// The tuples of each phase.
    tuples: Vec<Vec<Word>>,
    /// The rows that may follow on all rows of a tuple but one, for both directions.
    beyond: [Vec<Vec<Vec<Row>>>; 2],
    rows: usize,
}

/// A clause that the model violates.
pub enum Violation {
    Window(Window),
    Beyond(Side, Row),
}

impl Model {
    /// The set of the given tuples.
    pub fn new(encoder: &Encoder, tuples: &[Span]) -> Model {
        let period = encoder.class.period;
        let rows = encoder.rows.count;
        let states = rows.pow(encoder.class.tuple as u32 - 1);
        let none = vec![vec![Vec::new(); states]; period];
        let allowed = vec![vec![false; rows * states]; period];
        let tuples_of = vec![Vec::new(); period];
        let mut model = Model { allowed, tuples: tuples_of, beyond: [none.clone(), none], rows };
        for &span in tuples {
            model.add(encoder, span);
        }
        model
    }

    /// Adds a tuple.
    pub fn add(&mut self, encoder: &Encoder, span: Span) {
        let Span { phase, word } = span;
        let place = &mut self.allowed[phase][index(&word, self.rows)];
        if !std::mem::replace(place, true) {
            self.tuples[phase].push(word);
            let at = word.len() - 1;
            let last = encoder.further(Way::Down, phase, at);
            for (way, phase, word) in [(Way::Down, phase, word), (Way::Up, last, word.reversed())] {
                self.beyond[way as usize][phase][index(&word[..at], self.rows)].push(word[at]);
            }
        }
    }

    /// The tuples of a phase.
    pub fn tuples(&self, phase: usize) -> &[Word] {
        &self.tuples[phase]
    }

    /// Whether a tuple is in the set.
    pub fn has(&self, span: Span) -> bool {
        self.allowed[span.phase][index(&span.word, self.rows)]
    }

    /// Whether all tuples of rows that are read in a direction are in the set.
    pub fn all(&self, encoder: &Encoder, way: Way, phase: usize, rows: &[Row]) -> bool {
        encoder.tuples(way, phase, rows).all(|span| self.has(span))
    }

    /// The rows that may follow on rows, one fewer than a tuple has, in a direction.
    pub fn beyond(&self, way: Way, phase: usize, rows: &[Row]) -> &[Row] {
        &self.beyond[way as usize][phase][index(rows, self.rows)]
    }

    /// The rows with which words may begin at a phase, one fewer than a tuple has, each once.
    pub fn states(&self, phase: usize) -> Vec<Word> {
        let first = |word: &Word| Word::new(&word[..word.len() - 1]);
        let mut states: Vec<Word> = self.tuples[phase].iter().map(first).collect();
        states.sort_unstable();
        states.dedup();
        states
    }

    /// The clauses that a window violates, if the loser's move has no answer in it.
    pub fn fails(&self, encoder: &Encoder, window: Window) -> Option<Vec<Violation>> {
        let at = encoder.class.tuple - 1;
        let (phase, word) = encoder.played(Way::Down, window);
        let fits = |&reply: &Row| self.all(encoder, Way::Down, phase, &word.with(at, reply));
        if encoder.rows.replies[usize::from(window.played)].iter().any(fits) {
            return None;
        }
        let mut violations = vec![Violation::Window(window)];
        for way in [Way::Up, Way::Down] {
            let (other, side) = encoder.side_of(way, window);
            let possible = encoder.class.reach > 0 && self.has(other);
            if possible && !self.stuck(encoder, side, &mut violations) {
                return None;
            }
        }
        Some(violations)
    }

    /// Whether something may lie beyond a side that leaves the winner without an answer there.
    pub fn stuck(&self, encoder: &Encoder, side: Side, violations: &mut Vec<Violation>) -> bool {
        let Side { way, phase, word, distance } = side;
        let at = encoder.class.tuple - 1;
        let there = encoder.further(way, phase, at);
        let near = |&&reply: &&Row| self.all(encoder, way, phase, &word.with(at, reply));
        let replies = &encoder.rows.replies[usize::from(word[at])];
        let replies: Vec<Row> = replies.iter().filter(near).copied().collect();
        let stays =
            distance < encoder.class.reach && self.has(encoder.span(way, phase, &word[..=at]));
        let mut stuck = false;
        for &beyond in self.beyond(way, there, &word[at..]) {
            let longer = word.then(beyond);
            let far =
                |&reply: &Row| self.has(encoder.span(way, there, &longer.with(at, reply)[at..]));
            if replies.iter().any(far) {
                continue;
            }
            let next = encoder.next_side(side, beyond);
            if !stays || self.stuck(encoder, next, violations) {
                violations.push(Violation::Beyond(side, beyond));
                stuck = true;
            }
        }
        stuck
    }
}
