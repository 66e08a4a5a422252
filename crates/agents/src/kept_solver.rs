//! A solver that is kept from one question to the next. It is created on first use, and again for
//! another game or another table size.

use std::sync::Arc;

use kring_board::{Colour, Game};
use kring_solver::{Solution, SolveError, Solver, SolverLimits};

use crate::{
    agent::{Choice, Task},
    time_manager::TimeManager,
};

/// A solver for the game of the last question. It takes no memory before the first one.
#[derive(Default)]
pub struct KeptSolver(Option<(usize, Solver)>);

impl KeptSolver {
    /// The solver of a game, with a table of this number of megabytes.
    pub fn get(&mut self, game: &Arc<Game>, megabytes: usize) -> Result<&mut Solver, SolveError> {
        let is_fit = |(old, solver): &(usize, Solver)| *old == megabytes && *solver.game() == *game;
        let (_, solver) = match self.0.take().filter(is_fit) {
            Some(kept) => self.0.insert(kept),
            None => self.0.insert((megabytes, Solver::new(game.clone(), megabytes << 20)?)),
        };
        Ok(solver)
    }

    /// Frees the memory, unless the solver is for this game.
    pub fn keep_for(&mut self, game: &Arc<Game>) {
        self.0 = self.0.take().filter(|(_, solver)| *solver.game() == *game);
    }

    /// The solver's result for a task; `None` if it does not solve such games.
    pub(super) fn solve(
        &mut self,
        task: &Task<'_>,
        megabytes: usize,
        limits: &SolverLimits,
    ) -> Option<Solution> {
        let solver = self.get(task.position.game(), megabytes).ok()?;
        Some(solver.solve(task.position, task.colour, limits, &mut |_| ()))
    }
}

/// Whether a proof can settle a decision: all moves are allowed, more than one is legal where time
/// counts, and no limit is reached. An analysis wants estimates instead.
pub(super) fn wants_proof(task: &Task<'_>, limits: &TimeManager) -> bool {
    let is_forced = limits.saves_time() && task.is_forced();
    !task.endless && task.allowed.is_none() && !limits.is_up() && !is_forced
}

/// The choice of a move that is proven to win for the colour, if there is one.
pub(super) fn proved(solution: Solution, colour: Colour) -> Option<Choice> {
    let mv = solution.best.filter(|_| solution.winner == Some(colour))?;
    Some(Choice {
        value: Some(1.0),
        scores: mv.cell().map(|cell| (cell, 1.0)).into_iter().collect(),
        scores_are: "proved to win",
        variation: if solution.line.first() == Some(&mv) { solution.line } else { vec![mv] },
        counters: vec![
            ("positions", solution.positions as f64),
            ("seconds", solution.time.as_secs_f64()),
        ],
        ..Choice::new(mv)
    })
}

/// The parameter of the number of empty cells below which a search looks for a proof first.
pub(super) const ENDGAME: &str = "endgame";

pub(super) const ENDGAME_HELP: &str =
    "looks for a proof first where at most this many cells are empty; 0: never";

pub(super) const MOST_ENDGAME: u64 = Solver::MOST_CELLS as u64;

/// The share of a move's time that an endgame proof may take. Without a clock it may take
/// [`POSITIONS`] positions, each about as long as an evaluation of the network.
const SHARE: u32 = 4;
const POSITIONS: u64 = 200;

/// Looks for a proof before a search begins, where few cells are empty.
pub(super) struct Endgame {
    cells: usize,
    megabytes: usize,
    solver: KeptSolver,
}

impl Endgame {
    /// Where at most this number of cells is empty, within a quarter of the agent's megabytes.
    pub fn new(cells: usize, memory: usize) -> Endgame {
        Endgame { cells, megabytes: (memory / 4).max(1), solver: KeptSolver::default() }
    }

    /// The quarters of the memory that are left for the search.
    pub fn quarters_left(&self) -> usize {
        if self.cells == 0 { 4 } else { 3 }
    }

    pub fn choose(&mut self, task: &Task<'_>, limits: &TimeManager) -> Option<Choice> {
        if task.position.empty_count() > self.cells || !wants_proof(task, limits) {
            return None;
        }
        let time = limits.left().map(|left| left / SHARE);
        let positions = time.is_none().then_some(POSITIONS);
        let limits = SolverLimits { threads: 1, time, positions, stop: task.limits.stop.clone() };
        proved(self.solver.solve(task, self.megabytes, &limits)?, task.colour)
    }
}
