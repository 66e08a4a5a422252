//! `kring.Network`: evaluates many positions at once.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use kring::agents::{AgentSpec, Unplayable, priors};
use kring::board::stop::Stop;
use kring::board::{Cell, Position};
use kring::eval::{BoardKind, Evaluation, Input, Kernel, NetEvaluator, Network};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::convert::{Whole, check_memory, count, mover_in_game, value_error};
use crate::interrupt::{BOARDS_PER_CHECK, interruptible};
use crate::position::PyPosition;

/// Positions that are evaluated between two checks of the stop handle: a few of the batches that
/// evaluators compute at once, at most 8 positions each.
const BATCH: usize = 24;

/// A network: `Network()` is the one that comes with Kring, `Network(path)` is read from a file.
///
/// >>> import kring
/// >>> network = kring.Network()
/// >>> policy, value = network.evaluate([kring.Position("torus", 5)] * 2)
/// >>> policy.shape, value.shape
/// ((2, 25), (2,))
/// >>> kring.Network("missing")
/// Traceback (most recent call last):
/// ValueError: cannot read missing: No such file or directory (os error 2)
#[pyclass(name = "Network", module = "kring", frozen)]
pub struct PyNetwork {
    network: Arc<Network>,
    /// The evaluators of the last board, one per thread.
    kept: Mutex<Option<(EvaluatorBoard, Vec<NetEvaluator>)>>,
}

/// Policies and values.
type Evaluations<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<f32>>);

/// Positions, and the places of their evaluations.
type Batch<'a> = (&'a [Input], &'a mut [Evaluation]);

/// The board and the kernel of an evaluator.
#[derive(Clone, Copy, PartialEq)]
struct EvaluatorBoard {
    kind: BoardKind,
    kernel: Kernel,
}

#[pymethods]
impl PyNetwork {
    #[new]
    #[pyo3(signature = (path = None))]
    fn new(py: Python<'_>, path: Option<PathBuf>) -> PyResult<PyNetwork> {
        let network = py.detach(|| match path {
            None => Ok(Network::embedded()),
            Some(path) => Network::load(path),
        });
        Ok(PyNetwork { network: network.map_err(value_error)?, kept: Mutex::default() })
    }

    /// Evaluates positions of one board, each for the colour to move: policy, an array of
    /// positions and cells (the probability that each legal cell is played, in sum 1), and value,
    /// the win probability of the colour to move.
    ///
    /// With `exact=False` the computation is faster on some processors and less precise, as the
    /// agent `neural` does by default.
    #[pyo3(signature = (positions, *, colour = None, exact = true, threads = 1))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<Bound<'py, PyPosition>>,
        colour: Option<&str>,
        exact: bool,
        threads: Whole,
    ) -> PyResult<Evaluations<'py>> {
        let threads = count("threads", threads, 256)? as usize;
        let Some(first) = positions.first() else {
            return Err(value_error("there are no positions to evaluate"));
        };
        let board = EvaluatorBoard::of(&first.try_borrow()?.0, exact);
        if board.kind.has_seasons && !self.network.knows_seasons() {
            let what = "this network knows no seasons; those of the format kring-net-2 do";
            return Err(value_error(what));
        }
        let count = positions.len();
        let cells = board.kind.size.cells();
        // The policy twice: from the network, and in the array.
        let each = size_of::<(Input, Vec<Cell>, Evaluation)>() + 2 * size_of::<f32>() * cells;
        check_memory(count, each, "positions")?;
        let mut inputs = Vec::with_capacity(count);
        let mut legal = Vec::with_capacity(count);
        for (index, position) in positions.iter().enumerate() {
            if index % BOARDS_PER_CHECK == 0 {
                py.check_signals()?;
            }
            let (input, cells) = board.read(&position.try_borrow()?.0, colour)?;
            inputs.push(input);
            legal.push(cells);
        }
        let mut evaluations = vec![Evaluation::default(); count];
        interruptible(py, |stop| self.run(board, (&inputs, &mut evaluations), threads, stop))?;
        let mut policy = vec![0.0; count * cells];
        for ((evaluation, legal), row) in
            evaluations.iter().zip(&legal).zip(policy.chunks_mut(cells))
        {
            let shares = priors(&evaluation.policy, legal);
            for (cell, share) in legal.iter().zip(shares) {
                row[cell.index()] = share;
            }
        }
        let value: Vec<f32> = evaluations.iter().map(Evaluation::win_probability).collect();
        Ok((policy.into_pyarray(py).reshape([count, cells])?, value.into_pyarray(py)))
    }

    /// The number of residual blocks.
    #[getter]
    fn blocks(&self) -> usize {
        self.network.blocks()
    }

    /// The number of channels.
    #[getter]
    fn channels(&self) -> usize {
        self.network.channels()
    }

    fn __repr__(&self) -> String {
        format!("<Network {}>", self.network.identity())
    }
}

impl EvaluatorBoard {
    fn of(position: &Position, exact: bool) -> EvaluatorBoard {
        let kernel = if exact { Kernel::best_exact() } else { Kernel::best() };
        EvaluatorBoard { kind: BoardKind::of(position.game()), kernel }
    }

    fn evaluator(self, network: &Arc<Network>) -> NetEvaluator {
        NetEvaluator::with_kernel(Arc::clone(network), self.kind, self.kernel)
    }

    /// A position of this board as the network sees it, and its legal cells.
    fn read(self, position: &Position, colour: Option<&str>) -> PyResult<(Input, Vec<Cell>)> {
        let colour = mover_in_game(position, colour)?;
        // The network supports the rules that `neural` plays.
        let neural: AgentSpec = "neural".parse().map_err(value_error)?;
        let plays = neural.entry().plays(position.rules(), position.size(), colour);
        plays.map_err(|why| value_error(Unplayable::here("neural", colour, why)))?;
        let kind = BoardKind::of(position.game());
        if kind != self.kind {
            let [is, should] = [kind, self.kind].map(|kind| {
                let seasons = if kind.has_seasons { " with seasons" } else { "" };
                format!("{} {}{seasons}", kind.size, kind.topology)
            });
            let what = format!("the positions are of one board, but {is} is not {should}");
            return Err(value_error(what));
        }
        Ok((Input::new(position, colour), position.legal_cells(colour).iter().collect()))
    }
}

impl PyNetwork {
    /// Evaluates all positions, on several threads.
    fn run(
        &self,
        board: EvaluatorBoard,
        (inputs, evaluations): Batch<'_>,
        threads: usize,
        stop: &Stop,
    ) {
        // If another Python thread has taken the evaluators, this one creates its own.
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner).take();
        let kept = kept.filter(|(of, _)| *of == board);
        let mut evaluators = kept.map_or_else(Vec::new, |(_, evaluators)| evaluators);
        evaluators.resize_with(threads, || board.evaluator(&self.network));
        let share = inputs.len().div_ceil(threads);
        thread::scope(|scope| {
            let batches = inputs.chunks(share).zip(evaluations.chunks_mut(share));
            let mut parts = batches.zip(&mut evaluators);
            let own = parts.next();
            for (batch, evaluator) in parts {
                scope.spawn(move || evaluate(evaluator, batch, stop));
            }
            if let Some((batch, evaluator)) = own {
                evaluate(evaluator, batch, stop);
            }
        });
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some((board, evaluators));
    }
}

fn evaluate(evaluator: &mut NetEvaluator, (inputs, evaluations): Batch<'_>, stop: &Stop) {
    for (inputs, evaluations) in inputs.chunks(BATCH).zip(evaluations.chunks_mut(BATCH)) {
        if stop.is_set() {
            return;
        }
        evaluator.evaluate(inputs, evaluations);
    }
}

/// Positions per second of the same computation without Python, for `tests/speed.py`.
#[pyfunction]
pub fn _native_rate(network: &PyNetwork, positions: Vec<Bound<'_, PyPosition>>) -> PyResult<f64> {
    let Some(first) = positions.first() else { return Ok(0.0) };
    let board = EvaluatorBoard::of(&first.try_borrow()?.0, true);
    let mut evaluator = board.evaluator(&network.network);
    let mut inputs = Vec::new();
    for position in &positions {
        inputs.push(board.read(&position.try_borrow()?.0, None)?.0);
    }
    let mut evaluations = vec![Evaluation::default(); inputs.len()];
    evaluator.evaluate(&inputs[..1], &mut evaluations[..1]);
    let begin = std::time::Instant::now();
    evaluator.evaluate(&inputs, &mut evaluations);
    Ok(inputs.len() as f64 / begin.elapsed().as_secs_f64())
}
