//! The limits of the solver, under Kring's and MoHex's names.

use crate::engine::arguments::Arguments;
use crate::engine::failure::{CommandResult, syntax};
use crate::engine::named_parameter::{MohexParameter, NamedParameter, ValueKind, find};
use crate::engine::session::Session;
use crate::engine::session_solver::{PARAMETERS, ParameterRow};

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
