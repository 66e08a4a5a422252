//! Alpha–beta: the value of a position at a given depth.

use std::cmp::Reverse;

use kring_board::{Cell, Colour, Position, Turns};
use kring_eval::distance::{DistanceEval, Value, WIN};

use super::table::{Bound, MinimaxEntry, MinimaxTable};
use crate::time_manager::TimeManager;

pub(super) const INFINITE: Value = WIN + 1;

/// One search. Values are those of the player to move; wins far from the root are worth less.
pub(super) struct AlphaBeta<'a> {
    pub position: Position,
    distance_eval: DistanceEval,
    limits: &'a TimeManager,
    table: &'a mut MinimaxTable,
    /// The history heuristic: how often a colour's stone on a cell caused a beta cutoff, weighted
    /// by the square of the depth.
    history: [Vec<u32>; 2],
    root_ply: usize,
    pub nodes: u64,
    /// Whether a late win is as good as an early one.
    pub wins_are_equal: bool,
}

impl<'a> AlphaBeta<'a> {
    pub fn new(
        position: &Position,
        distance_eval: DistanceEval,
        limits: &'a TimeManager,
        table: &'a mut MinimaxTable,
    ) -> AlphaBeta<'a> {
        AlphaBeta {
            position: position.clone(),
            distance_eval,
            limits,
            table,
            history: [vec![0; position.size().cells()], vec![0; position.size().cells()]],
            root_ply: position.ply(),
            nodes: 0,
            wins_are_equal: false,
        }
    }

    /// The static values of all moves, by the evaluation after them.
    pub fn values_now(&mut self, colour: Colour) -> Option<Vec<(Cell, Value)>> {
        let AlphaBeta { distance_eval, position, limits, .. } = self;
        distance_eval.moves(position, colour, &|| limits.is_up())
    }

    /// The part of each move's value that the potential adds.
    pub fn potentials(&self, colour: Colour, values: &[(Cell, Value)]) -> Option<Vec<Value>> {
        let mut distance_eval = self.distance_eval.with_potential();
        let moves = distance_eval.moves(&self.position, colour, &|| self.limits.is_up())?;
        Some(moves.iter().zip(values).map(|((_, with), (_, without))| with - without).collect())
    }

    /// The value of winning with the next move: sooner is better, unless all wins are equal.
    pub fn win(&self) -> Value {
        let later = if self.wins_are_equal { 0 } else { self.position.ply() - self.root_ply };
        WIN - later as Value
    }

    /// The value of a position for the colour to move, at `depth` ≥ 1. Fail-soft: a value ≤ alpha
    /// is an upper bound, a value ≥ beta a lower bound. `None` if time is up.
    fn value(&mut self, colour: Colour, depth: u8, alpha: Value, beta: Value) -> Option<Value> {
        let hash = self.position.hash_for(colour);
        let entry = self.table.get(hash);
        if let Some(entry) = entry.filter(|entry| entry.depth == depth) {
            match entry.bound {
                Bound::Exact => return Some(entry.value),
                Bound::Lower if entry.value >= beta => return Some(entry.value),
                Bound::Upper if entry.value <= alpha => return Some(entry.value),
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
            self.best_move(colour, depth, alpha, beta, entry.map(|entry| entry.best))?
        };
        let bound = match value {
            _ if value >= beta => Bound::Lower,
            // The last ply compares all moves, whatever alpha is.
            _ if value <= alpha && depth > 1 => Bound::Upper,
            _ => Bound::Exact,
        };
        self.table.put(hash, MinimaxEntry { value, bound, depth, best });
        Some(value)
    }

    /// The best move at the last ply, by the evaluation after it.
    fn last_move(&mut self, colour: Colour, beta: Value) -> Option<(Cell, Value)> {
        let AlphaBeta { distance_eval, position, limits, .. } = self;
        let (cell, value) = distance_eval.best(position, colour, beta, &|| limits.is_up())?;
        Some((cell, if value == WIN { self.win() } else { value }))
    }

    /// The best move by a search of all moves, the most promising first.
    fn best_move(
        &mut self,
        colour: Colour,
        depth: u8,
        alpha: Value,
        beta: Value,
        table_move: Option<Cell>,
    ) -> Option<(Cell, Value)> {
        let mut moves = self.values_now(colour)?;
        if let Some(&(cell, _)) = moves.iter().find(|(_, value)| *value == WIN) {
            return Some((cell, self.win()));
        }
        let history = &self.history[colour.index()];
        moves.sort_by_key(|&(cell, value)| {
            Reverse((table_move == Some(cell), value, history[cell.index()]))
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

    /// The mover's value of a move that does not win at once, with `depth` ≥ 1 plies after it.
    pub fn after(
        &mut self,
        colour: Colour,
        cell: Cell,
        depth: u8,
        alpha: Value,
        beta: Value,
    ) -> Option<Value> {
        self.position.play_unchecked(colour, cell);
        let value = match self.position.rules().turns {
            Turns::Alternating => {
                self.value(colour.other(), depth, -beta, -alpha).map(|value| -value)
            }
            Turns::Random => self.toss(colour, depth, alpha, beta),
        };
        self.position.undo();
        value
    }

    /// The value before a coin toss decides who moves next: the mean of both cases. The first
    /// value narrows the window of the second.
    fn toss(&mut self, colour: Colour, depth: u8, alpha: Value, beta: Value) -> Option<Value> {
        let again = self.value(colour, depth, -INFINITE, INFINITE)?;
        let low = (again - 2 * beta - 2).clamp(-INFINITE, INFINITE - 1);
        let high = (again - 2 * alpha + 2).clamp(low + 1, INFINITE);
        let theirs = self.value(colour.other(), depth, low, high)?;
        Some((again - theirs) / 2)
    }

    /// The principal variation after a first move that was searched to `depth`, as far as the
    /// table holds it. With random turns it is the first move alone.
    pub fn variation(&mut self, mut colour: Colour, first: Cell, depth: u8) -> Vec<Cell> {
        let mut cells = vec![first];
        if self.position.rules().turns == Turns::Alternating {
            for depth in (1..depth).rev() {
                self.position.play_unchecked(colour, cells[cells.len() - 1]);
                colour = colour.other();
                let entry = self.table.get(self.position.hash_for(colour));
                let exact =
                    |entry: &MinimaxEntry| entry.bound == Bound::Exact && entry.depth == depth;
                let Some(entry) = entry.filter(exact) else { break };
                cells.push(entry.best);
            }
        }
        while self.position.ply() > self.root_ply {
            self.position.undo();
        }
        cells
    }
}
