//! The limits of the solver, under Kring's and MoHex's names.

use std::{str::FromStr, time::Duration};

use kring_agents::{KeptSolver, ParameterKind, Stop};
use kring_board::grammar::short;
use kring_solver::SolverLimits;

use super::mohex::{MohexParameter, ValueKind, unknown};
use crate::engine::{Arguments, CommandFailure, CommandResult, Sandbox, Session, syntax};

/// The parameters of the solver with their defaults: megabytes of the table, threads that search
/// together, seconds and positions of a command; 0: no limit.
const PARAMETERS: [(&str, ParameterKind, &str); 4] = [
    ("memory", ParameterKind::Whole(1, 1 << 20), "256"),
    ("threads", ParameterKind::Whole(1, 256), "1"),
    ("time", ParameterKind::Real(0.0, 1e6), "60"),
    ("positions", ParameterKind::Whole(0, 1 << 60), "0"),
];
const MEMORY: usize = 0;
const THREADS: usize = 1;
const TIME: usize = 2;
const POSITIONS: usize = 3;

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
pub struct SolverParameters {
    values: [String; PARAMETERS.len()],
    dfpn: [String; DFPN.len()],
    /// Whether MoHex's parameter `use_guifx` asks for live graphics.
    pub shows_progress: bool,
    pub kept: KeptSolver,
}

impl Default for SolverParameters {
    fn default() -> SolverParameters {
        SolverParameters {
            values: PARAMETERS.map(|(_, _, value)| value.to_owned()),
            dfpn: DFPN.map(|(_, _, value)| value.to_owned()),
            shows_progress: false,
            kept: KeptSolver::default(),
        }
    }
}

impl SolverParameters {
    /// A value, lowered to the client's limit.
    fn value(&self, at: usize, sandbox: Option<&Sandbox>) -> String {
        let most = sandbox.and_then(|sandbox| sandbox.most(PARAMETERS[at].0));
        let value = &self.values[at];
        let lowered = most.filter(|most| asked(at, value) > *most);
        lowered.map_or_else(|| value.clone(), |most| most.to_string())
    }

    fn number<T: FromStr + Default>(&self, at: usize, sandbox: Option<&Sandbox>) -> T {
        self.value(at, sandbox).parse().unwrap_or_default()
    }

    /// The megabytes of the table.
    pub fn megabytes(&self, sandbox: Option<&Sandbox>) -> usize {
        self.number(MEMORY, sandbox)
    }

    /// The limits of one command.
    pub fn limits(&self, sandbox: Option<&Sandbox>, stop: &Stop) -> SolverLimits {
        let seconds: f64 = self.number(TIME, sandbox);
        let positions = self.number(POSITIONS, sandbox);
        SolverLimits {
            threads: self.number(THREADS, sandbox),
            time: (seconds > 0.0).then(|| Duration::from_secs_f64(seconds)),
            positions: (positions > 0).then_some(positions),
            stop: stop.clone(),
        }
    }

    /// Sets a value within the client's limit; `key` is the client's name for the parameter.
    fn set(
        &mut self,
        at: usize,
        key: &str,
        value: &str,
        sandbox: Option<&Sandbox>,
    ) -> Result<(), CommandFailure> {
        let kind = PARAMETERS[at].1;
        let shown = short(value);
        if !kind.accepts(value) {
            return Err(syntax(format!("{key} {shown}: expected {kind}")));
        }
        let most = sandbox.and_then(|sandbox| sandbox.most(PARAMETERS[at].0));
        if let Some(most) = most.filter(|most| asked(at, value) > *most) {
            let why = format!("{key} {shown}: this engine permits at most {most}");
            return Err(CommandFailure::Refused(why));
        }
        self.values[at] = value.to_owned();
        Ok(())
    }
}

/// The amount that a value asks for: a time of 0 means no limit.
fn asked(at: usize, value: &str) -> f64 {
    match value.parse() {
        Ok(0.0) if at == TIME => f64::INFINITY,
        Ok(value) => value,
        Err(_) => f64::INFINITY,
    }
}

pub fn param_solver(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let (solver, sandbox) = (&mut session.solver, session.sandbox.as_ref());
    let Some((key, value)) = arguments.key_value()? else {
        let names = PARAMETERS.iter().map(|(name, ..)| *name).enumerate();
        let field = |(at, name)| format!("[string] {name} {}", solver.value(at, sandbox));
        return Ok(names.map(field).collect::<Vec<_>>().join("\n"));
    };
    let at = find(key, "the solver", &PARAMETERS.map(|(name, ..)| name))?;
    solver.set(at, key, value, sandbox)?;
    Ok(String::new())
}

/// The index of a parameter that MoHex's solver shares with `param_solver`.
fn shared(name: &str) -> Option<usize> {
    match name {
        "timelimit" => Some(TIME),
        "threads" => Some(THREADS),
        _ => None,
    }
}

pub fn param_dfpn(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let (solver, sandbox) = (&mut session.solver, session.sandbox.as_ref());
    let Some((key, value)) = arguments.key_value()? else {
        return Ok(dfpn_fields(solver, sandbox));
    };
    let at = find(key, "MoHex's solver", &DFPN.map(|(name, ..)| name))?;
    let (name, kind, _) = DFPN[at];
    let value = kind.read(value)?;
    if let Some(at) = shared(name) {
        solver.set(at, key, &value, sandbox)?;
        return Ok(String::new());
    }
    if name == "use_guifx" {
        solver.shows_progress = value == "1";
    }
    solver.dfpn[at] = value;
    Ok(String::new())
}

fn dfpn_fields(solver: &SolverParameters, sandbox: Option<&Sandbox>) -> String {
    let field = |((name, kind, _), kept): (&MohexParameter, &String)| {
        kind.field(name, &shared(name).map_or_else(|| kept.clone(), |at| solver.value(at, sandbox)))
    };
    DFPN.iter().zip(&solver.dfpn).map(field).collect::<Vec<_>>().join("\n")
}

/// The index of a parameter.
fn find(key: &str, whose: &str, names: &[&'static str]) -> Result<usize, CommandFailure> {
    names.iter().position(|name| *name == key).ok_or_else(|| {
        let message = unknown(whose, key, names.iter().copied());
        syntax(format!("{message}, but: {}", names.join(", ")))
    })
}
