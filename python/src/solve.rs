//! `kring.solve`.

use kring::{
    board::{Colour, Position},
    solver::{Solution, Solver, SolverLimits},
};
use pyo3::{prelude::*, types::PyString};

use crate::{
    convert::{Whole, colour_name, count, mover, number, seconds, value_error},
    interrupt::interruptible,
    position::PyPosition,
};

/// The winner of a position under best play.
#[pyclass(name = "Solution", module = "kring", frozen)]
pub struct PySolution {
    position: Position,
    solution: Solution,
}

#[pymethods]
impl PySolution {
    /// The winner; None if a limit was reached first. If a swap is possible: the player who has
    /// this colour before it.
    #[getter]
    fn winner<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyString>> {
        self.solution.winner.map(|colour| colour_name(py, colour))
    }

    /// A winning move; None if the colour to move does not win.
    #[getter]
    fn r#move(&self) -> Option<String> {
        self.solution.best.map(|mv| mv.name(self.position.size()))
    }

    /// The principal variation: the game if both continue with best play.
    #[getter]
    fn line(&self) -> Vec<String> {
        let size = self.position.size();
        self.solution.line.iter().map(|mv| mv.name(size)).collect()
    }

    /// The number of positions searched.
    #[getter]
    fn positions(&self) -> u64 {
        self.solution.positions
    }

    /// The time in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.solution.time.as_secs_f64()
    }

    fn __repr__(&self) -> String {
        match (self.solution.winner, self.r#move()) {
            (Some(winner), Some(best)) => format!("<Solution {winner} wins by {best}>"),
            (Some(winner), None) => format!("<Solution {winner} wins>"),
            (None, _) => "<Solution unknown>".to_owned(),
        }
    }
}

/// Finds the winner with the colour to move, or the given one, to move: within `time` seconds and
/// `positions` positions, with a transposition table of `memory` megabytes.
///
/// >>> import kring
/// >>> kring.solve(kring.Position("hex", 3))
/// <Solution black wins by b2>
/// >>> kring.solve(kring.Position("random-turn", 3), "black")
/// Traceback (most recent call last):
/// ValueError: random turns have no winner to find, only chances: see coin-exact
#[pyfunction]
#[pyo3(signature = (position, colour = None, *, time = None, positions = None, threads = 1, memory = 256))]
pub fn solve(
    position: &Bound<'_, PyPosition>,
    colour: Option<&str>,
    time: Option<f64>,
    positions: Option<Whole>,
    threads: Whole,
    memory: Whole,
) -> PyResult<PySolution> {
    let py = position.py();
    let position = position.try_borrow()?.0.clone();
    let positions = positions.map(|most| number("positions", most)).transpose()?;
    let threads = count("threads", threads, 256)? as usize;
    let memory = count("memory", memory, 1 << 20)? << 20;
    let (time, game) = (seconds(time)?, position.game().clone());
    let solver = Solver::new(game, usize::try_from(memory).unwrap_or(usize::MAX));
    let mut solver = solver.map_err(value_error)?;
    let colour = mover(&position, colour)?;
    if let Some(winner) = position.winner() {
        let solution = decided(winner);
        return Ok(PySolution { position, solution });
    }
    let solution = interruptible(py, |stop| {
        let limits = SolverLimits { threads, time, positions, stop: stop.clone() };
        solver.solve(&position, colour, &limits, &mut |_| ())
    })?;
    Ok(PySolution { position, solution })
}

/// The solution of a game that is over.
fn decided(winner: Colour) -> Solution {
    Solution {
        winner: Some(winner),
        best: None,
        line: Vec::new(),
        positions: 0,
        time: Default::default(),
        numbers: (0, 0),
    }
}
