//! Whether exactly one move of a position wins.

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use kring_board::{Cell, Colour, Game, Move, Position};
use kring_solver::{Solver, SolverLimits};

use super::Puzzle;

/// The solver's limit for one query, in positions. It is not a time limit, so that a seed gives the
/// same puzzles on every machine.
const POSITIONS: u64 = 150;

/// The same for games with seasons, whose search is simpler and faster.
const SEASONAL_POSITIONS: u64 = 100_000;

/// The factor by which a check may exceed these limits, because it begins with an empty table.
const CHECK: u64 = 100;

/// The size of the solver's transposition table, in bytes.
const MEMORY: usize = 64 << 20;

/// The solver of a game, with limits.
pub struct Judge {
    solver: Solver,
    limits: SolverLimits,
}

impl Judge {
    /// A judge that gives up after this many times the usual number of positions.
    pub fn new(game: &Arc<Game>, times: u64) -> Result<Judge> {
        let solver = Solver::new(Arc::clone(game), MEMORY)?;
        let has_seasons = game.rules().seasons.count() > 1;
        let positions = times * if has_seasons { SEASONAL_POSITIONS } else { POSITIONS };
        let limits = SolverLimits { positions: Some(positions), ..SolverLimits::default() };
        Ok(Judge { solver, limits })
    }

    /// A winning cell, if one is found.
    pub fn winning_cell(&mut self, position: &Position, colour: Colour) -> Option<Cell> {
        let solution = self.solver.solve(position, colour, &self.limits, &mut |_| ());
        solution.best.filter(|_| solution.winner == Some(colour)).and_then(Move::cell)
    }

    /// Whether every one of these cells except `but` loses. The most likely winners should come
    /// first, so that most positions are rejected soon.
    pub fn others_lose(
        &mut self,
        position: &Position,
        colour: Colour,
        cells: &[Cell],
        but: Cell,
    ) -> bool {
        let mut position = position.clone();
        cells.iter().filter(|cell| **cell != but).all(|&cell| {
            position.play_unchecked(colour, cell);
            let loses = match position.winner() {
                Some(winner) => winner != colour,
                None => {
                    let reply = colour.other();
                    let solution = self.solver.solve(&position, reply, &self.limits, &mut |_| ());
                    solution.winner == Some(reply)
                }
            };
            position.undo();
            loses
        })
    }
}

impl Puzzle {
    /// Solves the puzzle again: an error if its solution is not the only move that wins.
    pub fn confirm(&self) -> Result<()> {
        let (position, colour) = self.position()?;
        let mut judge = Judge::new(position.game(), CHECK)?;
        let cells: Vec<Cell> = position.legal_cells(colour).iter().collect();
        let found = judge.winning_cell(&position, colour).context("no move is known to win")?;
        if self.solution != [found.name(position.size())] {
            bail!("{} wins", found.name(position.size()));
        }
        if judge.others_lose(&position, colour, &cells, found) {
            Ok(())
        } else {
            bail!("another move wins, or may win")
        }
    }
}
