//! `kring.Choice`: an agent's decision and its reasons.

use std::collections::HashMap;

use kring::agents::Choice;
use kring::board::{Cell, Position};
use kring::picture::{BoardPicture, Heat};
use pyo3::{prelude::*, types::PyDict};

use crate::convert::{NewSheet, action, sheet};

/// An agent's decision in a position.
#[pyclass(name = "Choice", module = "kring", frozen)]
pub struct PyChoice {
    pub position: Position,
    choice: Choice,
    /// The move, 'c3' or the name of a swap.
    #[pyo3(get)]
    r#move: String,
    /// The action number of the move; None for a resignation.
    #[pyo3(get)]
    action: Option<usize>,
    /// The agent's estimate of its own win probability, from 0 to 1; None if it has none.
    #[pyo3(get)]
    value: Option<f64>,
    /// The meaning of the scores.
    #[pyo3(get)]
    scores_are: &'static str,
    /// The principal variation: the moves that the agent expects, its own first.
    #[pyo3(get)]
    line: Vec<String>,
}

#[pymethods]
impl PyChoice {
    /// The agent's score of each cell, from 0 to 1, by rows and columns; NaN where it has none.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> NewSheet<'py, f64> {
        self.sheet(py, &self.choice.scores, f64::NAN)
    }

    /// The search's visits of each cell, by rows and columns.
    #[getter]
    fn visits<'py>(&self, py: Python<'py>) -> NewSheet<'py, u64> {
        self.sheet(py, &self.choice.visits, 0)
    }

    /// The candidate moves of the search, the best first: rows that pandas accepts.
    #[getter]
    fn candidates<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let size = self.position.size();
        let row = |candidate: &kring::agents::Candidate| {
            let row = PyDict::new(py);
            row.set_item("move", candidate.mv.name(size))?;
            row.set_item("visits", candidate.visits)?;
            row.set_item("win_rate", candidate.win_rate)?;
            row.set_item("prior", candidate.prior)?;
            let line = candidate.variation.iter().map(|mv| mv.name(size)).collect::<Vec<_>>();
            row.set_item("line", line.join(" "))?;
            Ok(row)
        };
        self.choice.candidates.iter().map(row).collect()
    }

    /// Counters of the search, such as simulations.
    #[getter]
    fn counters(&self) -> HashMap<&'static str, f64> {
        self.choice.counters.iter().copied().collect()
    }

    fn _repr_svg_(&self) -> String {
        let (values, label) = self.heat();
        let heat = Heat { label, values, ..Heat::default() };
        let heat = Some(heat).filter(|heat| !heat.values.is_empty());
        BoardPicture { heat, ..BoardPicture::new(&self.position) }.draw().to_svg()
    }

    fn __repr__(&self) -> String {
        let value = self.choice.value.map(|value| format!(", value {value:.3}"));
        format!("<Choice {}{}>", self.r#move, value.unwrap_or_default())
    }
}

impl PyChoice {
    pub fn new(position: Position, choice: Choice) -> PyChoice {
        let size = position.size();
        let r#move = choice.mv.name(size);
        let action = action(size, choice.mv);
        let value = choice.value;
        let scores_are = choice.scores_are;
        let line = choice.variation.iter().map(|mv| mv.name(size)).collect();
        PyChoice { position, choice, r#move, action, value, scores_are, line }
    }

    /// The scores and their meaning.
    pub fn heat(&self) -> (Vec<(Cell, f64)>, String) {
        (self.choice.scores.clone(), self.choice.scores_are.to_owned())
    }

    fn sheet<'py, T: numpy::Element + Copy>(
        &self,
        py: Python<'py>,
        values: &[(Cell, T)],
        none: T,
    ) -> NewSheet<'py, T> {
        let size = self.position.size();
        let mut cells = vec![none; size.cells()];
        for (cell, value) in values {
            cells[cell.index()] = *value;
        }
        sheet(py, size, cells)
    }
}
