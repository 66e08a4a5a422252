//! `kring.review` and `kring.swap_map`: what each move of a game lost, and which first moves to
//! swap.

use kring::agents::{AgentFactory, AgentSpec, Limits, SwapMap, default_agent};
use kring::board::{Colour, Position};
use kring::review::{MoveReview, ReviewSettings};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::agent::loaded;
use crate::convert::{Whole, count, number, seconds, value_error};
use crate::interrupt::interruptible_by;
use crate::position::PyPosition;

/// The agent of this text, or the default agent of the game.
fn factory(
    py: Python<'_>,
    position: &Position,
    agent: Option<&str>,
    colour: Colour,
) -> PyResult<AgentFactory> {
    let spec = match agent {
        Some(text) => text.parse::<AgentSpec>().map_err(value_error)?,
        None => default_agent(position.rules(), position.size(), colour),
    };
    loaded(py, &spec)
}

/// Reviews the moves that led to a position: rows that pandas accepts. `chance` and `best_chance`
/// are those of the player who moved, `loss` is their difference, and `mark` is "inaccuracy",
/// "mistake", "blunder" or None. If the game is not over, a last row without a move has the best
/// move of the position.
///
/// >>> import kring
/// >>> p = kring.Position("hex", 3)
/// >>> for move in ["b2", "a1", "c1", "b1"]:
/// ...     p.play(move)
/// >>> [(row["move"], row["mark"]) for row in kring.review(p, evals=50)][1:4]
/// [('a1', None), ('c1', None), ('b1', None)]
#[pyfunction]
#[pyo3(signature = (position, agent = None, *, evals = None, threads = 1, seed = 1))]
pub fn review<'py>(
    position: &Bound<'py, PyPosition>,
    agent: Option<&str>,
    evals: Option<Whole>,
    threads: Whole,
    seed: Whole,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let py = position.py();
    let position = position.try_borrow()?.0.clone();
    let mut settings = ReviewSettings::new(factory(py, &position, agent, Colour::Black)?);
    if let Some(evals) = evals {
        settings.evals = Some(count("evals", evals, ReviewSettings::MOST_EVALS)?);
    }
    settings.threads = count("threads", threads, 256)? as usize;
    settings.seed = number("seed", seed)?;
    let stop = settings.stop.clone();
    let work = || kring::review::review(&position, &settings, |_| ());
    let review = interruptible_by(py, &stop, work)?.map_err(value_error)?;
    let size = position.size();
    let row = |mv: &MoveReview| {
        let row = PyDict::new(py);
        row.set_item("number", mv.number)?;
        row.set_item("colour", mv.colour.to_string())?;
        row.set_item("move", mv.played.map(|(played, _)| played.name(size)))?;
        row.set_item("chance", mv.played.map(|(_, chance)| chance))?;
        row.set_item("best", mv.best.name(size))?;
        row.set_item("best_chance", mv.best_chance)?;
        row.set_item("loss", mv.played.map(|_| mv.loss()))?;
        row.set_item("mark", mv.played.and(mv.mark()).map(|mark| mark.to_string()))?;
        let line: Vec<String> = mv.variation.iter().map(|mv| mv.name(size)).collect();
        row.set_item("line", line.join(" "))?;
        Ok(row)
    };
    review.moves.iter().map(row).collect()
}

/// Which first moves of the position's game to swap: rows that pandas accepts. `chance` is that of
/// the player who made the move, if it is not swapped; `proved` says whether it is 0 or 1 by the
/// solver. Each move that is not proved gets `evals` evaluations (100 if None), as long as `time`
/// lasts. With random turns a swap uses up the turn, so that a chance below one half can be worth it.
///
/// >>> import kring
/// >>> [row["move"] for row in kring.swap_map(kring.Position("hex", 2)) if row["swap"]]
/// ['b1', 'a2']
#[pyfunction]
#[pyo3(signature = (position, agent = None, *, evals = None, time = None, seed = 1))]
pub fn swap_map<'py>(
    position: &Bound<'py, PyPosition>,
    agent: Option<&str>,
    evals: Option<Whole>,
    time: Option<f64>,
    seed: Whole,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let py = position.py();
    let position = position.try_borrow()?.0.clone();
    let agent = factory(py, &position, agent, Colour::White)?;
    let evals = evals.map_or(Ok(SwapMap::EVALS), |evals| count("evals", evals, 1_000_000))?;
    let seed = number("seed", seed)?;
    let limits = Limits { time: seconds(time)?.map(Into::into), ..Limits::default() };
    let work = || SwapMap::new(position.game(), &agent, evals, &limits, seed);
    let map = interruptible_by(py, &limits.stop, work)?.map_err(value_error)?;
    let row = |opening: &kring::agents::OpeningValue| {
        let row = PyDict::new(py);
        row.set_item("move", opening.cell.name(position.size()))?;
        row.set_item("chance", opening.chance)?;
        row.set_item("swap", opening.should_swap())?;
        row.set_item("proved", opening.is_proved)?;
        Ok(row)
    };
    map.openings.iter().map(row).collect()
}
