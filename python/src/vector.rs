//! `kring.VectorEnv`: thousands of boards that are played in parallel, on several threads.
//!
//! The environment owns the arrays of boards, legal actions and colours to move. `step` updates
//! them in place: writing whole boards at each step would take longer than the moves.

use std::thread;

use kring::board::{Position, chance};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::board::{BoardView, EnvBoard};
use crate::convert::{
    NewArray, Whole, check_memory, count, number, size, value_error, whole_numbers,
};
use crate::interrupt::BOARDS_PER_CHECK;
use crate::position::PyPosition;
use crate::rules::RulesLike;
use crate::shared::{SharedArray, Threads};

/// Thousands of boards of one game, played in parallel: `VectorEnv(rules, columns, rows,
/// count=1024)`.
///
/// `step(actions)` plays a move on each board (cells row by row from 0, then the swap) and
/// returns the winners: 1 black, -1 white, 0 for a game that goes on. The winner is always the
/// player that moved. A board whose game ends starts a new game at once. `boards`, `legal` and
/// `to_move` are read-only arrays that each step overwrites.
///
/// With random turns the environment tosses the coins. With several seasons all boards have the
/// season map drawn from the seed, or the given one. After a swap of sides the same colour is to
/// move, which now belongs to the other player.
///
/// >>> import kring
/// >>> env = kring.VectorEnv("torus", 5, count=3)
/// >>> env.step(env.random_actions())
/// array([0, 0, 0], dtype=int8)
/// >>> env.boards.shape, env.legal.shape, env.to_move
/// ((3, 5, 5), (3, 26), array([-1, -1, -1], dtype=int8))
/// >>> env.step([0, 0, 26])
/// Traceback (most recent call last):
/// ValueError: board 2: action 26 is not on the board
#[pyclass(module = "kring")]
pub struct VectorEnv {
    /// The start of all games.
    start: Position,
    boards: Vec<EnvBoard>,
    stones: SharedArray<i8>,
    legal: SharedArray<bool>,
    to_move: SharedArray<i8>,
    threads: Threads,
}

#[pymethods]
impl VectorEnv {
    #[new]
    #[pyo3(signature = (
        rules = None, columns = 11, rows = None, *, count = 1024, seed = 0, season_map = None,
        threads = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn new(
        py: Python<'_>,
        rules: Option<RulesLike>,
        columns: Whole,
        rows: Option<Whole>,
        count: Whole,
        seed: Whole,
        season_map: Option<&str>,
        threads: Option<Whole>,
    ) -> PyResult<VectorEnv> {
        let seed = number("seed", seed)?;
        let position = PyPosition::start(rules, size(columns, rows)?, seed, season_map)?;
        let count = self::count("count", count, 1 << 24)? as usize;
        let cells = position.size().cells();
        // An estimate of the memory for a board's position, stones and mask.
        check_memory(count, 2 * size_of::<EnvBoard>() + 12 * cells, "boards")?;
        let threads = match threads {
            Some(threads) => self::count("threads", threads, 256)? as usize,
            None => thread::available_parallelism().map_or(1, Into::into),
        };
        let board = |index| {
            if index % BOARDS_PER_CHECK == 0 {
                py.check_signals()?;
            }
            Ok(EnvBoard::new(&position, chance::game_seed(seed, index as u64)))
        };
        let mut env = VectorEnv {
            boards: (0..count).map(board).collect::<PyResult<_>>()?,
            start: position.clone(),
            stones: SharedArray::new(count * cells, 0),
            legal: SharedArray::new(count * (cells + 1), false),
            to_move: SharedArray::new(count, 1),
            threads: Threads::new(threads),
        };
        env.reset(py, None)?;
        Ok(env)
    }

    /// Restarts all games; a seed also restarts the generators.
    #[pyo3(signature = (seed = None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<Whole>) -> PyResult<()> {
        let seed = seed.map(|seed| number("seed", seed)).transpose()?;
        self.each(py, None, move |start, board, view, (index, _)| {
            if let Some(seed) = seed {
                board.seed(chance::game_seed(seed, index as u64));
            }
            board.begin(start, view);
            0
        })?;
        Ok(())
    }

    /// Plays a move on each board and returns the winners. If an action is illegal, no board
    /// changes.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> NewArray<'py, i8> {
        // A copy: other threads may change the caller's array between the check and the moves.
        let actions: Vec<i64> = whole_numbers(actions)?.as_array().iter().copied().collect();
        self.check(&actions)?;
        let winners = self.each(py, Some(&actions), |start, board, view, (_, action)| {
            board.step(start, view, action as usize)
        })?;
        Ok(winners.into_pyarray(py))
    }

    /// A random legal action for each board.
    fn random_actions<'py>(&mut self, py: Python<'py>) -> NewArray<'py, i64> {
        let actions = self.each(py, None, |_, board, view, _| board.random_action(&view))?;
        Ok(actions.into_pyarray(py))
    }

    /// The stones by board, row and column: 1 black, -1 white, 0 none.
    #[getter]
    fn boards<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray3<i8>>> {
        let env = slf.try_borrow()?;
        let size = env.start.size();
        let shape = [env.boards.len(), size.rows(), size.columns()];
        Ok(env.stones.array(slf.clone().into_any(), shape))
    }

    /// The mask of legal actions, by board and action.
    #[getter]
    fn legal<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let env = slf.try_borrow()?;
        let shape = [env.boards.len(), env.start.size().cells() + 1];
        Ok(env.legal.array(slf.clone().into_any(), shape))
    }

    /// The colour to move on each board: 1 black, -1 white.
    #[getter]
    fn to_move<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let env = slf.try_borrow()?;
        Ok(env.to_move.array(slf.clone().into_any(), [env.boards.len()]))
    }

    /// The position of one board.
    #[pyo3(signature = (index, /))]
    fn position(&self, index: Whole) -> PyResult<PyPosition> {
        let board = usize::try_from(index).ok().and_then(|index| self.boards.get(index));
        let board = board.ok_or_else(|| {
            value_error(format!("there is no board {index}, but {}", self.boards.len()))
        })?;
        Ok(PyPosition(board.position.clone()))
    }

    fn __len__(&self) -> usize {
        self.boards.len()
    }

    fn __repr__(&self) -> String {
        let position = &self.start;
        let rules = position.rules();
        let size = position.size();
        let count = self.boards.len();
        format!("<VectorEnv '{rules}' {size}, {count} boards, {} threads>", self.threads.count)
    }
}

impl VectorEnv {
    fn check(&mut self, actions: &[i64]) -> PyResult<()> {
        let boards = self.boards.len();
        let cells = self.start.size().cells();
        if actions.len() != boards {
            let given = actions.len();
            return Err(value_error(format!("{given} actions were given for {boards} boards")));
        }
        let is_legal = |(mask, &action): (&[bool], &i64)| {
            usize::try_from(action).is_ok_and(|action| mask.get(action) == Some(&true))
        };
        let mut all = self.legal.slice().chunks(cells + 1).zip(actions);
        match all.position(|one| !is_legal(one)) {
            None => Ok(()),
            Some(index) => {
                let why = self.boards[index].why_not(actions[index]);
                Err(value_error(format!("board {index}: {why}")))
            }
        }
    }

    /// Calls `work` for each board, with its index and its action, on all threads and without the
    /// GIL.
    fn each<T: Send>(
        &mut self,
        py: Python<'_>,
        actions: Option<&[i64]>,
        work: impl Fn(&Position, &mut EnvBoard, BoardView<'_>, (usize, i64)) -> T + Sync,
    ) -> PyResult<Vec<T>> {
        let pool = self.threads.pool()?;
        let VectorEnv { start, boards, stones, legal, to_move, threads, .. } = self;
        let cells = start.size().cells();
        // A few parts per thread, because some threads may be delayed.
        let part = boards.len().div_ceil(4 * threads.count).max(16);
        let stones = stones.slice();
        let legal = legal.slice();
        let to_move = to_move.slice();
        let one = |(index, (((board, stones), legal), to_move)): (usize, OneBoard<'_>)| {
            let action = actions.map_or(0, |actions| actions[index]);
            work(start, board, BoardView { stones, legal, to_move }, (index, action))
        };
        Ok(py.detach(|| match pool {
            None => {
                let views = boards.iter_mut().zip(stones.chunks_mut(cells));
                let views = views.zip(legal.chunks_mut(cells + 1)).zip(to_move);
                views.enumerate().map(one).collect()
            }
            Some(pool) => pool.install(|| {
                let views = boards.par_iter_mut().zip(stones.par_chunks_mut(cells));
                let views = views.zip(legal.par_chunks_mut(cells + 1)).zip(to_move);
                views.enumerate().with_min_len(part).map(one).collect()
            }),
        }))
    }
}

/// A board, and its slices of stones, legal actions and colours to move.
type OneBoard<'a> = (((&'a mut EnvBoard, &'a mut [i8]), &'a mut [bool]), &'a mut i8);
