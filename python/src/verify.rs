//! `kring.verify`.

use kring::agents::{self, AgentSpec, unknown_strategy};
use kring::literature::strategy::Strategy;
use kring::literature::verifier::{
    Choices, First, VerifierQuestion, VerifierReport, VerifierVerdict,
};
use pyo3::{prelude::*, types::PyString};

use crate::convert::{Whole, count, number, seconds, value_error};
use crate::interrupt::interruptible_by;
use crate::position::PyPosition;
use crate::strategy::{PyStrategy, PythonFailure};

/// The result of verifying a strategy.
#[pyclass(name = "Report", module = "kring", frozen)]
pub struct PyReport(VerifierReport);

#[pymethods]
impl PyReport {
    /// 'proved', 'refuted', or 'unknown' if a limit was reached first.
    #[getter]
    fn verdict(&self) -> &'static str {
        match self.0.verdict {
            VerifierVerdict::Proved => "proved",
            VerifierVerdict::Refuted(_) => "refuted",
            VerifierVerdict::Unknown => "unknown",
        }
    }

    /// A shortest game that the strategy loses; None if there is none.
    #[getter]
    fn game(&self) -> Option<PyPosition> {
        match &self.0.verdict {
            VerifierVerdict::Refuted(game) => Some(PyPosition((**game).clone())),
            _ => None,
        }
    }

    /// The number of positions searched.
    #[getter]
    fn positions(&self) -> u64 {
        self.0.positions
    }

    /// The time in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.0.time.as_secs_f64()
    }

    fn __repr__(&self) -> String {
        format!("<Report {}>", self.0.to_string().replace('\n', ": "))
    }
}

/// Does a strategy win every game from this empty board? The strategy is a text ('three-rings'),
/// a function of the position that returns the cells it permits (none: any), or an object with
/// such a method `permitted` and, if it plays white, the attribute `colour = "white"`. A function
/// must depend only on the stones and on the opponent's last move.
///
/// `first` is the colour that begins: 'black', 'white' or 'both'. `choices='all'`: the strategy
/// must win with every choice among the cells it permits; `'best'`: with some choice.
///
/// >>> import kring
/// >>> kring.verify("three-rings", kring.Position("cylinder", 3, 3)).verdict
/// 'proved'
/// >>> report = kring.verify(lambda p: [p.legal_moves()[0]], kring.Position("hex", 3))
/// >>> report.verdict, report.game.winner
/// ('refuted', 'white')
#[pyfunction]
#[pyo3(signature = (
    strategy, position, *, first = "both", choices = "all", limit = None, time = None, memory = 1024
))]
pub fn verify(
    strategy: &Bound<'_, PyAny>,
    position: &Bound<'_, PyPosition>,
    first: &str,
    choices: &str,
    limit: Option<Whole>,
    time: Option<f64>,
    memory: Whole,
) -> PyResult<PyReport> {
    let py = strategy.py();
    let position = position.try_borrow()?.0.clone();
    if position.has_begun() {
        return Err(value_error("strategies are verified from the empty board"));
    }
    let first: First = first.parse().map_err(|why| value_error(format!("first: {why}")))?;
    let choices: Choices = choices.parse().map_err(|why| value_error(format!("choices: {why}")))?;
    let limit = limit.map(|most| number("limit", most)).transpose()?;
    let memory = (count("memory", memory, 1 << 20)? as usize).saturating_mul(1 << 20);
    let time = seconds(time)?;
    let failure = PythonFailure::default();
    let strategy = read(strategy, &failure)?;
    let question = VerifierQuestion::new(strategy, position.game().clone());
    let mut question = question.map_err(value_error)?;
    question.first = first;
    question.choices = choices;
    question.limit = limit;
    question.time = time;
    question.memory = memory;
    question.stop = failure.stop.clone();
    let report = interruptible_by(py, &failure.stop, move || question.answer(&mut |_, _| ()))?;
    match failure.take() {
        Some(error) => Err(error),
        None => Ok(PyReport(report)),
    }
}

/// Reads the strategy that a text names, or one written in Python.
fn read(given: &Bound<'_, PyAny>, failure: &PythonFailure) -> PyResult<Box<dyn Strategy>> {
    let Ok(text) = given.cast::<PyString>() else {
        return Ok(Box::new(PyStrategy::new(given, failure.clone())?));
    };
    let wrong = |error| unknown_strategy(&error).map_or_else(|| value_error(&error), value_error);
    let spec: AgentSpec = text.to_cow()?.parse().map_err(wrong)?;
    agents::strategy(&spec).map_err(value_error)
}
