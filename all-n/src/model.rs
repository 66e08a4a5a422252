//! A proposed set: the tuples that a model of the formula allows, and the windows that fail in it.

use std::cell::OnceCell;

use kring_proof::all_n::{Row, Word, index};

use crate::{
    class::Symmetry,
    encoder::{Encoder, Side, Way, Window},
    unknowns::Span,
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

/// After the loser's move, a row at the edge of the window.
struct Edge {
    row: Row,
    /// The replies in the loser's row that fit to it, as a set. After the loser's stone there are at most 128.
    fits: u128,
    /// Whether something may lie beyond it that leaves the winner without an answer on this side.
    stuck: OnceCell<bool>,
}

impl Model {
    /// The set of the given tuples.
    pub fn new(encoder: &Encoder, tuples: &[Span]) -> Model {
        let (period, rows) = (encoder.class.period, encoder.rows.count);
        let states = rows.pow(encoder.class.tuple as u32 - 1);
        let none = vec![vec![Vec::new(); states]; period];
        let allowed = vec![vec![false; rows * states]; period];
        let tuples_of = vec![Vec::new(); period];
        let mut model = Model { allowed, tuples: tuples_of, beyond: [none.clone(), none], rows };
        tuples.iter().for_each(|&span| model.add(encoder, span));
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

    /// Whether a tuple is in the set.
    pub fn has(&self, span: Span) -> bool {
        self.allowed[span.phase][index(&span.word, self.rows)]
    }

    /// Whether all tuples of rows that are read in a direction are in the set.
    fn all(&self, encoder: &Encoder, way: Way, phase: usize, rows: &[Row]) -> bool {
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

    /// Calls `visit` for windows before the loser's move without their first and their last row, with the phase
    /// of the loser's row, until it returns false. Of those that are equal by rotation or screw one is enough.
    fn middles(&self, encoder: &Encoder, mut visit: impl FnMut(usize, Word) -> bool) {
        let rotates = encoder.class.has(Symmetry::Rotation);
        let at = encoder.class.tuple - 2;
        for phase in 0..encoder.class.phases() {
            let rows: Vec<Word>;
            let words = match at {
                0 => {
                    rows = (0..self.rows as Row).map(|row| Word::new(&[row])).collect();
                    &rows
                }
                _ => &self.tuples[encoder.further(Way::Up, phase, at)],
            };
            for &word in words {
                let is_new = !rotates || encoder.rows.is_first(word[at]);
                if is_new && !visit(phase, word) {
                    return;
                }
            }
        }
    }

    /// Calls `visit` for each move of the loser in allowed rows.
    pub fn windows(&self, encoder: &Encoder, mut visit: impl FnMut(Window)) {
        let at = encoder.class.tuple - 2;
        self.middles(encoder, |phase, middle| {
            for &above in self.beyond(Way::Up, phase, &middle.reversed()[at..]) {
                for &below in self.beyond(Way::Down, phase, &middle[at..]) {
                    for &played in &encoder.rows.moves[usize::from(middle[at])] {
                        visit(window(phase, above, middle, below, played));
                    }
                }
            }
            true
        });
    }

    /// Calls `visit` for moves of the loser without an answer, at most so many with the same rows but for the first
    /// and the last, until it returns false.
    pub fn failing(&self, encoder: &Encoder, most: usize, mut visit: impl FnMut(Window) -> bool) {
        let at = encoder.class.tuple - 2;
        self.middles(encoder, |phase, middle| {
            let moves = &encoder.rows.moves[usize::from(middle[at])];
            let edges = |way: Way, middle: Word| -> Vec<Vec<Edge>> {
                let edges = |&played| self.edges(encoder, way, phase, middle, played);
                moves.iter().map(edges).collect()
            };
            let (above, below) = (edges(Way::Up, middle.reversed()), edges(Way::Down, middle));
            let tops = above.first().map_or(0, Vec::len);
            let bottoms = below.first().map_or(0, Vec::len);
            let mut found = 0;
            for (top, bottom) in (0..tops).flat_map(|t| (0..bottoms).map(move |b| (t, b))) {
                for (i, &played) in moves.iter().enumerate() {
                    let (top, bottom) = (&above[i][top], &below[i][bottom]);
                    let window = window(phase, top.row, middle, bottom.row, played);
                    if self.is_answered(encoder, window, top, bottom) {
                        continue;
                    }
                    found += 1;
                    if !visit(window) {
                        return false;
                    }
                    if found == most {
                        return true;
                    }
                }
            }
            true
        });
    }

    /// The edges of a middle, which is read in a direction, after the loser's move.
    fn edges(
        &self,
        encoder: &Encoder,
        way: Way,
        phase: usize,
        middle: Word,
        played: Row,
    ) -> Vec<Edge> {
        let at = encoder.class.tuple - 2;
        let first = encoder.further(way.back(), phase, at);
        let rows = self.beyond(way, phase, &middle[at..]).iter();
        let replies = &encoder.rows.replies[usize::from(played)];
        // The reply must fit to the middle, which is a triple if it is no single row, and to the edge.
        let inside = |&reply: &Row| self.all(encoder, way, first, &middle.with(at, reply));
        let inside: Vec<bool> = replies.iter().map(inside).collect();
        let edge = |&row: &Row| {
            let longer = middle.then(row);
            let fits =
                |reply: Row| self.has(encoder.span(way, phase, &longer.with(at, reply)[at..]));
            let fitting = (0..replies.len()).filter(|&i| inside[i] && fits(replies[i]));
            let fits = fitting.fold(0, |set, i| set | 1 << i);
            Edge { row, fits, stuck: OnceCell::new() }
        };
        rows.map(edge).collect()
    }

    fn is_answered(&self, encoder: &Encoder, window: Window, top: &Edge, bottom: &Edge) -> bool {
        let both = top.fits & bottom.fits;
        both != 0
            || [(Way::Up, top), (Way::Down, bottom)].into_iter().any(|(way, edge)| {
                let (other, side) = encoder.side_of(way, window);
                encoder.class.reach > 0
                    && self.has(other)
                    && !edge.stuck.get_or_init(|| self.stuck(encoder, side, &mut Vec::new()))
            })
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
    fn stuck(&self, encoder: &Encoder, side: Side, violations: &mut Vec<Violation>) -> bool {
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

fn window(phase: usize, above: Row, middle: Word, below: Row, played: Row) -> Window {
    let word = [above].into_iter().chain(middle.iter().copied()).chain([below]).collect();
    Window { phase, word, played }
}
