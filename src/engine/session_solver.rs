//! The solver of a session.

use std::{collections::BTreeMap, str::FromStr, time::Duration};

use kring_agents::{KeptSolver, ParameterKind, Stop};
use kring_board::word::short;
use kring_solver::SolverLimits;

use super::failure::{CommandFailure, CommandResult, syntax};
use super::named_parameter::NamedParameter;
use super::sandbox::Sandbox;

pub(super) type ParameterRow = NamedParameter<ParameterKind>;

/// The parameters of the solver: megabytes of the table, threads that search together, seconds and
/// positions of a command; 0: no limit.
pub(super) const PARAMETERS: [ParameterRow; 4] = [
    ("memory", ParameterKind::Whole(1, 1 << 20), "256"),
    ("threads", ParameterKind::Whole(1, 256), "1"),
    ("time", ParameterKind::Real(0.0, 1e6), "60"),
    ("positions", ParameterKind::Whole(0, 1 << 60), "0"),
];

/// The solver of a session: its limits and its transposition table.
#[derive(Default)]
pub(super) struct SessionSolver {
    /// The values that the client has set, of Kring's parameters and of MoHex's others.
    pub values: BTreeMap<&'static str, String>,
    pub kept: KeptSolver,
}

impl SessionSolver {
    /// Whether MoHex's parameter asks for live graphics.
    pub fn shows_progress(&self) -> bool {
        self.values.get("use_guifx").is_some_and(|value| value == "1")
    }

    /// A value, lowered to the client's limit; empty if there is no such parameter.
    pub fn value(&self, name: &str, sandbox: Option<&Sandbox>) -> String {
        let default = PARAMETERS.iter().find(|(own, ..)| *own == name).map(|(.., value)| *value);
        let value = self.values.get(name).map(String::as_str).or(default).unwrap_or_default();
        let most = Sandbox::most(sandbox, name);
        if asked(name, value) > most { most.to_string() } else { value.to_owned() }
    }

    pub fn number<T: FromStr + Default>(&self, name: &str, sandbox: Option<&Sandbox>) -> T {
        self.value(name, sandbox).parse().unwrap_or_default()
    }

    pub fn limits(&self, sandbox: Option<&Sandbox>, stop: &Stop) -> SolverLimits {
        let seconds: f64 = self.number("time", sandbox);
        let positions = self.number("positions", sandbox);
        SolverLimits {
            threads: self.number("threads", sandbox),
            time: (seconds > 0.0).then(|| Duration::from_secs_f64(seconds)),
            positions: (positions > 0).then_some(positions),
            stop: stop.clone(),
        }
    }

    /// Sets a value within the client's limit; `key` is the client's name for the parameter.
    pub fn set(
        &mut self,
        (name, kind, _): ParameterRow,
        key: &str,
        value: &str,
        sandbox: Option<&Sandbox>,
    ) -> CommandResult {
        let shown = short(value);
        if !kind.accepts(value) {
            return Err(syntax(format!("{key} {shown}: expected {kind}")));
        }
        let most = Sandbox::most(sandbox, name);
        if asked(name, value) > most {
            let why = format!("{key} {shown}: this engine permits at most {most}");
            return Err(CommandFailure::Refused(why));
        }
        self.values.insert(name, value.to_owned());
        Ok(String::new())
    }
}

/// The amount that a value asks for: a time of 0 means no limit.
fn asked(name: &str, value: &str) -> f64 {
    match value.parse() {
        Ok(0.0) if name == "time" => f64::INFINITY,
        Ok(value) => value,
        Err(_) => f64::INFINITY,
    }
}
