//! Alpha–beta: the value of a position, a given number of moves ahead.

use std::cmp::Reverse;

use kring_board::{Cell, Colour, Position, Turns};
use kring_eval::distance::{DistanceEval, Value, WIN};

use super::table::{Bound, Known, Table};
use crate::time_manager::TimeManager;

/// More than any value.
pub(super) const INFINITE: Value = WIN + 1;

/// One search: values are those of the player to move, at the root's time.
pub(super) struct Search<'a> {
    pub position: Position,
    distance_eval: DistanceEval,
    limits: &'a TimeManager,
    table: &'a mut Table,
    /// How often a colour's stone on a cell was too good for the opponent to
    /// allow, deep searches counting more.
    history: [Vec<u32>; 2],
    root_ply: usize,
    nodes: u64,
    /// A later win is as good as an early one.
    pub wins_are_equal: bool,
}

impl<'a> Search<'a> {
    pub fn new(
        position: &Position,
        distance_eval: DistanceEval,
        limits: &'a TimeManager,
        table: &'a mut Table,
    ) -> Search<'a> {
        let history = [(); 2].map(|()| vec![0; position.size().cells()]);
        let position = position.clone();
        let root_ply = position.ply();
        let wins_are_equal = false;
        Search {
            position,
            distance_eval,
            limits,
            table,
            history,
            root_ply,
            nodes: 0,
            wins_are_equal,
        }
    }

    /// The number of positions valued.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The values of all moves by the evaluation after them.
    pub fn values_now(&mut self, colour: Colour) -> Option<Vec<(Cell, Value)>> {
        let Search { distance_eval, position, limits, .. } = self;
        distance_eval.moves(position, colour, &|| limits.is_up())
    }

    /// What the potential adds to the values of all moves.
    pub fn potentials(&self, colour: Colour, values: &[(Cell, Value)]) -> Option<Vec<Value>> {
        let mut distance_eval = self.distance_eval.with_potential();
        let moves = distance_eval.moves(&self.position, colour, &|| self.limits.is_up())?;
        Some(moves.iter().zip(values).map(|((_, with), (_, without))| with - without).collect())
    }

    /// The value of winning with the next move: mostly sooner is better.
    pub fn win(&self) -> Value {
        let later = if self.wins_are_equal { 0 } else { self.position.ply() - self.root_ply };
        WIN - later as Value
    }

    /// The value of a position for the colour to move, `depth` ≥ 1 moves
    /// ahead. Outside `alpha..beta` it is only a bound: at most what is
    /// returned below, at least what is returned above. `None` if time is up.
    fn value(&mut self, colour: Colour, depth: u8, alpha: Value, beta: Value) -> Option<Value> {
        let hash = self.position.hash_for(colour);
        let known = self.table.get(hash);
        if let Some(known) = known.filter(|known| known.depth == depth) {
            match known.bound {
                Bound::Exact => return Some(known.value),
                Bound::Lower if known.value >= beta => return Some(known.value),
                Bound::Upper if known.value <= alpha => return Some(known.value),
                _ => {}
            }
        }
        if self.limits.is_up() {
            return None;
        }
        self.nodes += 1;
        let (best, value) = if depth == 1 {
            self.last_move(colour, beta)?
        } else {
            self.best_move(colour, depth, alpha, beta, known.map(|known| known.best))?
        };
        let bound = match value {
            _ if value >= beta => Bound::Lower,
            // The last move is looked up among all, whatever alpha is.
            _ if value <= alpha && depth > 1 => Bound::Upper,
            _ => Bound::Exact,
        };
        self.table.put(hash, Known { value, bound, depth, best });
        Some(value)
    }

    /// The best of all moves by the evaluation after it.
    fn last_move(&mut self, colour: Colour, beta: Value) -> Option<(Cell, Value)> {
        let Search { distance_eval, position, limits, .. } = self;
        let (cell, value) = distance_eval.best(position, colour, beta, &|| limits.is_up())?;
        Some((cell, if value == WIN { self.win() } else { value }))
    }

    /// The best move by searching, the most promising first.
    fn best_move(
        &mut self,
        colour: Colour,
        depth: u8,
        alpha: Value,
        beta: Value,
        hint: Option<Cell>,
    ) -> Option<(Cell, Value)> {
        let mut moves = self.values_now(colour)?;
        if let Some(&(cell, _)) = moves.iter().find(|(_, value)| *value == WIN) {
            return Some((cell, self.win()));
        }
        let history = &self.history[colour.index()];
        moves.sort_by_key(|&(cell, value)| {
            Reverse((hint == Some(cell), value, history[cell.index()]))
        });
        let mut best = (moves.first()?.0, -INFINITE);
        for (cell, _) in moves {
            let value = self.after(colour, cell, depth - 1, alpha.max(best.1), beta)?;
            if value > best.1 {
                best = (cell, value);
            }
            if value >= beta {
                self.history[colour.index()][cell.index()] += u32::from(depth) * u32::from(depth);
                break;
            }
        }
        Some(best)
    }

    /// The value of a move that does not win at once, for its player,
    /// looking `depth` ≥ 1 moves further.
    pub fn after(
        &mut self,
        colour: Colour,
        cell: Cell,
        depth: u8,
        alpha: Value,
        beta: Value,
    ) -> Option<Value> {
        self.position.place(colour, cell);
        let value = match self.position.rules().turns {
            Turns::Alternating => {
                self.value(colour.other(), depth, -beta, -alpha).map(|value| -value)
            }
            Turns::Random => self.toss(colour, depth, alpha, beta),
        };
        self.position.undo();
        value
    }

    /// The value before a coin says who is next: the mean of both. When one
    /// is known, only some values of the other can still matter.
    fn toss(&mut self, colour: Colour, depth: u8, alpha: Value, beta: Value) -> Option<Value> {
        let again = self.value(colour, depth, -INFINITE, INFINITE)?;
        let low = (again - 2 * beta - 2).clamp(-INFINITE, INFINITE - 1);
        let high = (again - 2 * alpha + 2).clamp(low + 1, INFINITE);
        let theirs = self.value(colour.other(), depth, low, high)?;
        Some((again - theirs) / 2)
    }

    /// The moves that the search expects after a first one that was searched
    /// `depth` moves ahead, as far as the table remembers. With random turns
    /// nothing is expected.
    pub fn variation(&mut self, mut colour: Colour, first: Cell, depth: u8) -> Vec<Cell> {
        let mut cells = vec![first];
        if self.position.rules().turns == Turns::Alternating {
            for depth in (1..depth).rev() {
                self.position.place(colour, cells[cells.len() - 1]);
                colour = colour.other();
                let known = self.table.get(self.position.hash_for(colour));
                let exact = |known: &Known| known.bound == Bound::Exact && known.depth == depth;
                let Some(known) = known.filter(exact) else { break };
                cells.push(known.best);
            }
        }
        while self.position.ply() > self.root_ply {
            self.position.undo();
        }
        cells
    }
}
