//! The limits of the solver, under Kring's and MoHex's names.

use crate::gtp::arguments::Arguments;
use crate::gtp::failure::{CommandResult, syntax};
use crate::gtp::named_parameter::{MohexParameter, ValueKind, find};
use crate::session::Session;
use crate::session::solver::SolverParameter;

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

pub fn param_solver(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let (solver, sandbox) = (&mut session.solver, session.sandbox.as_ref());
    let Some((key, value)) = arguments.key_value()? else {
        let field = |parameter: SolverParameter| {
            format!("[string] {} {}", parameter.name(), solver.text(parameter, sandbox))
        };
        return Ok(SolverParameter::ALL.map(field).join("\n"));
    };
    let parameter = *listed(&SolverParameter::ALL, |row| row.name(), key, "the solver")?;
    solver.set(parameter, key, value, sandbox)
}

/// The limit of the solver that a parameter of MoHex's solver stands for.
fn counterpart(name: &str) -> Option<SolverParameter> {
    match name {
        "timelimit" => Some(SolverParameter::Time),
        "threads" => Some(SolverParameter::Threads),
        _ => None,
    }
}

pub fn param_dfpn(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let (solver, sandbox) = (&mut session.solver, session.sandbox.as_ref());
    let Some((key, value)) = arguments.key_value()? else {
        let field = |(name, kind, default): MohexParameter| match counterpart(name) {
            Some(own) => kind.field(name, &solver.text(own, sandbox)),
            None => kind.field(name, solver.mohex.get(name).map_or(default, |value| value)),
        };
        return Ok(DFPN.map(field).join("\n"));
    };
    let &(name, kind, _) = listed(&DFPN, |row| row.0, key, "MoHex's solver")?;
    let value = kind.read(value)?;
    if let Some(parameter) = counterpart(name) {
        return solver.set(parameter, key, &value, sandbox);
    }
    solver.mohex.insert(name, value);
    Ok(String::new())
}

/// The row of a parameter; the error lists all of them.
fn listed<'a, T>(
    table: &'a [T],
    name: fn(&T) -> &'static str,
    key: &str,
    whose: &str,
) -> CommandResult<&'a T> {
    find(table, name, key).map_err(|why| {
        let names: Vec<&str> = table.iter().map(name).collect();
        syntax(format!("{whose} {why}; available: {}", names.join(", ")))
    })
}
