//! Pictures of positions: `_repr_svg_` for notebooks, `svg` with heat.

use kring::board::{Cell, CellSet, Topology};
use kring::picture::{BoardPicture, Heat};
use pyo3::prelude::*;

use crate::choice::PyChoice;
use crate::convert::{table, value_error};
use crate::position::PyPosition;

#[pymethods]
impl PyPosition {
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
        let plain = BoardPicture::new(&self.0);
        Ok(BoardPicture { title, move_numbers, heat, annulus, ..plain }.svg())
    }

    fn _repr_svg_(&self) -> String {
        BoardPicture::new(&self.0).svg()
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
            if choice.get().game() != self.0.game() {
                return Err(value_error("the choice is of another game"));
            }
            choice.get().heat()
        } else {
            let array = table(given)?;
            let array = array.as_array();
            let (rows, columns) = (size.rows(), size.columns());
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
