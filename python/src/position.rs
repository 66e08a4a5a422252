//! `kring.Position`: moves and properties of a position. Its arrays and pictures are in
//! `arrays.rs`, its records in `records.rs`.

use kring::board::{Game, Position, SeasonMap, Setup, Size, Symmetry, chance};
use pyo3::{prelude::*, types::PyString};

use crate::convert::{
    Whole, action, colour, colour_name, mover, number, read_cell, read_move, size, value_error,
};
use crate::rules::{PyRules, PySymmetry, RulesLike};

/// A game in progress: `Position(rules, columns, rows)`.
///
/// A move is a text such as 'c3' or a number: the cells row by row from 0, then
/// the swap. With several seasons the map of cells to seasons is drawn from the
/// seed, or given as rows of digits, '12 21'.
///
/// >>> import kring
/// >>> p = kring.Position("torus", 5, 5)
/// >>> p.play("c3")
/// >>> p.play(0)
/// >>> p.moves
/// [('black', 'c3'), ('white', 'a1')]
/// >>> p.turn, p.winner
/// ('black', None)
/// >>> p.play("c3")
/// Traceback (most recent call last):
/// ValueError: c3 is taken
///
/// Positions are equal if the game, all moves and the colour to move are; `hash` is also equal if
/// the same stones were placed in another order.
#[pyclass(name = "Position", module = "kring", eq)]
pub struct PyPosition(pub Position);

impl PartialEq for PyPosition {
    fn eq(&self, PyPosition(other): &PyPosition) -> bool {
        let PyPosition(one) = self;
        one.game() == other.game()
            && one.turn() == other.turn()
            && one.setup().stones == other.setup().stones
            && one.moves().eq(other.moves())
    }
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (rules = None, columns = 11, rows = None, *, seed = 0, season_map = None))]
    fn new(
        rules: Option<RulesLike>,
        columns: Whole,
        rows: Option<Whole>,
        seed: Whole,
        season_map: Option<&str>,
    ) -> PyResult<PyPosition> {
        let size = size(columns, rows)?;
        let seed = number("seed", seed)?;
        PyPosition::start(rules, size, seed, season_map).map(PyPosition)
    }

    /// Plays a move of the colour to move, or of the given one. As in the program, stones can
    /// still be placed after the game is won; the winner stays.
    #[inline]
    #[pyo3(signature = (r#move, colour = None))]
    fn play(&mut self, r#move: &Bound<'_, PyAny>, colour: Option<&str>) -> PyResult<()> {
        let mv = read_move(&self.0, r#move)?;
        let colour = mover(&self.0, colour)?;
        let played = self.0.play(colour, mv);
        played.map_err(|why| value_error(format!("{} {why}", mv.name(self.0.size()))))
    }

    /// Undoes the last move, or the last `count` moves. Stones that were set up count as moves.
    ///
    /// >>> p = kring.Position("hex", 3)
    /// >>> p.play("b2")
    /// >>> p.undo()
    /// >>> p.undo()
    /// Traceback (most recent call last):
    /// ValueError: there is no move to take back
    #[inline]
    #[pyo3(signature = (count = 1))]
    fn undo(&mut self, count: Whole) -> PyResult<()> {
        if count < 0 || count > self.ply() as Whole {
            return Err(no_move(count));
        }
        for _ in 0..count {
            self.0.take_back();
        }
        Ok(())
    }

    /// Declares the colour to move: the result of the coin of random turns, or after `set_up`.
    ///
    /// >>> p = kring.Position("random-turn", 3)
    /// >>> p.turn is None
    /// True
    /// >>> p.declare("white")
    /// >>> p.turn
    /// 'white'
    #[pyo3(signature = (colour, /))]
    fn declare(&mut self, colour: &str) -> PyResult<()> {
        self.0.declare(self::colour(colour)?);
        Ok(())
    }

    /// Sets a stone up before the first move, in any season.
    #[pyo3(signature = (cell, colour))]
    fn set_up(&mut self, cell: &Bound<'_, PyAny>, colour: &str) -> PyResult<()> {
        if self.0.ply() > 0 {
            return Err(value_error("stones are set up before the first move"));
        }
        let cell = read_cell(&self.0, cell)?;
        let colour = self::colour(colour)?;
        let mut setup = Setup { turn: self.0.declared(), ..self.0.setup().clone() };
        setup.stones.push((colour, cell));
        self.0 = Position::from_setup(self.0.game().clone(), setup).map_err(value_error)?;
        Ok(())
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules(self.0.rules().clone())
    }

    /// The number of columns.
    #[getter]
    fn columns(&self) -> usize {
        self.0.size().columns()
    }

    /// The number of rows.
    #[getter]
    fn rows(&self) -> usize {
        self.0.size().rows()
    }

    /// The number of cells; also the action that means a swap.
    #[getter]
    fn cells(&self) -> usize {
        self.0.size().cells()
    }

    /// The number of moves so far, stones that were set up included.
    #[getter]
    fn ply(&self) -> usize {
        self.0.history().count()
    }

    /// The colour to move: 'black' or 'white'; None before the coin is tossed.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyString>> {
        self.0.turn().map(|colour| colour_name(py, colour))
    }

    /// The winner: 'black' or 'white'; None while the game goes on.
    #[getter]
    fn winner<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyString>> {
        self.0.winner().map(|colour| colour_name(py, colour))
    }

    /// The cells of a shortest winning path or ring, in order; empty while the game goes on.
    ///
    /// >>> p = kring.Position("cylinder", 2, 2)
    /// >>> for move in ("a1", "b2", "a2"): p.play(move)
    /// >>> p.winner, p.winning_chain
    /// ('black', ['a1', 'a2'])
    #[getter]
    fn winning_chain(&self) -> Vec<String> {
        let chain = self.0.winning_chain();
        chain.into_iter().map(|cell| cell.name(self.0.size())).collect()
    }

    /// The moves so far, as pairs of colour and move.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> Vec<(Bound<'py, PyString>, String)> {
        let size = self.0.size();
        self.0.history().map(|(colour, mv)| (colour_name(py, colour), mv.name(size))).collect()
    }

    /// The season of a colour's next move, counted from 1; None on a full board.
    #[pyo3(signature = (colour, /))]
    fn season(&self, colour: &str) -> PyResult<Option<usize>> {
        Ok(self.0.season(self::colour(colour)?).map(|season| season + 1))
    }

    /// Whether the coin has to be tossed (`declare`) before the next move.
    #[getter]
    fn needs_coin(&self) -> bool {
        self.0.winner().is_none() && self.0.turn().is_none()
    }

    /// The action number of a move.
    ///
    /// >>> p = kring.Position("hex swap=on", 5)
    /// >>> p.action("b1"), p.action("swap-pieces"), p.name(24)
    /// (1, 25, 'e5')
    #[pyo3(signature = (r#move, /))]
    fn action(&self, r#move: &Bound<'_, PyAny>) -> PyResult<usize> {
        let mv = read_move(&self.0, r#move)?;
        let number = action(self.0.size(), mv);
        number.ok_or_else(|| value_error(format!("{} has no number", mv.name(self.0.size()))))
    }

    /// The name of a move.
    #[pyo3(signature = (r#move, /))]
    fn name(&self, r#move: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(read_move(&self.0, r#move)?.name(self.0.size()))
    }

    /// Every symmetry of the game, the identity first.
    ///
    /// >>> len(kring.Position("torus", 5).symmetries), len(kring.Position("hex", 5).symmetries)
    /// (100, 4)
    #[getter]
    fn symmetries(&self) -> Vec<PySymmetry> {
        let game = self.0.game();
        let symmetry = |symmetry| PySymmetry { game: game.clone(), symmetry };
        Symmetry::all(game).into_iter().map(symmetry).collect()
    }

    /// The image of the position under a symmetry of its game.
    #[pyo3(signature = (symmetry, /))]
    fn image(&self, symmetry: &PySymmetry) -> PyResult<PyPosition> {
        if *symmetry.game == **self.0.game() {
            Ok(PyPosition(self.0.image(&symmetry.symmetry)))
        } else {
            Err(value_error("the symmetry is of another game"))
        }
    }

    /// A hash that is equal for equal positions with the same colour to move, on every machine.
    #[getter]
    fn hash(&self) -> u64 {
        self.0.turn().map_or_else(|| self.0.hash(), |colour| self.0.hash_for(colour))
    }

    /// An independent copy.
    fn copy(&self) -> PyPosition {
        PyPosition(self.0.clone())
    }

    fn __copy__(&self) -> PyPosition {
        self.copy()
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyPosition {
        self.copy()
    }

    fn __len__(&self) -> usize {
        self.ply()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let size = self.0.size();
        let rules = self.0.rules();
        let moves: Vec<String> = self.0.history().map(|(_, mv)| mv.name(size)).collect();
        let moves = moves.join(" ");
        format!("<Position '{rules}' {size}{}{moves}>", if moves.is_empty() { "" } else { ": " })
    }
}

impl PyPosition {
    /// The position before the first move.
    pub fn start(
        rules: Option<RulesLike>,
        size: Size,
        seed: u64,
        season_map: Option<&str>,
    ) -> PyResult<Position> {
        let RulesLike(rules) = rules.unwrap_or_default();
        let game = match season_map {
            None => chance::game(size, rules, seed),
            Some(text) => {
                let map = SeasonMap::parse(size, &rules.seasons, text).map_err(value_error)?;
                Game::new(size, rules, map)
            }
        };
        Ok(Position::new(game))
    }
}

/// The error for an impossible number of moves to undo.
#[cold]
fn no_move(count: Whole) -> PyErr {
    match count {
        ..0 => value_error(format!("count={count}: expected a number of moves")),
        _ => value_error("there is no move to take back"),
    }
}
