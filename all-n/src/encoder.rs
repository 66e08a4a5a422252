//! What a local inductive set must fulfil, as clauses.
//!
//! A stone of the loser turns the row c between b and d into w. The winner answers in this row; or the pair
//! (w, d) is allowed and there is an answer in b or above, whatever lies above; or the same below.
//! The auxiliary variable of a [`Side`] says that there is an answer on that side. It is implied
//! clause by clause, one for each row that may lie beyond.

use std::collections::HashMap;

use kring_proof::all_n::Row;

use crate::{
    class::Class,
    formula::{Formula, Literal},
    rows::Rows,
    unknowns::{Pair, Unknowns},
};

/// A direction: towards smaller or larger heights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    Up,
    Down,
}

/// The loser has played in a row: the three rows around the stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The phase of the middle row.
    pub phase: usize,
    pub above: Row,
    /// The middle row before the loser's move.
    pub row: Row,
    /// The middle row after it.
    pub played: Row,
    pub below: Row,
}

/// A row, the row beside it in which the winner may answer, and this row's distance from the
/// loser's stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    pub way: Way,
    pub phase: usize,
    pub row: Row,
    pub beside: Row,
    pub distance: usize,
}

/// The formula of a class.
pub struct Encoder {
    pub class: Class,
    pub rows: Rows,
    pub unknowns: Unknowns,
    pub formula: Formula,
    sides: HashMap<(Way, Pair, usize), Literal>,
    /// Sides whose variables are new.
    pub new_sides: Vec<Side>,
}

impl Encoder {
    /// The formula that says only that the empty board is allowed.
    pub fn new(class: Class, rows: Rows, unknowns: Unknowns, mut formula: Formula) -> Encoder {
        for phase in 0..class.period {
            formula.clause(vec![unknowns.of(Pair { phase, upper: 0, lower: 0 })]);
        }
        Encoder { class, rows, unknowns, formula, sides: HashMap::new(), new_sides: Vec::new() }
    }

    /// The next phase.
    pub fn next(&self, way: Way, phase: usize) -> usize {
        let period = self.class.period;
        (phase + if way == Way::Down { 1 } else { period - 1 }) % period
    }

    /// The pair of a row and the row beside it.
    pub fn pair(&self, way: Way, phase: usize, row: Row, beside: Row) -> Pair {
        match way {
            Way::Down => Pair { phase, upper: row, lower: beside },
            Way::Up => Pair { phase: self.next(way, phase), upper: beside, lower: row },
        }
    }

    fn allowed(&self, way: Way, phase: usize, row: Row, beside: Row) -> Literal {
        self.unknowns.of(self.pair(way, phase, row, beside))
    }

    /// If the rows of a window are allowed, the loser's move has an answer.
    pub fn add_window(&mut self, window: Window) -> bool {
        let Window { phase, above, row, played, below } = window;
        let [up, down] = [(Way::Up, above), (Way::Down, below)]
            .map(|(way, beside)| move |this: &Encoder, row| this.allowed(way, phase, row, beside));
        if up(self, row) == 0 || down(self, row) == 0 {
            return false;
        }
        let mut clause = vec![-up(self, row), -down(self, row)];
        for reply in self.rows.replies[usize::from(played)].clone() {
            let (a, b) = (up(self, reply), down(self, reply));
            clause.push(self.formula.both(a, b));
        }
        for (way, beside, other) in
            [(Way::Up, above, down(self, played)), (Way::Down, below, up(self, played))]
        {
            if other != 0 && self.class.reach > 0 {
                let side = self.side(Side { way, phase, row: played, beside, distance: 1 });
                clause.push(self.formula.both(other, side));
            }
        }
        self.formula.clause(clause)
    }

    /// If there is an answer on a side and `beyond` may lie there, one of the answers fits to it.
    pub fn add_beyond(&mut self, side: Side, beyond: Row) -> bool {
        let Side { way, phase, row, beside, distance } = side;
        let there = self.next(way, phase);
        let lies = self.allowed(way, there, beside, beyond);
        if lies == 0 {
            return false;
        }
        let mut clause = vec![-self.side(side), -lies];
        for reply in self.rows.replies[usize::from(beside)].clone() {
            let near = self.allowed(way, phase, row, reply);
            let far = self.allowed(way, there, reply, beyond);
            clause.push(self.formula.both(near, far));
        }
        let stays = self.allowed(way, phase, row, beside);
        if distance < self.class.reach && stays != 0 {
            let next =
                Side { way, phase: there, row: beside, beside: beyond, distance: distance + 1 };
            let further = self.side(next);
            clause.push(self.formula.both(stays, further));
        }
        self.formula.clause(clause)
    }

    /// Not all pairs of a word with a ring or path are allowed.
    pub fn add_word(&mut self, mut phase: usize, word: &[Row]) -> bool {
        assert!(word.len() > 1, "rows with a threat are excluded from the beginning");
        let mut clause = Vec::new();
        for pair in word.windows(2) {
            let pair = Pair { phase, upper: pair[0], lower: pair[1] };
            phase = self.next(Way::Down, phase);
            match self.unknowns.of(pair) {
                0 => return false,
                literal => clause.push(-literal),
            }
        }
        self.formula.clause(clause)
    }

    /// The variable of a side, the same for all its images.
    fn side(&mut self, side: Side) -> Literal {
        let pair = self.pair(side.way, side.phase, side.row, side.beside);
        let turned = |exchanged| match (side.way, exchanged) {
            (Way::Up, false) | (Way::Down, true) => Way::Up,
            _ => Way::Down,
        };
        let images = self.unknowns.orbit(pair).into_iter();
        let key = images.map(|(pair, exchanged)| (turned(exchanged), pair, side.distance)).min();
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
