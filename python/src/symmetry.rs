//! `kring.Symmetry`.

use std::sync::Arc;

use kring::board::{Cell, Game, Symmetry};
use numpy::{IntoPyArray, PyArray1};
use pyo3::{prelude::*, types::PyString};

use crate::convert::{colour, colour_name};

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
        let cells = (0..self.game.size().cells() as u16).map(Cell);
        let images: Vec<i64> = cells.map(|cell| i64::from(self.symmetry.cell(cell).0)).collect();
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
