//! Who wins: `kring.solve`, `kring.check_proof`, and `kring.coin_value` under random turns.

use std::path::PathBuf;

use kring::board::Move;
use kring::board::chance::{self, Purpose};
use kring::literature::coin::CoinValue;
use kring::solver::{Solver, SolverLimits};
use pyo3::prelude::*;

use crate::convert::{Whole, count, mover, number, seconds, value_error};
use crate::interrupt::interruptible;
use crate::position::PyPosition;

/// The winner of a position under best play.
#[pyclass(name = "Solution", module = "kring", frozen, get_all)]
#[derive(Default)]
pub struct PySolution {
    /// The winner; None if a limit was reached first. If a swap is possible: the player who has
    /// this colour before it.
    winner: Option<String>,
    /// A winning move; None if the colour to move does not win.
    r#move: Option<String>,
    /// The principal variation: the game if both continue with best play.
    line: Vec<String>,
    /// The number of positions searched.
    positions: u64,
    /// The time in seconds.
    seconds: f64,
}

#[pymethods]
impl PySolution {
    fn __repr__(&self) -> String {
        match (&self.winner, &self.r#move) {
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
    let time = seconds(time)?;
    let game = position.game().clone();
    let solver = Solver::new(game, usize::try_from(memory).unwrap_or(usize::MAX));
    let mut solver = solver.map_err(value_error)?;
    let colour = mover(&position, colour)?;
    if let Some(winner) = position.winner() {
        return Ok(PySolution { winner: Some(winner.to_string()), ..PySolution::default() });
    }
    let solution = interruptible(py, |stop| {
        let limits = SolverLimits { threads, time, positions, stop: stop.clone() };
        solver.solve(&position, colour, &limits, &mut |_| ())
    })?;
    let name = |mv: Move| mv.name(position.size());
    Ok(PySolution {
        winner: solution.winner.map(|winner| winner.to_string()),
        r#move: solution.best.map(name),
        line: solution.line.into_iter().map(name).collect(),
        positions: solution.positions,
        seconds: solution.time.as_secs_f64(),
    })
}

/// Checks a proof, or a certificate for every number of rows, and returns what it proves. The
/// checker shares nothing with the solver but the rules. A file that proves nothing raises a
/// ValueError that says where it fails.
///
/// >>> import kring
/// >>> kring.check_proof("nowhere.proof")
/// Traceback (most recent call last):
/// ValueError: nowhere.proof: ...
#[pyfunction]
pub fn check_proof(py: Python<'_>, file: PathBuf) -> PyResult<String> {
    let text = py.detach(|| kring::proof::check_file(&file));
    let text = text.map_err(|error| value_error(format!("{}: {error}", file.display())))?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

/// Black's win probability under random turns.
#[pyclass(name = "CoinValue", module = "kring", frozen, get_all)]
pub struct PyCoinValue {
    /// The probability.
    black: f64,
    /// Its standard error; None if it is exact.
    error: Option<f64>,
}

#[pymethods]
impl PyCoinValue {
    fn __float__(&self) -> f64 {
        self.black
    }

    fn __repr__(&self) -> String {
        match self.error {
            None => format!("<CoinValue {:.10} exact>", self.black),
            Some(error) => format!("<CoinValue {:.6} +- {error:.6} sampled>", self.black),
        }
    }
}

/// Black's win probability under random turns and best play, before the next coin is tossed (a
/// declared colour is ignored): exact with up to 24 empty cells, otherwise estimated from `fills`
/// random fills.
///
/// >>> import kring
/// >>> kring.coin_value(kring.Position("cylinder turns=random", 3))
/// <CoinValue 0.5937500000 exact>
/// >>> kring.coin_value(kring.Position("hex", 3))
/// Traceback (most recent call last):
/// ValueError: the turns alternate: coins decide nothing
#[pyfunction]
#[pyo3(signature = (position, *, fills = 1_000_000, seed = 0))]
pub fn coin_value(
    position: &Bound<'_, PyPosition>,
    fills: Whole,
    seed: Whole,
) -> PyResult<PyCoinValue> {
    let py = position.py();
    let position = position.try_borrow()?.0.clone();
    let fills = count("fills", fills, 1_000_000_000)?;
    let seed = number("seed", seed)?;
    let value = interruptible(py, |stop| {
        let rng = &mut chance::generator(seed, Purpose::CoinValue);
        CoinValue::of(&position, fills, rng, || stop.is_set())
    })?;
    let CoinValue { black, error, .. } = value.map_err(value_error)?;
    Ok(PyCoinValue { black, error })
}
