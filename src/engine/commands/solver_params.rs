//! The limits of the solver, under Kring's and MoHex's names.

use std::{collections::BTreeMap, str::FromStr, time::Duration};

use kring_agents::{KeptSolver, ParameterKind, Stop};
use kring_board::grammar::short;
use kring_solver::SolverLimits;

use super::mohex::{MohexParameter, ValueKind, unknown};
use crate::engine::{Arguments, CommandFailure, CommandResult, Sandbox, Session, syntax};

/// A parameter of the solver: its name, what its value can be, and its default.
type SolverParameter = (&'static str, ParameterKind, &'static str);

/// The parameters of the solver: megabytes of the table, threads that search together, seconds and
/// positions of a command; 0: no limit.
const PARAMETERS: [SolverParameter; 4] = [
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
pub struct SolverParameters {
    /// The values that the client has set, of Kring's parameters and of MoHex's.
    values: BTreeMap<&'static str, String>,
    dfpn: BTreeMap<&'static str, String>,
    /// Whether MoHex's parameter `use_guifx` asks for live graphics.
    pub shows_progress: bool,
    pub kept: KeptSolver,
}

impl SolverParameters {
    /// A value, lowered to the client's limit; empty if there is no such parameter.
    fn value(&self, name: &str, sandbox: Option<&Sandbox>) -> String {
        let default = PARAMETERS.iter().find(|(own, ..)| *own == name).map(|(.., value)| *value);
        let value = self.values.get(name).map(String::as_str).or(default).unwrap_or_default();
        let most = sandbox.and_then(|sandbox| sandbox.most(name));
        let lowered = most.filter(|most| asked(name, value) > *most);
        lowered.map_or_else(|| value.to_owned(), |most| most.to_string())
    }

    fn number<T: FromStr + Default>(&self, name: &str, sandbox: Option<&Sandbox>) -> T {
        self.value(name, sandbox).parse().unwrap_or_default()
    }

    /// The megabytes of the table.
    pub fn megabytes(&self, sandbox: Option<&Sandbox>) -> usize {
        self.number("memory", sandbox)
    }

    /// The limits of one command.
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
        (name, kind, _): SolverParameter,
        key: &str,
        value: &str,
        sandbox: Option<&Sandbox>,
    ) -> CommandResult {
        let shown = short(value);
        if !kind.accepts(value) {
            return Err(syntax(format!("{key} {shown}: expected {kind}")));
        }
        let most = sandbox.and_then(|sandbox| sandbox.most(name));
        if let Some(most) = most.filter(|most| asked(name, value) > *most) {
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
        let field = |(name, ..): SolverParameter| {
            format!("[string] {name} {}", solver.value(name, sandbox))
        };
        return Ok(PARAMETERS.map(field).join("\n"));
    };
    let at = find(key, "the solver", &PARAMETERS.map(|(name, ..)| name))?;
    solver.set(PARAMETERS[at], key, value, sandbox)
}

/// The parameter of `param_solver` that a parameter of MoHex's solver stands for.
fn counterpart(name: &str) -> Option<SolverParameter> {
    let own = if name == "timelimit" { "time" } else { name };
    PARAMETERS.into_iter().find(|(name, ..)| *name == own)
}

pub fn param_dfpn(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let (solver, sandbox) = (&mut session.solver, session.sandbox.as_ref());
    let Some((key, value)) = arguments.key_value()? else {
        return Ok(dfpn_fields(solver, sandbox));
    };
    let at = find(key, "MoHex's solver", &DFPN.map(|(name, ..)| name))?;
    let (name, kind, _) = DFPN[at];
    let value = kind.read(value)?;
    if let Some(parameter) = counterpart(name) {
        return solver.set(parameter, key, &value, sandbox);
    }
    if name == "use_guifx" {
        solver.shows_progress = value == "1";
    }
    solver.dfpn.insert(name, value);
    Ok(String::new())
}

fn dfpn_fields(solver: &SolverParameters, sandbox: Option<&Sandbox>) -> String {
    let field = |(name, kind, default): MohexParameter| match counterpart(name) {
        Some((own, ..)) => kind.field(name, &solver.value(own, sandbox)),
        None => kind.field(name, solver.dfpn.get(name).map_or(default, |value| value)),
    };
    DFPN.map(field).join("\n")
}

/// The index of a parameter.
fn find(key: &str, whose: &str, names: &[&'static str]) -> Result<usize, CommandFailure> {
    names.iter().position(|name| *name == key).ok_or_else(|| {
        let message = unknown(whose, key, names.iter().copied());
        syntax(format!("{message}; available: {}", names.join(", ")))
    })
}
