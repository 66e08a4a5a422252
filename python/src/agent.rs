//! `kring.Agent`.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use kring::agents::{AGENTS, Agent, AgentFactory, AgentSpec, Networks, Task};
use kring::board::Colour;
use kring::board::chance::{self, Purpose};
use kring::board::stop::Stop;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use rand_chacha::ChaCha8Rng;

use crate::choice::PyChoice;
use crate::convert::{Whole, mover_in_game, number, seconds, value_error};
use crate::interrupt::interruptible;
use crate::position::PyPosition;

/// An agent and its settings: `Agent("neural evals=400")`.
///
/// >>> import kring
/// >>> p = kring.Position("hex", 3)
/// >>> choice = kring.Agent("minimax depth=3").choose(p)
/// >>> choice.move, choice.line[0] == choice.move
/// ('b2', True)
/// >>> kring.Agent("nobody")
/// Traceback (most recent call last):
/// ValueError: there is no agent 'nobody'; available: random, heuristic, ... (at character 1)
#[pyclass(name = "Agent", module = "kring", frozen)]
pub struct PyAgent {
    factory: AgentFactory,
    closed: AtomicBool,
    /// Stops the current search.
    search: Mutex<Stop>,
    /// `None` once the agent is closed.
    state: Mutex<Option<AgentState>>,
}

/// The agent of a spec. This may read a network or a proof from its file.
pub fn loaded(py: Python<'_>, spec: &AgentSpec) -> PyResult<AgentFactory> {
    py.detach(|| spec.load(&Networks::default())).map_err(value_error)
}

/// The state that an agent keeps from move to move.
struct AgentState {
    agent: Box<dyn Agent>,
    rngs: [ChaCha8Rng; 2],
}

impl AgentState {
    fn new(factory: &AgentFactory, seed: u64) -> AgentState {
        let rng = |colour| chance::generator(seed, Purpose::Agent(colour));
        AgentState { agent: factory.build(), rngs: Colour::ALL.map(rng) }
    }
}

#[pymethods]
impl PyAgent {
    #[new]
    #[pyo3(signature = (spec = "neural", *, seed = 0))]
    fn new(py: Python<'_>, spec: &str, seed: Whole) -> PyResult<PyAgent> {
        let seed = number("seed", seed)?;
        let factory = loaded(py, &spec.parse().map_err(value_error)?)?;
        let state = Mutex::new(Some(AgentState::new(&factory, seed)));
        Ok(PyAgent { factory, closed: AtomicBool::new(false), search: Mutex::default(), state })
    }

    /// Chooses a move for the colour to move, or for the given one, in at most `time` seconds and
    /// within the agent's own limits. Ctrl-C stops it. If another thread searches with the same
    /// agent, this call waits for it.
    #[pyo3(signature = (position, colour = None, *, time = None))]
    fn choose(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyPosition>,
        colour: Option<&str>,
        time: Option<f64>,
    ) -> PyResult<PyChoice> {
        let position = position.try_borrow()?.0.clone();
        let colour = mover_in_game(&position, colour)?;
        let time = seconds(time)?;
        self.check_open()?;
        self.factory.plays_in(position.game(), colour).map_err(value_error)?;
        let choice = interruptible(py, |stop| {
            let mut state = self.wait(stop)?;
            let AgentState { agent, rngs } = state.as_mut()?;
            *self.search.lock().unwrap_or_else(PoisonError::into_inner) = stop.clone();
            // It may have been closed before the handle was stored.
            if self.closed() {
                return None;
            }
            let mut task = Task::new(&position, colour, &mut rngs[colour.index()]);
            task.limits.time = time.map(Into::into);
            task.limits.stop = stop.clone();
            Some(agent.choose(task))
        })?;
        self.check_open()?;
        choice.map(|choice| PyChoice::new(position, choice)).ok_or_else(closed)
    }

    /// Stops the current search, if any, and frees the agent's memory. A closed agent cannot
    /// choose moves.
    ///
    /// >>> with kring.Agent("mcts sims=10") as agent:
    /// ...     move = agent.choose(kring.Position("hex", 3)).move
    /// >>> agent.choose(kring.Position("hex", 3))
    /// Traceback (most recent call last):
    /// ValueError: the agent is closed
    fn close(&self, py: Python<'_>) {
        self.closed.store(true, Relaxed);
        py.detach(|| {
            self.search.lock().unwrap_or_else(PoisonError::into_inner).set();
            self.state.lock().unwrap_or_else(PoisonError::into_inner).take();
        });
    }

    /// Whether it is closed.
    #[getter]
    fn closed(&self) -> bool {
        self.closed.load(Relaxed)
    }

    /// The text that names the agent and its settings.
    #[getter]
    fn spec(&self) -> String {
        self.factory.to_string()
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.close(py);
    }

    fn __repr__(&self) -> String {
        format!("Agent('{}')", self.factory)
    }
}

impl PyAgent {
    /// The agent for a match: each game gets a new one.
    pub fn factory(&self) -> PyResult<AgentFactory> {
        self.check_open()?;
        Ok(self.factory.clone())
    }

    fn check_open(&self) -> PyResult<()> {
        if self.closed() { Err(closed()) } else { Ok(()) }
    }

    /// Waits for the search of another thread, unless this call is stopped.
    fn wait(&self, stop: &Stop) -> Option<MutexGuard<'_, Option<AgentState>>> {
        loop {
            match self.state.try_lock() {
                Ok(state) => return Some(state),
                Err(TryLockError::Poisoned(state)) => return Some(state.into_inner()),
                Err(TryLockError::WouldBlock) if stop.is_set() => return None,
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
            }
        }
    }
}

fn closed() -> PyErr {
    value_error("the agent is closed")
}

/// All agents: rows of name, summary, parameters, and quick, the agent with settings
/// that answer at once.
///
/// >>> [row["name"] for row in kring.agents()][:3]
/// ['random', 'heuristic', 'minimax']
#[pyfunction]
pub fn agents(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let row = |entry: &kring::agents::AgentEntry| {
        let parameters = entry.parameters().into_iter();
        let parameters = parameters.map(|it| format!("{}={}", it.name, it.kind));
        let parameters = parameters.collect::<Vec<_>>().join(" ");
        let quick = format!("{} {}", entry.name, entry.quick);
        let name = entry.name;
        let summary = entry.summary;
        let quick = quick.trim_end();
        [("name", name), ("summary", summary), ("quick", quick), ("parameters", &parameters)]
            .into_py_dict(py)
    };
    AGENTS.iter().map(row).collect()
}
