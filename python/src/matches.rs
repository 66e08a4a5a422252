//! `kring.match`.

use std::{ops::ControlFlow, sync::Arc, thread};

use kring::arena::{
    Event, EventError, GamesTableError, MatchPlan, RowWriter, Schedule, columns, statistics,
};
use kring::board::record;
use kring::board::stop::Stop;
use pyo3::{prelude::*, types::PyDict};

use crate::convert::{Whole, count, number, size, value_error};
use crate::interrupt::interruptible_by;
use crate::player::MatchPlayer;
use crate::rules::RulesLike;
use crate::strategy::PythonFailure;

/// Columns with integers, and columns with real numbers.
const WHOLE: [&str; 9] = [
    "event_seed",
    "game",
    "games",
    "seed",
    "score",
    "moves",
    "first_moves",
    "second_moves",
    "format",
];
const REAL: [&str; 5] =
    ["seconds", "first_seconds", "first_worst", "second_seconds", "second_worst"];

/// Plays a match and returns a row (a dict) for each game, the columns of
/// `kring match --csv` and the game as `sgf`: `pandas.DataFrame(kring.match(...))`.
///
/// A player is a text ('mcts sims=100', or 'cmd:"mohex"' for another program), an `Agent`, a
/// function of the position that returns a move, or an object with such a method `choose`. An
/// error in a function ends the match.
///
/// >>> import kring
/// >>> rows = kring.match("mcts sims=50", lambda p: p.legal_moves()[0], "torus", 3, games=4)
/// >>> len(rows), rows[0]["game"], rows[0]["white"]
/// (4, 1, '<lambda>')
#[pyfunction(name = "match")]
#[pyo3(signature = (
    first, second, rules = None, columns = 11, rows = None, *,
    games = None, openings = "none", colours = "alternate", seed = 0, workers = None
))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn play_match<'py>(
    first: &Bound<'py, PyAny>,
    second: &Bound<'py, PyAny>,
    rules: Option<RulesLike>,
    columns: Whole,
    rows: Option<Whole>,
    games: Option<Whole>,
    openings: &str,
    colours: &str,
    seed: Whole,
    workers: Option<Whole>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let py = first.py();
    let failure = PythonFailure::default();
    let first = Arc::new(MatchPlayer::read(first, &failure)?);
    let second = Arc::new(MatchPlayer::read(second, &failure)?);
    let games = games.map(|games| count("games", games, 1 << 24)).transpose()?;
    let plan = MatchPlan {
        size: size(columns, rows)?,
        rules: rules.unwrap_or_default().0,
        openings: openings.parse().map_err(value_error)?,
        colours: colours.parse().map_err(|why| value_error(format!("colours: {why}")))?,
        games: games.map(|games| games as usize),
        seed: number("seed", seed)?,
    };
    plan.check_players([&*first, &*second]).map_err(value_error)?;
    let workers = match workers {
        Some(workers) => count("workers", workers, 256)? as usize,
        // Python code runs on one thread at a time.
        None if first.is_python() || second.is_python() => 1,
        None => thread::available_parallelism().map_or(1, Into::into),
    };
    let stop = &failure.stop;
    let played = interruptible_by(py, stop, || {
        play(Arc::clone(&first), Arc::clone(&second), plan, workers, stop)
    })?;
    if let Some(error) = failure.take() {
        return Err(error);
    }
    let rows = played.map_err(value_error)?;
    rows.into_iter().map(|row| to_dict(py, row)).collect()
}

/// The share of games won, and the ends of its 95 % interval (Wilson's).
///
/// >>> share, low, high = kring.score(60, 100)
/// >>> round(share, 2), round(low, 2), round(high, 2)
/// (0.6, 0.5, 0.69)
#[pyfunction]
#[pyo3(signature = (won, games, /))]
pub fn score(won: Whole, games: Whole) -> PyResult<(f64, f64, f64)> {
    let won = number("won", won)?;
    let games = number("games", games)?;
    if won > games || games == 0 {
        return Err(value_error(format!("{won} of {games} games cannot be won")));
    }
    let statistics::Estimate { value, low, high } = statistics::score(won, games);
    Ok((value, low, high))
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
enum MatchError {
    #[error(transparent)]
    Event(#[from] EventError),
    /// A player cannot be asked for its fingerprint.
    #[error(transparent)]
    Players(#[from] GamesTableError),
}

/// A game as a row: its number, its columns, and its SGF.
type MatchRow = (usize, Vec<String>, String);

/// Plays all games, or those before the handle is set.
fn play(
    first: Arc<MatchPlayer>,
    second: Arc<MatchPlayer>,
    plan: MatchPlan,
    workers: usize,
    stop: &Stop,
) -> Result<Vec<MatchRow>, MatchError> {
    let event = Event::between([first, second], Schedule::new(plan).map_err(EventError::from)?);
    let writer = RowWriter::new(&event)?;
    let mut rows = Vec::new();
    event.run(1..=event.games, workers, |result| {
        if stop.is_set() {
            return Ok(ControlFlow::Break(()));
        }
        let number = result.setup.number;
        rows.push((number, writer.row(&result), record::save(&result.position)));
        Ok::<_, MatchError>(ControlFlow::Continue(()))
    })?;
    rows.sort_by_key(|(number, ..)| *number);
    Ok(rows)
}

fn to_dict(py: Python<'_>, (_, texts, sgf): MatchRow) -> PyResult<Bound<'_, PyDict>> {
    let row = PyDict::new(py);
    for (name, text) in columns().into_iter().zip(texts) {
        match text.parse::<u64>() {
            Ok(number) if WHOLE.contains(&name) => row.set_item(name, number)?,
            _ if REAL.contains(&name) => row.set_item(name, text.parse::<f64>().ok())?,
            _ if name == "swapped" => row.set_item(name, text == "yes")?,
            _ => row.set_item(name, text)?,
        }
    }
    row.set_item("sgf", sgf)?;
    Ok(row)
}
