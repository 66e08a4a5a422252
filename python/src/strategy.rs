//! Strategies that are written in Python, for the verifier.

use std::sync::{Arc, Mutex, PoisonError};

use kring::board::stop::Stop;
use kring::board::{CellSet, Colour, Position, Size, Symmetry};
use kring::literature::strategy::{RingView, Strategy};
use pyo3::prelude::*;

use crate::convert::{colour, function, read_cell, value_error};
use crate::interrupt::within;
use crate::position::PyPosition;

/// The first error of Python code that the library called. It stops the search.
#[derive(Clone, Default)]
pub struct PythonFailure {
    error: Arc<Mutex<Option<PyErr>>>,
    pub stop: Stop,
}

impl PythonFailure {
    pub fn set(&self, error: PyErr) {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.stop.set();
    }

    pub fn take(&self) -> Option<PyErr> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A function, or an object with a method `permitted`, that returns the cells that may be played
/// in a position.
pub struct PyStrategy {
    function: Py<PyAny>,
    colour: Colour,
    failure: PythonFailure,
}

impl PyStrategy {
    pub fn new(strategy: &Bound<'_, PyAny>, failure: PythonFailure) -> PyResult<PyStrategy> {
        let why = "a strategy is a text, a function or an object with a method 'permitted'";
        let function = function(strategy, "permitted", why)?;
        let colour = match strategy.getattr_opt("colour")? {
            Some(name) => colour(&name.extract::<String>()?)?,
            None => Colour::Black,
        };
        Ok(PyStrategy { function: function.unbind(), colour, failure })
    }

    fn ask(&self, position: &Position) -> PyResult<CellSet> {
        Python::attach(|py| {
            let mut given = position.clone();
            given.declare(self.colour);
            let given = Bound::new(py, PyPosition(given))?;
            let function = self.function.bind(py);
            let answer = within(&self.failure.stop, || function.call1((given,)))?;
            let legal = position.legal_cells(self.colour);
            let mut cells = CellSet::EMPTY;
            for cell in answer.try_iter()? {
                let cell = read_cell(position, &cell?)?;
                if !legal.contains(cell) {
                    let name = cell.name(position.size());
                    let why = format!("the strategy permits {name}, which is not a legal cell");
                    return Err(value_error(why));
                }
                cells.insert(cell);
            }
            Ok(cells)
        })
    }
}

impl Strategy for PyStrategy {
    fn name(&self) -> &'static str {
        "the strategy"
    }

    fn colour(&self) -> Colour {
        self.colour
    }

    fn permitted(&self, rings: &RingView<'_>) -> CellSet {
        // After an error the search stops soon, and its result is discarded.
        if self.failure.stop.is_set() {
            return CellSet::EMPTY;
        }
        self.ask(rings.position).unwrap_or_else(|error| {
            self.failure.set(error);
            CellSet::EMPTY
        })
    }

    fn respects(&self, _: &Symmetry, _: Size) -> bool {
        false
    }
}
