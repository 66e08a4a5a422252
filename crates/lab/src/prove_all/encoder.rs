//! What a local inductive set must fulfil, as clauses. Written by hand, because libraries of encodings have
//! constraints on numbers (at most k of these), and here each is an implication.
//!
//! After a stone of the loser the winner answers in the same row; or the row fits to those below, and there is
//! an answer above, whatever lies there; or the same with above and below exchanged.
//! The auxiliary variable of a [`Side`] says that there is an answer on that side. It is implied
//! clause by clause, one for each row that may lie beyond.
//!
//! Rows that are given with a direction begin at the given phase and are read in this direction. Words without
//! a direction are read downwards.

use std::collections::HashMap;

use kring_proof::all_n::{Row, Word};

use crate::prove_all::{
    class::Class,
    formula::{Formula, Literal},
    rows::Rows,
    unknowns::{Span, Unknowns},
    window::{Side, Way, Window},
};

/// The formula of a class.
pub struct Encoder {
    pub class: Class,
    pub rows: Rows,
    pub unknowns: Unknowns,
    pub formula: Formula,
    sides: HashMap<(Way, Span, usize), Literal>,
    /// Sides whose variables are new.
    pub new_sides: Vec<Side>,
}

impl Encoder {
    /// The formula that says only that the empty board is allowed.
    pub fn new(class: Class, rows: Rows, unknowns: Unknowns, mut formula: Formula) -> Encoder {
        let empty = |phase| if class.is_border(phase) { rows.full() } else { 0 };
        for phase in 0..class.period {
            let word = (phase..phase + class.tuple).map(empty).collect();
            formula.clause(vec![unknowns.of(Span { phase, word })]);
        }
        Encoder { class, rows, unknowns, formula, sides: HashMap::new(), new_sides: Vec::new() }
    }

    /// The phase that lies some rows further.
    pub fn further(&self, way: Way, phase: usize, rows: usize) -> usize {
        let period = self.class.period;
        (phase + rows * if way == Way::Down { 1 } else { period - 1 }) % period
    }

    /// The span of rows that are read in a direction.
    pub fn span(&self, way: Way, phase: usize, rows: &[Row]) -> Span {
        let word = Word::new(rows);
        match way {
            Way::Down => Span { phase, word },
            Way::Up => {
                let phase = self.further(way, phase, rows.len() - 1);
                Span { phase, word: word.reversed() }
            }
        }
    }

    /// The tuples of rows that are read in a direction.
    pub fn tuples(&self, way: Way, phase: usize, rows: &[Row]) -> impl Iterator<Item = Span> {
        let tuples = rows.windows(self.class.tuple).enumerate();
        tuples.map(move |(i, rows)| self.span(way, self.further(way, phase, i), rows))
    }

    /// A window as it is after the loser's move, in a direction, and the phase of its first row.
    pub fn played(&self, way: Way, window: Window) -> (usize, Word) {
        let at = self.class.tuple - 1;
        let word = if way == Way::Up { window.word.reversed() } else { window.word };
        (self.further(way.back(), window.phase, at), word.with(at, window.played))
    }

    /// What must be allowed for an answer on a side of a window, and this side.
    pub fn side_of(&self, way: Way, window: Window) -> (Span, Side) {
        let (phase, word) = self.played(way, window);
        let other = self.span(way, phase, &word[..self.class.tuple]);
        let phase = self.further(way, phase, 1);
        (other, Side { way, phase, word: Word::new(&word[1..]), distance: 1 })
    }

    /// The side one row further, if a row lies beyond a side.
    pub fn next_side(&self, side: Side, beyond: Row) -> Side {
        let phase = self.further(side.way, side.phase, 1);
        let word = Word::new(&side.word.then(beyond)[1..]);
        Side { phase, word, distance: side.distance + 1, ..side }
    }

    /// All tuples of some rows are allowed.
    fn all(&mut self, way: Way, phase: usize, rows: &[Row]) -> Literal {
        let literals: Vec<Literal> =
            self.tuples(way, phase, rows).map(|span| self.unknowns.of(span)).collect();
        self.formula.all(&literals)
    }

    /// If the rows of a window are allowed, the loser's move has an answer.
    pub fn add_window(&mut self, window: Window) -> bool {
        let at = self.class.tuple - 1;
        let (phase, word) = self.played(Way::Down, window);
        let before = self.tuples(Way::Down, phase, &window.word);
        let mut clause: Vec<Literal> = before.map(|span| -self.unknowns.of(span)).collect();
        if clause.contains(&0) {
            return false;
        }
        for reply in self.rows.replies[usize::from(window.played)].clone() {
            clause.push(self.all(Way::Down, phase, &word.with(at, reply)));
        }
        for way in [Way::Up, Way::Down] {
            let (other, side) = self.side_of(way, window);
            let other = self.unknowns.of(other);
            if other != 0 && self.class.reach > 0 {
                let side = self.side(side);
                clause.push(self.formula.all(&[other, side]));
            }
        }
        self.formula.clause(clause)
    }

    /// If there is an answer on a side and `beyond` may lie there, one of the answers fits to it.
    pub fn add_beyond(&mut self, side: Side, beyond: Row) -> bool {
        let Side { way, phase, word, distance } = side;
        let at = self.class.tuple - 1;
        let longer = word.then(beyond);
        let lies = self.all(way, self.further(way, phase, at), &longer[at..]);
        if lies == 0 {
            return false;
        }
        let mut clause = vec![-self.side(side), -lies];
        for reply in self.rows.replies[usize::from(word[at])].clone() {
            clause.push(self.all(way, phase, &longer.with(at, reply)));
        }
        let stays = self.all(way, phase, &word[..=at]);
        if distance < self.class.reach && stays != 0 {
            let further = self.side(self.next_side(side, beyond));
            clause.push(self.formula.all(&[stays, further]));
        }
        self.formula.clause(clause)
    }

    /// Not all tuples of a word with a ring or path are allowed.
    pub fn add_word(&mut self, phase: usize, word: &[Row]) -> bool {
        assert!(
            word.len() >= self.class.tuple,
            "tuples with a threat are excluded from the beginning"
        );
        let tuples = self.tuples(Way::Down, phase, word);
        let clause: Vec<Literal> = tuples.map(|span| -self.unknowns.of(span)).collect();
        !clause.contains(&0) && self.formula.clause(clause)
    }

    /// The variable of a side, the same for all its images.
    fn side(&mut self, side: Side) -> Literal {
        let span = self.span(side.way, side.phase, &side.word);
        let turned = |exchanged| if exchanged { side.way.back() } else { side.way };
        let images = self.unknowns.orbit(span).into_iter();
        let key = images.map(|(span, exchanged)| (turned(exchanged), span, side.distance)).min();
        let key = key.expect("the identity is a symmetry");
        if let Some(&literal) = self.sides.get(&key) {
            return literal;
        }
        let literal = self.formula.variable();
        self.sides.insert(key, literal);
        self.new_sides.push(side);
        literal
    }
}
