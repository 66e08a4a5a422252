//! The solver as an oracle: who wins the position of a word. Answers are kept for all symmetric words.

use std::collections::{HashMap, hash_map::Entry};

use anyhow::Result;
use kring_board::{Cell, Colour, Position, Size, chance};
use kring_proof::{all_n::Row, machine::Verdict};
use kring_solver::{Solver, SolverLimits};

use crate::rows::{digit, power};

/// The bytes of the solver's table for each height.
const TABLE: usize = 16 << 20;

/// The most positions of a search.
const MOST_POSITIONS: u64 = 100_000;

/// Answers who wins.
pub struct Oracle {
    columns: usize,
    /// A solver for each height. Each keeps its table.
    solvers: HashMap<usize, Solver>,
    known: HashMap<Vec<Row>, Option<Verdict>>,
}

impl Oracle {
    /// An oracle for cylinders of some columns.
    pub fn new(columns: usize) -> Oracle {
        Oracle { columns, solvers: HashMap::new(), known: HashMap::new() }
    }

    /// Who wins a position of at least one row. `None` if the solver needs too many positions.
    pub fn verdict(&mut self, word: &[Row]) -> Result<Option<Verdict>> {
        let key = images(word, self.columns).min().expect("the identity is a symmetry");
        if let Some(&verdict) = self.known.get(&key) {
            return Ok(verdict);
        }
        let verdict = self.solve(&key)?;
        self.known.insert(key, verdict);
        Ok(verdict)
    }

    /// Asks the solver.
    fn solve(&mut self, word: &[Row]) -> Result<Option<Verdict>> {
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
                position.place(colour, Cell((x + columns * y) as u16));
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

/// The words that are equal to a word by rotation, reflection and half turn.
fn images(word: &[Row], columns: usize) -> impl Iterator<Item = Vec<Row>> {
    let signed = columns as i32;
    let turns = (0..signed).flat_map(|by| [false, true].map(|reflected| (by, reflected)));
    let turns =
        turns.flat_map(|(by, reflected)| [false, true].map(|turned| (by, reflected, turned)));
    turns.map(move |(by, reflected, turned)| {
        let image = |y: usize| {
            // The half turn takes (x, y) to (−x, −y), the reflection to (−x − y, y).
            let from = if turned { word.len() - 1 - y } else { y };
            (0..columns).fold(0, |row, x| {
                let x2 = if turned { -(x as i32) } else { x as i32 };
                let x2 = if reflected { -x2 - y as i32 } else { x2 } + by;
                row + digit(word[from], x) * power(x2.rem_euclid(signed) as usize)
            })
        };
        (0..word.len()).map(image).collect()
    })
}
