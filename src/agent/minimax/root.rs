//! One iteration after the other, each looking one move further.

use std::cmp::Reverse;

use super::{
    super::{TimeManager, choose_by_value, choose_by_value::WON},
    search::{INFINITE, Search},
};
use crate::{
    board::{Cell, CellSet},
    eval::distance::{Value, WIN},
    rules::Colour,
};

/// No iteration looks further than that.
const MOST_DEPTH: usize = 100;

/// The moves of the position that is to be decided. Equal values of best
/// moves are exact; those of worse moves are upper bounds.
pub(super) struct Root {
    colour: Colour,
    /// Equal values are told apart by potentials.
    by_potential: bool,
    /// All values must be exact, not only the best.
    exact: bool,
    /// Moves that win at once.
    winning: CellSet,
    /// In the order of the cells.
    values: Vec<(Cell, Value)>,
    /// What tells equal values apart, in the same order; nothing at depth 1,
    /// or if they stay equal.
    potentials: Vec<Value>,
    depth: u8,
}

impl Root {
    pub fn new(colour: Colour, by_potential: bool, exact: bool) -> Root {
        let (values, potentials, winning) = (Vec::new(), Vec::new(), CellSet::EMPTY);
        Root { colour, by_potential, exact, winning, values, potentials, depth: 0 }
    }

    pub fn colour(&self) -> Colour {
        self.colour
    }

    /// Every move and its value.
    pub fn values(&self) -> &[(Cell, Value)] {
        &self.values
    }

    /// The potential after every move, if the search went deep enough.
    pub fn potentials(&self) -> &[Value] {
        &self.potentials
    }

    /// The depth of the last complete iteration.
    pub fn depth(&self) -> u8 {
        self.depth
    }

    fn best(&self) -> Value {
        self.values.iter().map(|(_, value)| *value).max().unwrap_or(0)
    }

    /// Looks deeper and deeper, until `depth`, the clock or a decided game
    /// ends it; if all wins are equal, a decided game does not, since there
    /// can be other wins to find.
    pub fn deepen(&mut self, search: &mut Search<'_>, limits: &TimeManager) {
        self.look_one_ahead(search);
        let deepest = search.position.empty_count().min(MOST_DEPTH) as u64;
        let depth = limits.count().min(deepest) as u8;
        // Neither does it where an even move is sought.
        let decided = if search.wins_are_equal || self.exact { INFINITE } else { WON };
        if self.depth == 0 || self.depth >= depth || self.best().abs() >= decided {
            return;
        }
        self.winning = search.position.winning_cells(self.colour);
        if self.by_potential {
            let Some(potentials) = search.potentials(self.colour, &self.values) else { return };
            self.potentials = potentials;
        }
        let mut in_time = true;
        while in_time && self.depth < depth && self.best().abs() < decided {
            in_time = self.look_ahead(search);
        }
    }

    /// The first iteration. If there is no time for it, a quicker evaluation
    /// has to do.
    fn look_one_ahead(&mut self, search: &mut Search<'_>) {
        let win = search.win();
        let moves = search.values_now(self.colour);
        self.depth = u8::from(moves.is_some());
        let moves =
            moves.unwrap_or_else(|| choose_by_value::at_a_glance(&search.position, self.colour));
        let value = |value| if value == WIN { win } else { value };
        self.values = moves.into_iter().map(|(cell, now)| (cell, value(now))).collect();
    }

    /// The next iteration: whether it was finished. What it has found out by
    /// then counts from the first move on, which is the best one so far.
    fn look_ahead(&mut self, search: &mut Search<'_>) -> bool {
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        order.sort_by_key(|&i| Reverse((self.values[i].1, self.potentials.get(i))));
        let mut best = -INFINITE;
        for (searched, &i) in order.iter().enumerate() {
            // One below the best, so that moves that are as good have exact
            // values too.
            let alpha = if self.exact { -INFINITE } else { (best - 1).max(-INFINITE) };
            let cell = self.values[i].0;
            let value = match self.winning.contains(cell) {
                true => Some(WIN),
                false => search.after(self.colour, cell, self.depth, alpha, INFINITE),
            };
            let Some(value) = value else {
                if searched > 0 {
                    let rest = &order[searched..];
                    rest.iter().for_each(|&i| self.values[i].1 = self.values[i].1.min(best - 1));
                }
                return false;
            };
            self.values[i].1 = value;
            best = best.max(value);
        }
        self.depth += 1;
        true
    }
}
