//! Arrays of a position: stones, legal moves, seasons.

use kring::board::{Cell, Colour, Position, Size};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::convert::{mover, sign};
use crate::position::PyPosition;

#[pymethods]
impl PyPosition {
    /// The stones, row by row: 1 black, -1 white, 0 none.
    ///
    /// >>> p = kring.Position("hex", 3, 2)
    /// >>> p.play("b1")
    /// >>> p.board
    /// array([[0, 1, 0],
    ///        [0, 0, 0]], dtype=int8)
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let mut board = vec![0; self.0.size().cells()];
        write_board(&self.0, &mut board);
        sheet(py, self.0.size(), board)
    }

    /// The legal actions of the colour to move, or of the given one: indices of cells, then the
    /// swap. Empty once the game is decided.
    ///
    /// >>> p = kring.Position("hex swap=on", 2)
    /// >>> p.play("a1")
    /// >>> p.legal_moves()
    /// array([1, 2, 3, 4])
    #[pyo3(signature = (colour = None))]
    fn legal_moves<'py>(
        &self,
        py: Python<'py>,
        colour: Option<&str>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut actions = Vec::new();
        if self.0.winner().is_none() {
            let colour = mover(&self.0, colour)?;
            actions.extend(self.0.legal_cells(colour).iter().map(|cell| i64::from(cell.0)));
            actions.extend(self.0.swap(colour).map(|_| self.0.size().cells() as i64));
        }
        Ok(actions.into_pyarray(py))
    }

    /// The legal actions as a mask over all `cells + 1` actions.
    #[pyo3(signature = (colour = None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        colour: Option<&str>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mut mask = vec![false; self.0.size().cells() + 1];
        if self.0.winner().is_none() {
            write_mask(&self.0, mover(&self.0, colour)?, &mut mask);
        }
        Ok(mask.into_pyarray(py))
    }

    /// The season of each cell, counted from 1.
    ///
    /// >>> kring.Position("hex seasons=2", 2, season_map="12 21").season_map
    /// array([[1, 2],
    ///        [2, 1]], dtype=uint8)
    #[getter]
    fn season_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let seasons = self.0.game().map().cells().iter().map(|season| season + 1);
        sheet(py, self.0.size(), seasons.collect())
    }
}

/// The values of all cells as an array of rows and columns.
pub fn sheet<T: numpy::Element>(
    py: Python<'_>,
    size: Size,
    values: Vec<T>,
) -> PyResult<Bound<'_, PyArray2<T>>> {
    values.into_pyarray(py).reshape([size.rows(), size.columns()])
}

/// Writes the stones of a position over zeros.
pub fn write_board(position: &Position, board: &mut [i8]) {
    for colour in Colour::ALL {
        position.stones(colour).iter().for_each(|cell: Cell| board[cell.index()] = sign(colour));
    }
}

/// Marks the legal actions of a colour.
pub fn write_mask(position: &Position, colour: Colour, mask: &mut [bool]) {
    position.legal_cells(colour).iter().for_each(|cell| mask[cell.index()] = true);
    if position.swap(colour).is_some() {
        mask[position.size().cells()] = true;
    }
}
