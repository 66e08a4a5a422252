//! The windows of a proposed set, and those in which the loser's move has no answer.
//!
//! With tuples of k rows, a *middle* is the loser's row and k − 2 rows on either side. The rows above and below it
//! are the *edges* of the window. What they have to do with each answer is found out for each edge, not for each two of them.

use std::cell::OnceCell;

use kring_proof::all_n::{Row, Word};

use crate::prove_all::{
    class::Symmetry,
    encoder::Encoder,
    model::Model,
    window::{Way, Window},
};

/// After the loser's move, a row at the edge of the window.
struct Edge {
    row: Row,
    /// The replies in the loser's row that fit to it, as a set. After the loser's stone there are at most 128.
    fits: u128,
    /// Whether something may lie beyond it that leaves the winner without an answer on this side.
    stuck: OnceCell<bool>,
}

impl Model {
    /// Calls `visit` for windows before the loser's move without their first and their last row, with the phase
    /// of the loser's row, until it returns false. Of those that are equal by rotation or screw one is enough.
    fn middles(&self, encoder: &Encoder, mut visit: impl FnMut(usize, Word) -> bool) {
        let rotates = encoder.class.has(Symmetry::Rotation);
        let at = encoder.class.tuple - 2;
        for phase in 0..encoder.class.phases() {
            let rows: Vec<Word>;
            let words = match at {
                0 => {
                    rows = (0..encoder.rows.count as Row).map(|row| Word::new(&[row])).collect();
                    &rows
                }
                _ => self.tuples(encoder.further(Way::Up, phase, at)),
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

    /// Calls `visit` for moves of the loser without an answer, at most `most` with the same rows but for the first
    /// and the last, until it returns false.
    pub fn failing(&self, encoder: &Encoder, most: usize, mut visit: impl FnMut(Window) -> bool) {
        let at = encoder.class.tuple - 2;
        self.middles(encoder, |phase, middle| {
            let moves = &encoder.rows.moves[usize::from(middle[at])];
            let edges = |way: Way, middle: Word| -> Vec<Vec<Edge>> {
                let edges = |&played| self.edges(encoder, way, phase, middle, played);
                moves.iter().map(edges).collect()
            };
            let above = edges(Way::Up, middle.reversed());
            let below = edges(Way::Down, middle);
            let tops = above.first().map_or(0, Vec::len);
            let bottoms = below.first().map_or(0, Vec::len);
            let mut found = 0;
            for (top, bottom) in (0..tops).flat_map(|t| (0..bottoms).map(move |b| (t, b))) {
                for (i, &played) in moves.iter().enumerate() {
                    let top = &above[i][top];
                    let bottom = &below[i][bottom];
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
}

fn window(phase: usize, above: Row, middle: Word, below: Row, played: Row) -> Window {
    let word = [above].into_iter().chain(middle.iter().copied()).chain([below]).collect();
    Window { phase, word, played }
}
