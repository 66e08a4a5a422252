//! A proposed set: the pairs that a model of the formula allows, and the windows that fail in it.

use kring_proof::all_n::Row;

use crate::{
    encoder::{Encoder, Side, Way, Window},
    unknowns::Pair,
};

/// A set of pairs.
pub struct Model {
    allowed: Vec<Vec<bool>>,
    /// The allowed rows above and below a row at a phase.
    beside: [Vec<Vec<Vec<Row>>>; 2],
    rows: usize,
}

/// A clause that the model violates.
pub enum Violation {
    Window(Window),
    Beyond(Side, Row),
}

impl Model {
    /// The set of the given pairs.
    pub fn new(encoder: &Encoder, pairs: impl Iterator<Item = Pair>) -> Model {
        let (period, rows) = (encoder.class.period, encoder.rows.count);
        let none = vec![vec![Vec::new(); rows]; period];
        let allowed = vec![vec![false; rows * rows]; period];
        let mut model = Model { allowed, beside: [none.clone(), none], rows };
        for pair in pairs {
            model.add(encoder, pair);
        }
        model
    }

    /// Adds a pair.
    pub fn add(&mut self, encoder: &Encoder, pair: Pair) {
        let Pair { phase, upper, lower } = pair;
        let place = &mut self.allowed[phase][usize::from(upper) * self.rows + usize::from(lower)];
        if !std::mem::replace(place, true) {
            let below = encoder.next(Way::Down, phase);
            self.beside[Way::Down as usize][phase][usize::from(upper)].push(lower);
            self.beside[Way::Up as usize][below][usize::from(lower)].push(upper);
        }
    }

    /// Whether a pair is in the set.
    pub fn has(&self, pair: Pair) -> bool {
        self.allowed[pair.phase][usize::from(pair.upper) * self.rows + usize::from(pair.lower)]
    }

    /// The rows that may lie beside a row.
    pub fn beside(&self, way: Way, phase: usize, row: Row) -> &[Row] {
        &self.beside[way as usize][phase][usize::from(row)]
    }

    /// Calls `visit` for each move of the loser in allowed rows, until it returns false. Of windows that
    /// are equal by rotation or screw one is enough.
    pub fn windows(&self, encoder: &Encoder, mut visit: impl FnMut(Window) -> bool) {
        let rotates = encoder.class.has(crate::class::Symmetry::Rotation);
        for phase in 0..encoder.class.phases() {
            for row in 0..self.rows as Row {
                if rotates && !encoder.rows.is_first(row) {
                    continue;
                }
                for &above in self.beside(Way::Up, phase, row) {
                    for &below in self.beside(Way::Down, phase, row) {
                        for &played in &encoder.rows.moves[usize::from(row)] {
                            let window = Window { phase, above, row, played, below };
                            if !visit(window) {
                                return;
                            }
                        }
                    }
                }
            }
        }
    }

    /// The clauses that a window violates, if the loser's move has no answer in it.
    pub fn fails(&self, encoder: &Encoder, window: Window) -> Option<Vec<Violation>> {
        let Window { phase, above, played, below, .. } = window;
        let up = |row| self.has(encoder.pair(Way::Up, phase, row, above));
        let down = |row| self.has(encoder.pair(Way::Down, phase, row, below));
        let replies = &encoder.rows.replies[usize::from(played)];
        if replies.iter().any(|&reply| up(reply) && down(reply)) {
            return None;
        }
        let mut violations = vec![Violation::Window(window)];
        for (way, beside, other) in [(Way::Up, above, down(played)), (Way::Down, below, up(played))]
        {
            let side = Side { way, phase, row: played, beside, distance: 1 };
            if other && encoder.class.reach > 0 && !self.stuck(encoder, side, &mut violations) {
                return None;
            }
        }
        Some(violations)
    }

    /// Whether something may lie beyond a side that leaves the winner without an answer there.
    fn stuck(&self, encoder: &Encoder, side: Side, violations: &mut Vec<Violation>) -> bool {
        let Side { way, phase, row, beside, distance } = side;
        let there = encoder.next(way, phase);
        let near = |&&reply: &&Row| self.has(encoder.pair(way, phase, row, reply));
        let replies = &encoder.rows.replies[usize::from(beside)];
        let replies: Vec<Row> = replies.iter().filter(near).copied().collect();
        let stays =
            distance < encoder.class.reach && self.has(encoder.pair(way, phase, row, beside));
        let mut stuck = false;
        for &beyond in self.beside(way, there, beside) {
            let far = |&reply: &Row| self.has(encoder.pair(way, there, reply, beyond));
            if replies.iter().any(far) {
                continue;
            }
            let next =
                Side { way, phase: there, row: beside, beside: beyond, distance: distance + 1 };
            if !stays || self.stuck(encoder, next, violations) {
                violations.push(Violation::Beyond(side, beyond));
                stuck = true;
            }
        }
        stuck
    }
}
