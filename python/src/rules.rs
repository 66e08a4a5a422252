//! `kring.Rules` and `kring.Symmetry`.

use std::sync::Arc;

use kring::board::{Cell, Colour, Game, Rules, Symmetry, Turns};
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::convert::{colour, colour_name, value_error};

/// The rules of a game: topology, seasons, turns and swap.
///
/// >>> import kring
/// >>> rules = kring.Rules("torus seasons=3")
/// >>> rules
/// Rules('torus seasons=3 turns=alternating swap=off')
/// >>> rules.topology, rules.seasons, rules.turns, rules.swap
/// ('torus', 3, 'alternating', False)
/// >>> rules == kring.Rules("torus,seasons=3")
/// True
/// >>> kring.Rules("torus seasons=0")
/// Traceback (most recent call last):
/// ValueError: seasons=0: expected a number from 1 to 9 (at character 15)
#[pyclass(name = "Rules", module = "kring", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub struct PyRules(pub Rules);

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (text = "hex"))]
    fn new(text: &str) -> PyResult<PyRules> {
        text.parse().map(PyRules).map_err(value_error)
    }

    /// Which sides are glued: 'rhombus', 'cylinder' or 'torus'.
    #[getter]
    fn topology(&self) -> String {
        self.0.topology.to_string()
    }

    /// The number of seasons; 1: no restriction.
    #[getter]
    fn seasons(&self) -> usize {
        self.0.seasons.count()
    }

    /// Who moves next: 'alternating' or 'random'.
    #[getter]
    fn turns(&self) -> String {
        self.0.turns.to_string()
    }

    /// Whether the second player's first move may be a swap.
    #[getter]
    fn swap(&self) -> bool {
        self.0.swap
    }

    /// A colour's cycle through the seasons.
    ///
    /// >>> kring.Rules("seasonal").cycle("white")
    /// (3, 1, 2)
    #[pyo3(signature = (colour, /))]
    fn cycle<'py>(&self, py: Python<'py>, colour: &str) -> PyResult<Bound<'py, PyTuple>> {
        let cycle = self.0.seasons.cycle(self::colour(colour)?);
        PyTuple::new(py, (0..cycle.period()).map(|step| cycle.season(step) + 1))
    }

    /// The colour that moves first; None if a coin decides.
    #[getter]
    fn first<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyString>> {
        (self.0.turns == Turns::Alternating).then(|| colour_name(py, Colour::Black))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Rules('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().0.to_string(),))
    }
}

/// Rules as a text or as an object.
#[derive(Default)]
pub struct RulesLike(pub Rules);

impl<'py> FromPyObject<'_, 'py> for RulesLike {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<RulesLike> {
        if let Ok(rules) = given.cast::<PyRules>() {
            return Ok(RulesLike(rules.get().0.clone()));
        }
        let Ok(text) = given.cast::<PyString>() else {
            let given = given.get_type().name()?;
            let why = format!("rules are a text such as 'torus' or a Rules, not {given}");
            return Err(PyTypeError::new_err(why));
        };
        text.to_cow()?.parse().map(RulesLike).map_err(value_error)
    }
}

/// A map of a board onto itself under which its game stays the same.
///
/// >>> import kring
/// >>> half_turn = kring.Position("hex", 3).symmetries[1]
/// >>> half_turn.cells
/// array([8, 7, 6, 5, 4, 3, 2, 1, 0])
/// >>> half_turn.swaps_colours
/// False
#[pyclass(name = "Symmetry", module = "kring", frozen)]
pub struct PySymmetry {
    pub game: Arc<Game>,
    pub symmetry: Symmetry,
}

#[pymethods]
impl PySymmetry {
    /// The image of each cell.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let cells = Cell::all(self.game.size());
        let images: Vec<i64> =
            cells.map(|cell| i64::from(self.symmetry.cell(cell).number())).collect();
        images.into_pyarray(py)
    }

    /// Whether black and white exchange their roles.
    #[getter]
    fn swaps_colours(&self) -> bool {
        self.symmetry.swaps_colours()
    }

    /// The image of a colour.
    #[pyo3(signature = (colour, /))]
    fn colour<'py>(&self, py: Python<'py>, colour: &str) -> PyResult<Bound<'py, PyString>> {
        Ok(colour_name(py, self.symmetry.colour(self::colour(colour)?)))
    }
}
