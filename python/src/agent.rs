//! `kring.Agent`.

use std::sync::{Mutex, PoisonError};

use kring::{
    agent::{AGENTS, Agent, AgentFactory, AgentSpec, Networks, Task, Unplayable},
    chance::{self, Purpose},
    rules::Colour,
};
use pyo3::{prelude::*, types::PyDict};
use rand_chacha::ChaCha8Rng;

use crate::{
    choice::PyChoice,
    convert::{mover_in_game, seconds, value_error},
    interrupt::interruptible,
    position::PyPosition,
};

/// An agent and its settings: `Agent("neural evals=400")`.
///
/// >>> import kring
/// >>> p = kring.Position("hex", 3)
/// >>> choice = kring.Agent("minimax depth=3").choose(p)
/// >>> choice.move, choice.line[0] == choice.move
/// ('b2', True)
/// >>> kring.Agent("nobody")
/// Traceback (most recent call last):
/// ValueError: there is no agent 'nobody', but: random, heuristic, ... (at character 1)
#[pyclass(name = "Agent", module = "kring", frozen)]
pub struct PyAgent {
    factory: AgentFactory,
    /// None: closed.
    state: Mutex<Option<State>>,
}

/// What an agent keeps from move to move.
struct State {
    agent: Box<dyn Agent>,
    rngs: [ChaCha8Rng; 2],
}

impl State {
    fn new(factory: &AgentFactory, seed: u64) -> State {
        let rng = |colour| chance::generator(seed, Purpose::Agent(colour));
        State { agent: factory.build(), rngs: Colour::ALL.map(rng) }
    }
}

#[pymethods]
impl PyAgent {
    #[new]
    #[pyo3(signature = (spec = "neural", *, seed = 0))]
    fn new(py: Python<'_>, spec: &str, seed: u64) -> PyResult<PyAgent> {
        let spec: AgentSpec = spec.parse().map_err(value_error)?;
        // A network or a proof is read from its file.
        let factory = py.detach(|| spec.load(&Networks::default())).map_err(value_error)?;
        let state = Mutex::new(Some(State::new(&factory, seed)));
        Ok(PyAgent { factory, state })
    }

    /// Chooses a move for the colour to move, or for the given one, in at most
    /// `time` seconds and within the agent's own limits. Ctrl-C ends it.
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
        self.check_open(py)?;
        let plays = self.factory.plays_in(position.game(), colour);
        let name = self.factory.spec().entry().name;
        plays.map_err(|why| value_error(Unplayable::here(name, colour, why)))?;
        let choice = interruptible(py, |stop| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let State { agent, rngs } = state.as_mut()?;
            let mut task = Task::new(&position, colour, &mut rngs[colour.index()]);
            task.limits.time = time.map(Into::into);
            task.limits.stop = stop.clone();
            Some(agent.choose(task))
        })?;
        choice.map(|choice| PyChoice::new(position, choice)).ok_or_else(closed)
    }

    /// Frees the agent's memory. A closed agent chooses no more.
    ///
    /// >>> with kring.Agent("mcts sims=10") as agent:
    /// ...     move = agent.choose(kring.Position("hex", 3)).move
    /// >>> agent.choose(kring.Position("hex", 3))
    /// Traceback (most recent call last):
    /// ValueError: the agent is closed
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.state.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    /// Whether it is closed.
    #[getter]
    fn closed(&self, py: Python<'_>) -> bool {
        py.detach(|| self.state.lock().unwrap_or_else(PoisonError::into_inner).is_none())
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
    pub fn factory(&self, py: Python<'_>) -> PyResult<AgentFactory> {
        self.check_open(py)?;
        Ok(self.factory.clone())
    }

    fn check_open(&self, py: Python<'_>) -> PyResult<()> {
        if self.closed(py) { Err(closed()) } else { Ok(()) }
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
    let row = |entry: &kring::agent::Entry| {
        let row = PyDict::new(py);
        row.set_item("name", entry.name)?;
        row.set_item("summary", entry.summary)?;
        let parameters = entry.parameters.iter().map(|p| format!("{}={}", p.name, p.kind));
        row.set_item("quick", format!("{} {}", entry.name, entry.quick).trim_end())?;
        row.set_item("parameters", parameters.collect::<Vec<_>>().join(" "))?;
        Ok(row)
    };
    AGENTS.iter().map(row).collect()
}
