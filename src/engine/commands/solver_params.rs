//! The limits of the solver, under Kring's and MoHex's names.

use std::{collections::BTreeMap, str::FromStr, time::Duration};

use kring_agents::{KeptSolver, ParameterKind, Stop};
use kring_board::grammar::short;
use kring_solver::SolverLimits;

use super::mohex::{MohexParameter, NamedParameter, ValueKind, find};
use crate::engine::{Arguments, CommandFailure, CommandResult, Sandbox, Session, syntax};

type ParameterRow = NamedParameter<ParameterKind>;

/// The parameters of the solver: megabytes of the table, threads that search together, seconds and
/// positions of a command; 0: no limit.
const PARAMETERS: [ParameterRow; 4] = [
    ("memory", ParameterKind::Whole(1, 1 << 20), "256"),
    ("threads", ParameterKind::Whole(1, 256), "1"),
    ("time", ParameterKind::Real(0.0, 1e6), "60"),
    ("positions", ParameterKind::Whole(0, 1 << 60), "0"),
];

/// The parameters of MoHex's solver. Those without a counterpart in Kring are stored, so that a
/// dialog shows what was set.
const DFPN: [MohexParameter; 9] = [
    ("use_guifx", ValueKind::Switch, "0"),
    ("guifx_deep_bounds", ValueKind::Switch, "0"),
    ("timelimit", ValueKind::Number, ""),
    ("tt_size", ValueKind::Number, "0"),
    ("widening_base", ValueKind::Number, "1"),
    ("widening_factor", ValueKind::Number, "0.25"),
    ("epsilon", ValueKind::Number, "0"),
    ("threads", ValueKind::Number, ""),
    ("thread_work", ValueKind::Number, "1000"),
];

/// The solver of a session: its limits and its transposition table.
#[derive(Default)]
pub struct SessionSolver {
    /// The values that the client has set, of Kring's parameters and of MoHex's others.
    values: BTreeMap<&'static str, String>,
    pub kept: KeptSolver,
}

impl SessionSolver {
    /// Whether MoHex's parameter asks for live graphics.
    pub fn shows_progress(&self) -> bool {
        self.values.get("use_guifx").is_some_and(|value| value == "1")
    }

    /// A value, lowered to the client's limit; empty if there is no such parameter.
    fn value(&self, name: &str, sandbox: Option<&Sandbox>) -> String {
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
    fn set(
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

pub fn param_solver(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let (solver, sandbox) = (&mut session.solver, session.sandbox.as_ref());
    let Some((key, value)) = arguments.key_value()? else {
        let field =
            |(name, ..): ParameterRow| format!("[string] {name} {}", solver.value(name, sandbox));
        return Ok(PARAMETERS.map(field).join("\n"));
    };
    let parameter = listed(&PARAMETERS, key, "the solver")?;
    solver.set(parameter, key, value, sandbox)
}

/// The parameter of `param_solver` that a parameter of MoHex's solver stands for.
fn counterpart(name: &str) -> Option<ParameterRow> {
    find(&PARAMETERS, if name == "timelimit" { "time" } else { name }).ok()
}

pub fn param_dfpn(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let (solver, sandbox) = (&mut session.solver, session.sandbox.as_ref());
    let Some((key, value)) = arguments.key_value()? else {
        let field = |(name, kind, default): MohexParameter| match counterpart(name) {
            Some((own, ..)) => kind.field(name, &solver.value(own, sandbox)),
            None => kind.field(name, solver.values.get(name).map_or(default, |value| value)),
        };
        return Ok(DFPN.map(field).join("\n"));
    };
    let (name, kind, _) = listed(&DFPN, key, "MoHex's solver")?;
    let value = kind.read(value)?;
    if let Some(parameter) = counterpart(name) {
        return solver.set(parameter, key, &value, sandbox);
    }
    solver.values.insert(name, value);
    Ok(String::new())
}

/// The row of a parameter; the error lists all of them.
fn listed<K: Copy>(
    table: &[NamedParameter<K>],
    key: &str,
    whose: &str,
) -> CommandResult<NamedParameter<K>> {
    find(table, key).map_err(|why| {
        let names: Vec<&str> = table.iter().map(|(name, ..)| *name).collect();
        syntax(format!("{whose} {why}; available: {}", names.join(", ")))
    })
}
