//! The solver as an oracle: who wins the position of a word.

use std::collections::{HashMap, hash_map::Entry};

use anyhow::Result;
use kring_board::{Cell, Colour, Position, Size, chance};
use kring_proof::{all_n::Row, machine::Verdict};
use kring_solver::{Solver, SolverLimits};

use crate::prove_all::rows::digit;

/// The bytes of the solver's table for each height.
const TABLE: usize = 16 << 20;

/// The most positions of a search.
const MOST_POSITIONS: u64 = 100_000;

/// Answers who wins.
pub struct Oracle {
    columns: usize,
    /// A solver for each height. Each keeps its table.
    solvers: HashMap<usize, Solver>,
}

impl Oracle {
    /// An oracle for cylinders of some columns.
    pub fn new(columns: usize) -> Oracle {
        Oracle { columns, solvers: HashMap::new() }
    }

    /// Who wins a position of at least one row. `None` if the solver needs too many positions.
    pub fn verdict(&mut self, word: &[Row]) -> Result<Option<Verdict>> {
        let columns = self.columns;
        let solver = match self.solvers.entry(word.len()) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let size = Size::new(columns, word.len())?;
                let game = chance::game(size, "cylinder".parse()?, 0);
                entry.insert(Solver::new(game, TABLE)?)
            }
        };
        let mut position = Position::new(solver.game().clone());
        for (y, &row) in word.iter().enumerate() {
            for x in 0..columns {
                let colour = match digit(row, x) {
                    0 => continue,
                    1 => Colour::Black,
                    _ => Colour::White,
                };
                position.play_unchecked(colour, Cell::unchecked((x + columns * y) as u16));
            }
        }
        let limits = SolverLimits { positions: Some(MOST_POSITIONS), ..SolverLimits::default() };
        let mut winner = |to_move| {
            let solve = || solver.solve(&position, to_move, &limits, &mut |_| {}).winner;
            position.winner().or_else(solve)
        };
        Ok(match winner(Colour::White) {
            Some(Colour::Black) => Some(Verdict::Black),
            Some(Colour::White) => winner(Colour::Black).map(|winner| match winner {
                Colour::Black => Verdict::Mover,
                Colour::White => Verdict::White,
            }),
            None => None,
        })
    }
}
