//! The solver of a session.

use std::{collections::BTreeMap, time::Duration};

use kring_agents::{KeptSolver, ParameterKind, ParameterValue, Role, Stop};
use kring_board::word::short;
use kring_solver::SolverLimits;

use super::sandbox::Sandbox;
use crate::gtp::failure::{CommandFailure, CommandResult, syntax};

/// A limit of the solver.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SolverParameter {
    /// Megabytes of the table.
    Memory,
    /// Threads that search together.
    Threads,
    /// Seconds of a command; 0: no limit.
    Time,
    /// Positions of a command; 0: no limit.
    Positions,
}

impl SolverParameter {
    pub const ALL: [SolverParameter; 4] = [
        SolverParameter::Memory,
        SolverParameter::Threads,
        SolverParameter::Time,
        SolverParameter::Positions,
    ];

    pub fn name(self) -> &'static str {
        match self.role() {
            Some(role) => role.name(),
            None => "positions",
        }
    }

    /// The role of the agents' parameter with the same limit for clients.
    fn role(self) -> Option<Role> {
        match self {
            SolverParameter::Memory => Some(Role::Memory),
            SolverParameter::Threads => Some(Role::Threads),
            SolverParameter::Time => Some(Role::Time),
            SolverParameter::Positions => None,
        }
    }

    fn kind(self) -> ParameterKind {
        match self {
            SolverParameter::Memory => ParameterKind::Whole(1, 1 << 20),
            SolverParameter::Threads => ParameterKind::Whole(1, 256),
            SolverParameter::Time => ParameterKind::Real(0.0, 1e6),
            SolverParameter::Positions => ParameterKind::Whole(0, 1 << 60),
        }
    }

    fn default(self) -> ParameterValue {
        match self {
            SolverParameter::Memory => ParameterValue::Whole(256),
            SolverParameter::Threads => ParameterValue::Whole(1),
            SolverParameter::Time => ParameterValue::Real(60.0),
            SolverParameter::Positions => ParameterValue::Whole(0),
        }
    }

    /// The largest value that the client may set.
    fn most(self, sandbox: Option<&Sandbox>) -> f64 {
        let limits = Sandbox::limits(sandbox);
        self.role().map_or(f64::INFINITY, |role| limits.most(role))
    }

    /// The amount that a value asks for: a time of 0 means no limit.
    fn amount(self, value: &ParameterValue) -> f64 {
        match value.number() {
            Some(0.0) if self == SolverParameter::Time => f64::INFINITY,
            number => number.unwrap_or(f64::INFINITY),
        }
    }
}

/// The solver of a session: its limits and its transposition table.
#[derive(Default)]
pub(crate) struct SessionSolver {
    /// The values that the client has set, and as it wrote them.
    given: BTreeMap<SolverParameter, (ParameterValue, String)>,
    /// The values of MoHex's other parameters that the client has set.
    pub mohex: BTreeMap<&'static str, String>,
    pub kept: KeptSolver,
}

impl SessionSolver {
    /// Whether MoHex's parameter asks for live graphics.
    pub fn shows_progress(&self) -> bool {
        self.mohex.get("use_guifx").is_some_and(|value| value == "1")
    }

    /// A value as it was written, lowered to the client's limit.
    pub fn text(&self, parameter: SolverParameter, sandbox: Option<&Sandbox>) -> String {
        let most = parameter.most(sandbox);
        let (value, text) = self.given.get(&parameter).cloned().unwrap_or_else(|| {
            let default = parameter.default();
            let text = default.to_string();
            (default, text)
        });
        if parameter.amount(&value) > most { most.to_string() } else { text }
    }

    /// A value, lowered to the client's limit.
    fn value(&self, parameter: SolverParameter, sandbox: Option<&Sandbox>) -> f64 {
        let given = self.given.get(&parameter).map(|(value, _)| value.clone());
        let value = given.unwrap_or_else(|| parameter.default());
        let most = parameter.most(sandbox);
        if parameter.amount(&value) > most { most } else { value.number().unwrap_or(most) }
    }

    /// The megabytes of the table.
    pub fn memory(&self, sandbox: Option<&Sandbox>) -> usize {
        self.value(SolverParameter::Memory, sandbox) as usize
    }

    pub fn limits(&self, sandbox: Option<&Sandbox>, stop: &Stop) -> SolverLimits {
        let seconds = self.value(SolverParameter::Time, sandbox);
        let positions = self.value(SolverParameter::Positions, sandbox) as u64;
        SolverLimits {
            threads: self.value(SolverParameter::Threads, sandbox) as usize,
            time: (seconds > 0.0).then(|| Duration::from_secs_f64(seconds)),
            positions: (positions > 0).then_some(positions),
            stop: stop.clone(),
        }
    }

    /// Sets a value within the client's limit; `key` is the client's name for the parameter.
    pub fn set(
        &mut self,
        parameter: SolverParameter,
        key: &str,
        text: &str,
        sandbox: Option<&Sandbox>,
    ) -> CommandResult {
        let shown = short(text);
        let kind = parameter.kind();
        let value =
            kind.read(text).ok_or_else(|| syntax(format!("{key} {shown}: expected {kind}")))?;
        let most = parameter.most(sandbox);
        if parameter.amount(&value) > most {
            let why = format!("{key} {shown}: this engine permits at most {most}");
            return Err(CommandFailure::Refused(why));
        }
        self.given.insert(parameter, (value, text.to_owned()));
        Ok(String::new())
    }
}
