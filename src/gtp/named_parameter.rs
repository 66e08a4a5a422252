//! A parameter that clients read and set by its name.

use kring_board::{suggest::hint, word::short};
use kring_protocol::parse_number;

use super::failure::{CommandFailure, CommandResult, syntax};
use crate::session::{SessionSolver, SolverParameter, SolverParameterError};
use ValueKind::{Number, Switch, Word};

/// A parameter of another engine: its name, what its value can be, and its default.
pub(super) type NamedParameter = (&'static str, ValueKind, &'static str);

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueKind {
    /// 0 or 1.
    Switch,
    Number,
    Word,
}

impl ValueKind {
    pub fn read(self, value: &str) -> CommandResult<String> {
        Ok(match self {
            Switch => u8::from(switch(value)?).to_string(),
            Number => parse_number::<f64>(value)?.to_string(),
            Word => value.to_owned(),
        })
    }

    pub fn field(self, name: &str, value: &str) -> String {
        let kind = if self == Switch { "[bool]" } else { "[string]" };
        format!("{kind} {name} {value}")
    }
}

pub(super) fn switch(word: &str) -> CommandResult<bool> {
    match word {
        "0" | "false" => Ok(false),
        "1" | "true" => Ok(true),
        _ => Err(syntax(format!("'{}': expected 0 or 1", short(word)))),
    }
}

/// The row of a parameter; the error follows the name of the program whose parameters these are.
pub(super) fn find<'a, T>(
    table: &'a [T],
    name: fn(&T) -> &'static str,
    key: &str,
) -> Result<&'a T, String> {
    let found = table.iter().find(|row| name(row) == key);
    found.ok_or_else(|| {
        format!("has no parameter '{}'{}", short(key), hint(key, table.iter().map(name)))
    })
}

/// The same with an error that lists all of them.
pub(super) fn listed<'a, T>(
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

/// Sets a limit of the solver, which the client calls `key`.
pub(super) fn set_solver(
    solver: &mut SessionSolver,
    parameter: SolverParameter,
    key: &str,
    text: &str,
) -> CommandResult {
    solver.set(parameter, text).map_err(|error| {
        let why = format!("{key} {}: {error}", short(text));
        match error {
            SolverParameterError::Unfit(_) => CommandFailure::Syntax(why),
            SolverParameterError::AboveLimit(_) => CommandFailure::Refused(why),
        }
    })
}
