//! Conversions between Python and the library: errors, colours, moves, numbers.
//!
//! A move is a text (`"c3"`, `"swap-pieces"`) or an *action*, a number: the cells
//! row by row from 0, then the swap.

use std::{fmt::Display, time::Duration};

use kring::board::{Cell, Colour, Move, Position, Size, word::short};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

/// A `ValueError` with the library's message.
pub fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A colour's name in Python: `"black"` or `"white"`.
pub fn colour_name(py: Python<'_>, colour: Colour) -> Bound<'_, PyString> {
    match colour {
        Colour::Black => intern!(py, "black").clone(),
        Colour::White => intern!(py, "white").clone(),
    }
}

/// The colour that a text names.
pub fn colour(text: &str) -> PyResult<Colour> {
    text.parse().map_err(value_error)
}

/// 1 for black, -1 for white: a colour in arrays.
pub fn sign(colour: Colour) -> i8 {
    if colour == Colour::Black { 1 } else { -1 }
}

/// A function, or the method of an object with this name; `what` says what was expected.
pub fn function<'py>(
    given: &Bound<'py, PyAny>,
    method: &str,
    what: &'static str,
) -> PyResult<Bound<'py, PyAny>> {
    let function = given.getattr_opt(method)?.unwrap_or_else(|| given.clone());
    if function.is_callable() { Ok(function) } else { Err(PyTypeError::new_err(what)) }
}

/// The requested colour, or the colour to move.
pub fn mover(position: &Position, wanted: Option<&str>) -> PyResult<Colour> {
    match wanted {
        Some(text) => colour(text),
        None => position.turn().ok_or_else(|| {
            value_error("the coin has not been tossed: nobody is to move (see declare)")
        }),
    }
}

/// Like [`mover`], for a game that is not over.
pub fn mover_in_game(position: &Position, wanted: Option<&str>) -> PyResult<Colour> {
    let mover = mover(position, wanted)?;
    match position.winner() {
        None => Ok(mover),
        Some(winner) => Err(value_error(format!("the game is over: {winner} has won"))),
    }
}

/// The action number of a move: the index of its cell, or one more than the last cell for a swap.
pub fn action(size: Size, mv: Move) -> Option<usize> {
    match mv {
        Move::Cell(cell) => Some(cell.index()),
        Move::SwapPieces | Move::SwapSides => Some(size.cells()),
        Move::Pass | Move::Resign => None,
    }
}

/// Reads a move from Python, a text or an action.
#[inline]
pub fn read_move(position: &Position, given: &Bound<'_, PyAny>) -> PyResult<Move> {
    let size = position.size();
    if given.is_instance_of::<PyInt>() {
        let number = given.extract::<i64>().ok();
        return number.and_then(|number| numbered(position, number)).ok_or_else(|| outside(given));
    }
    if let Ok(text) = given.cast::<PyString>() {
        let text = text.to_cow()?;
        let name = text.trim();
        return Move::from_name(size, name).ok_or_else(|| {
            let quoted = short(name);
            let suggestion = match name {
                "swap" => format!(": it is called {}", swap_of(position).name(size)),
                _ => String::new(),
            };
            value_error(format!("'{quoted}' is not a move on this board{suggestion}"))
        });
    }
    // Numbers of NumPy and other integer types.
    match given.getattr(intern!(given.py(), "__index__")) {
        Ok(index) => read_move(position, &index.call0()?.cast_into::<PyInt>()?.into_any()),
        Err(_) => Err(PyTypeError::new_err(format!(
            "a move is a text such as 'c3' or a number, not {}",
            given.get_type().name()?
        ))),
    }
}

#[cold]
fn outside(given: &Bound<'_, PyAny>) -> PyErr {
    value_error(format!("action {given} is not on the board"))
}

/// The move with this action number.
#[inline]
pub fn numbered(position: &Position, number: i64) -> Option<Move> {
    let cells = position.size().cells();
    let number = usize::try_from(number).ok()?;
    if number == cells {
        return Some(swap_of(position));
    }
    Cell::from_index(position.size(), number).map(Move::Cell)
}

/// The game's kind of swap.
pub fn swap_of(position: &Position) -> Move {
    if position.game().swaps_pieces() { Move::SwapPieces } else { Move::SwapSides }
}

/// Reads a cell from Python.
pub fn read_cell(position: &Position, given: &Bound<'_, PyAny>) -> PyResult<Cell> {
    read_move(position, given)?.cell().ok_or_else(|| value_error(format!("{given} is not a cell")))
}

/// A time in seconds.
pub fn seconds(time: Option<f64>) -> PyResult<Option<Duration>> {
    let read = |time: f64| {
        Duration::try_from_secs_f64(time).map_err(|_| {
            value_error(format!("time={time}: expected a number of seconds, 0 or more"))
        })
    };
    time.map(read).transpose()
}

/// A Python integer before it is checked: wide enough that a negative or too large number gets an
/// error that names it.
pub type Whole = i128;

/// A count from 1 to `most`.
pub fn count(name: &str, given: Whole, most: u64) -> PyResult<u64> {
    number_from(name, given, 1, most)
}

/// A seed or another 64-bit number.
pub fn number(name: &str, given: Whole) -> PyResult<u64> {
    number_from(name, given, 0, u64::MAX)
}

fn number_from(name: &str, given: Whole, least: u64, most: u64) -> PyResult<u64> {
    let number = u64::try_from(given).ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| {
        value_error(format!("{name}={given}: expected a number from {least} to {most}"))
    })
}

/// Checks that there is memory for `count` items of `bytes` bytes. (A failing allocation of a
/// single item would abort the process.)
pub fn check_memory(count: usize, bytes: usize, things: &str) -> PyResult<()> {
    let all = Vec::<u8>::new().try_reserve_exact(count.saturating_mul(bytes));
    all.map_err(|_| value_error(format!("there is no memory for {count} {things}")))
}

/// An array of integers, or anything that NumPy can convert to one.
pub fn whole_numbers<'py>(given: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i64>> {
    if let Ok(array) = given.extract() {
        return Ok(array);
    }
    let numpy = given.py().import(intern!(given.py(), "numpy"))?;
    let array = numpy.call_method1("asarray", (given,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if kind != "i" && kind != "u" {
        let why = format!("whole numbers are expected, not {}", array.getattr("dtype")?);
        return Err(PyTypeError::new_err(why));
    }
    if array.getattr("ndim")?.extract::<usize>()? != 1 {
        let why = format!("a list of numbers is expected, not shape {}", array.getattr("shape")?);
        return Err(value_error(why));
    }
    array.call_method1("astype", ("int64",))?.extract()
}

/// A table of real numbers, or anything that NumPy can convert to one.
pub fn table<'py>(given: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray2<'py, f64>> {
    let numpy = given.py().import(intern!(given.py(), "numpy"))?;
    let array = numpy.call_method1("asarray", (given, "float64"))?;
    let table = array.extract();
    table.map_err(|_| match array.getattr("shape") {
        Ok(shape) => value_error(format!("rows and columns are expected, not shape {shape}")),
        Err(error) => error,
    })
}

/// The size of a board; a square if `rows` is missing.
pub fn size(columns: Whole, rows: Option<Whole>) -> PyResult<Size> {
    // Numbers beyond the clamp are too large for a board anyway.
    let side = |number: Whole| number.clamp(0, Whole::from(u16::MAX)) as usize;
    Size::new(side(columns), side(rows.unwrap_or(columns))).map_err(value_error)
}

/// A new array of one dimension.
pub type NewArray<'py, T> = PyResult<Bound<'py, PyArray1<T>>>;

/// A new array of rows and columns.
pub type NewSheet<'py, T> = PyResult<Bound<'py, PyArray2<T>>>;

/// The values of all cells as an array of rows and columns.
pub fn sheet<T: numpy::Element>(py: Python<'_>, size: Size, values: Vec<T>) -> NewSheet<'_, T> {
    values.into_pyarray(py).reshape([size.rows(), size.columns()])
}
