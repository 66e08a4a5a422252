//! Arrays of a position: stones, legal moves, seasons. Pictures: `_repr_svg_` for notebooks, `svg`
//! with heat.

use kring::board::{Cell, CellSet, Colour, Position, Topology};
use kring::picture::{BoardPicture, Heat};
use numpy::IntoPyArray;
use pyo3::prelude::*;

use crate::choice::PyChoice;
use crate::convert::{NewArray, NewSheet, mover, sheet, sign, table, value_error};
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
    fn board<'py>(&self, py: Python<'py>) -> NewSheet<'py, i8> {
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
    fn legal_moves<'py>(&self, py: Python<'py>, colour: Option<&str>) -> NewArray<'py, i64> {
        let mut actions = Vec::new();
        if self.0.winner().is_none() {
            let colour = mover(&self.0, colour)?;
            actions.extend(self.0.legal_cells(colour).iter().map(|cell| i64::from(cell.number())));
            actions.extend(self.0.swap(colour).map(|_| self.0.size().cells() as i64));
        }
        Ok(actions.into_pyarray(py))
    }

    /// The legal actions as a mask over all `cells + 1` actions.
    #[pyo3(signature = (colour = None))]
    fn legal_mask<'py>(&self, py: Python<'py>, colour: Option<&str>) -> NewArray<'py, bool> {
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
    fn season_map<'py>(&self, py: Python<'py>) -> NewSheet<'py, u8> {
        let seasons = self.0.game().map().cells().iter().map(|season| season + 1);
        sheet(py, self.0.size(), seasons.collect())
    }

    /// The board as SVG text. `heat` colours cells by an agent's choice or by an
    /// array of rows and columns (NaN: no colour); `numbers` also writes the
    /// values, in percent. `annulus` draws a cylinder as rings around a centre.
    ///
    /// >>> p = kring.Position("cylinder", 5)
    /// >>> p.svg(annulus=True, title="five rings").startswith("<svg")
    /// True
    #[pyo3(signature = (
        heat = None, *, label = None, numbers = false, annulus = false, move_numbers = true, title = ""
    ))]
    fn svg(
        &self,
        heat: Option<&Bound<'_, PyAny>>,
        label: Option<String>,
        numbers: bool,
        annulus: bool,
        move_numbers: bool,
        title: &str,
    ) -> PyResult<String> {
        let topology = self.0.rules().topology;
        if annulus && topology != Topology::Cylinder {
            let why = format!("annulus shows a cylinder, but this board is a {topology}");
            return Err(value_error(why));
        }
        let heat = heat.map(|heat| self.heat(heat, label, numbers)).transpose()?;
        let title = title.to_owned();
        let board = BoardPicture::new(&self.0);
        Ok(BoardPicture { title, move_numbers, heat, annulus, ..board }.draw().to_svg())
    }

    fn _repr_svg_(&self) -> String {
        BoardPicture::new(&self.0).draw().to_svg()
    }
}

impl PyPosition {
    fn heat(
        &self,
        given: &Bound<'_, PyAny>,
        label: Option<String>,
        numbers: bool,
    ) -> PyResult<Heat> {
        let size = self.0.size();
        let (values, meaning) = if let Ok(choice) = given.cast::<PyChoice>() {
            if choice.get().position.game() != self.0.game() {
                return Err(value_error("the choice is of another game"));
            }
            choice.get().heat()
        } else {
            let array = table(given)?;
            let array = array.as_array();
            let rows = size.rows();
            let columns = size.columns();
            if array.dim() != (rows, columns) {
                let shape = array.dim();
                let why = format!("the heat has shape {shape:?}, not ({rows}, {columns})");
                return Err(value_error(why));
            }
            let value = |cell: Cell| (cell, array[[cell.row(size), cell.column(size)]]);
            let cells = CellSet::full(size);
            let values = cells.iter().map(value).filter(|(_, value)| value.is_finite());
            (values.collect(), "value".to_owned())
        };
        let label = label.unwrap_or(meaning);
        Ok(Heat { label, values, numbers, ..Heat::default() })
    }
}

/// Writes the stones of a position.
pub fn write_board(position: &Position, board: &mut [i8]) {
    board.fill(0);
    for colour in Colour::ALL {
        for cell in position.stones(colour).iter() {
            board[cell.index()] = sign(colour);
        }
    }
}

/// Marks the legal actions of a colour.
pub fn write_mask(position: &Position, colour: Colour, mask: &mut [bool]) {
    mask.fill(false);
    for cell in position.legal_cells(colour).iter() {
        mask[cell.index()] = true;
    }
    mask[position.size().cells()] = position.swap(colour).is_some();
}
