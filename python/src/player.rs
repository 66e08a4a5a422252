//! The players of a match: agents of the library, other programs, and agents that are written in
//! Python.

use kring::agents::UnplayableReason;
use kring::arena::{Entrant, Player, PlayerError, PlayerFault, PlayerSpec, Reason, player_until};
use kring::board::stop::Stop;
use kring::board::{Colour, Move, Position, Rules, Size};
use pyo3::{intern, prelude::*, types::PyString};

use crate::agent::PyAgent;
use crate::convert::{function, read_move, value_error};
use crate::interrupt::within;
use crate::position::PyPosition;
use crate::strategy::PythonFailure;

/// A player, and the handle that stops its games.
pub struct MatchPlayer {
    kind: PlayerKind,
    stop: Stop,
}

enum PlayerKind {
    Library(PlayerSpec),
    Python(PyPlayer),
}

impl MatchPlayer {
    /// Reads a player from Python: a text, an `Agent`, a function of the position, or an object
    /// with a method `choose`.
    pub fn read(given: &Bound<'_, PyAny>, failure: &PythonFailure) -> PyResult<MatchPlayer> {
        let kind = if let Ok(text) = given.cast::<PyString>() {
            PlayerKind::Library(text.to_cow()?.parse().map_err(value_error)?)
        } else if let Ok(agent) = given.cast::<PyAgent>() {
            PlayerKind::Library(PlayerSpec::Agent(agent.get().factory()?))
        } else {
            PlayerKind::Python(PyPlayer::read(given, failure)?)
        };
        Ok(MatchPlayer { kind, stop: failure.stop.clone() })
    }

    /// Whether Python code chooses its moves.
    pub fn is_python(&self) -> bool {
        matches!(self.kind, PlayerKind::Python(_))
    }

    fn entrant(&self) -> &dyn Entrant {
        match &self.kind {
            PlayerKind::Library(spec) => spec,
            PlayerKind::Python(player) => player,
        }
    }
}

impl Entrant for MatchPlayer {
    fn name(&self) -> String {
        self.entrant().name()
    }

    fn plays(&self, rules: &Rules, size: Size, colour: Colour) -> Result<(), UnplayableReason> {
        self.entrant().plays(rules, size, colour)
    }

    fn identity(&self) -> String {
        self.entrant().identity()
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        self.entrant().settings()
    }

    fn fingerprint(&self) -> Result<String, String> {
        self.entrant().fingerprint()
    }

    fn rest(&self) {
        self.entrant().rest();
    }

    fn network(&self) -> Option<String> {
        self.entrant().network()
    }

    fn player(&self) -> Box<dyn Player> {
        let player = match &self.kind {
            PlayerKind::Library(PlayerSpec::Agent(factory)) => {
                player_until(factory, self.stop.clone())
            }
            _ => self.entrant().player(),
        };
        Box::new(Stoppable { player, stop: self.stop.clone() })
    }
}

/// A player whose game ends at its next move when the handle is set.
struct Stoppable {
    player: Box<dyn Player>,
    stop: Stop,
}

impl Player for Stoppable {
    fn begin(&mut self, position: &Position, colour: Colour, seed: u64) -> Result<(), PlayerError> {
        self.player.begin(position, colour, seed)
    }

    fn choose(&mut self, position: &Position, colour: Colour) -> Result<Move, PlayerError> {
        if self.stop.is_set() {
            return Err(
                PlayerFault { reason: Reason::Crash, detail: "interrupted".to_owned() }.into()
            );
        }
        self.player.choose(position, colour)
    }

    fn dismiss(&mut self) {
        self.player.dismiss();
    }
}

/// An agent that is written in Python. An error in it ends the match.
struct PyPlayer {
    name: String,
    function: Py<PyAny>,
    failure: PythonFailure,
}

impl PyPlayer {
    fn read(given: &Bound<'_, PyAny>, failure: &PythonFailure) -> PyResult<PyPlayer> {
        let why = "a player is a text, an Agent, a function or an object with a method 'choose'";
        let function = function(given, "choose", why)?;
        let called = |key| given.getattr_opt(key).ok().flatten()?.extract::<String>().ok();
        let name = called("name").or_else(|| called("__name__"));
        let name = name.map_or_else(|| Ok(given.get_type().name()?.to_string()), Ok::<_, PyErr>)?;
        Ok(PyPlayer { name, function: function.unbind(), failure: failure.clone() })
    }

    /// Asks Python for a move, and checks it.
    fn ask(&self, position: &Position, colour: Colour) -> PyResult<Move> {
        Python::attach(|py| {
            let mut given = position.clone();
            given.declare(colour);
            let function = self.function.bind(py);
            let given = Bound::new(py, PyPosition(given))?;
            let answer = within(&self.failure.stop, || function.call1((given,)))?;
            // A `Choice` has an attribute `move`.
            let mv = match answer.getattr_opt(intern!(py, "move"))? {
                Some(mv) => read_move(position, &mv)?,
                None => read_move(position, &answer)?,
            };
            let why = match mv {
                Move::Pass => Err("is not a move in Hex".to_owned()),
                mv => position.check(colour, mv).map_err(|why| why.to_string()),
            };
            let name = mv.name(position.size());
            let by = &self.name;
            why.map_err(|why| value_error(format!("{by} answers an illegal move: {name} {why}")))?;
            Ok(mv)
        })
    }
}

impl Entrant for PyPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn plays(&self, _: &Rules, _: Size, _: Colour) -> Result<(), UnplayableReason> {
        Ok(())
    }

    fn player(&self) -> Box<dyn Player> {
        let function = Python::attach(|py| self.function.clone_ref(py));
        let name = self.name.clone();
        let failure = self.failure.clone();
        Box::new(PyPlayer { name, function, failure })
    }
}

impl Player for PyPlayer {
    fn begin(&mut self, _: &Position, _: Colour, _: u64) -> Result<(), PlayerError> {
        Ok(())
    }

    fn choose(&mut self, position: &Position, colour: Colour) -> Result<Move, PlayerError> {
        self.ask(position, colour).map_err(|error| {
            let detail = error.to_string();
            self.failure.set(error);
            PlayerFault { reason: Reason::Crash, detail }.into()
        })
    }
}
