//! Positions as texts: SGF, HexWorld links, pickle.

use kring::board::record::{self, hexworld};
use kring::board::{Game, Move, Position, Rules, SeasonMap, Setup, Size, chance};
use pyo3::{prelude::*, types::PyType};

use crate::convert::{Whole, colour, number, value_error};
use crate::position::PyPosition;
use crate::rules::RulesLike;

/// A position for pickle: rules, columns, rows, season map, the stones that were set up and the
/// moves, and the last declared colour. A stone or a move is its colour, its name, whether it was
/// set up, and the colour declared before it.
type PickledPosition = (String, usize, usize, String, Vec<PickledMove>, Option<String>);
type PickledMove = (String, String, bool, Option<String>);

#[pymethods]
impl PyPosition {
    /// The position at the end of a game in SGF, or before its move number `before` (counted from
    /// 1). Rules that the text does not name are the given ones; a season map that it does not
    /// name is drawn from the seed.
    ///
    /// >>> p = kring.Position.from_sgf("(;SZ[5]RU[torus];B[c3];W[b4])")
    /// >>> p.rules.topology, p.moves
    /// ('torus', [('black', 'c3'), ('white', 'b4')])
    /// >>> kring.Position.from_sgf("(;SZ[5];B[c9])")
    /// Traceback (most recent call last):
    /// ValueError: move 1: 'c9' is not a move on this board (at character 11)
    #[classmethod]
    #[pyo3(signature = (text, *, before = None, rules = None, seed = 0))]
    fn from_sgf(
        _: &Bound<'_, PyType>,
        text: &str,
        before: Option<usize>,
        rules: Option<RulesLike>,
        seed: Whole,
    ) -> PyResult<PyPosition> {
        let RulesLike(rules) = rules.unwrap_or_default();
        let seed = number("seed", seed)?;
        let current = chance::game(Size::STANDARD, rules, seed);
        record::load(text, &current, seed, before).map(PyPosition).map_err(value_error)
    }

    /// The game as SGF, rules and season map included.
    fn to_sgf(&self) -> String {
        record::save(&self.0)
    }

    /// The position that a HexWorld link shows.
    ///
    /// >>> p = kring.Position.from_hexworld("https://hexworld.org/board/#5c1,c3b4")
    /// >>> p.to_hexworld()
    /// 'https://hexworld.org/board/#5c1,c3b4'
    /// >>> kring.Position("torus").to_hexworld()
    /// Traceback (most recent call last):
    /// ValueError: a HexWorld link holds plain Hex alone: no wrapped sides, seasons or random turns
    #[classmethod]
    #[pyo3(signature = (link, *, before = None))]
    fn from_hexworld(
        _: &Bound<'_, PyType>,
        link: &str,
        before: Option<usize>,
    ) -> PyResult<PyPosition> {
        hexworld::load(link, before).map(PyPosition).map_err(value_error)
    }

    /// The link of the game at HexWorld.
    fn to_hexworld(&self) -> PyResult<String> {
        hexworld::link(&self.0).map_err(value_error)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, PickledPosition)> {
        Ok((slf.get_type().getattr("_restore")?, slf.try_borrow()?.state()))
    }

    #[staticmethod]
    #[pyo3(signature = (rules, columns, rows, map, moves, coin, /))]
    fn _restore(
        rules: &str,
        columns: usize,
        rows: usize,
        map: &str,
        moves: Vec<PickledMove>,
        coin: Option<String>,
    ) -> PyResult<PyPosition> {
        let rules: Rules = rules.parse().map_err(value_error)?;
        let size = Size::new(columns, rows).map_err(value_error)?;
        let map = SeasonMap::parse(size, &rules.seasons, map).map_err(value_error)?;
        let read = |name: &str| {
            let bad = || value_error(format!("'{name}' is not a move on this board"));
            Move::from_name(size, name).ok_or_else(bad)
        };
        let stones = moves.iter().take_while(|(_, _, is_set_up, _)| *is_set_up).count();
        let mut setup = Setup::default();
        for (owner, name, _, coin) in &moves[..stones] {
            let Move::Cell(cell) = read(name)? else {
                return Err(value_error(format!("{name} is not a stone")));
            };
            setup.stones.push((colour(owner)?, cell));
            if let Some(coin) = coin {
                setup.turn = Some(colour(coin)?);
            }
        }
        let game = Game::new(size, rules, map);
        let mut position = Position::from_setup(game, setup).map_err(value_error)?;
        for (mover, name, is_set_up, coin) in &moves[stones..] {
            if *is_set_up {
                return Err(value_error("stones are set up before the first move"));
            }
            if let Some(coin) = coin {
                position.declare(colour(coin)?);
            }
            position
                .play(colour(mover)?, read(name)?)
                .map_err(|why| value_error(format!("{name} {why}")))?;
        }
        if let Some(coin) = coin {
            position.declare(colour(&coin)?);
        }
        Ok(PyPosition(position))
    }
}

impl PyPosition {
    /// The data for `_restore`. Undoing each move shows the colour that was declared before it.
    fn state(&self) -> PickledPosition {
        let size = self.0.size();
        let rules = self.0.rules().to_string();
        let mut position = self.0.clone();
        let coin = |position: &Position| position.declared().map(|coin| coin.to_string());
        let last = coin(&position);
        let mut moves = Vec::with_capacity(position.history().count());
        while let Some((colour, mv)) = position.undo() {
            moves.push((colour.to_string(), mv.name(size), false, coin(&position)));
        }
        for (colour, cell) in position.setup().stones.iter().rev() {
            moves.push((colour.to_string(), cell.name(size), true, None));
        }
        moves.reverse();
        let map = self.0.game().map().to_string();
        (rules, size.columns(), size.rows(), map, moves, last)
    }
}
