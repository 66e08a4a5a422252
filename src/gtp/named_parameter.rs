//! A parameter that clients read and set by its name.

use kring_board::{suggest::hint, word::short};
use kring_protocol::parse_number;

use ValueKind::{Number, Switch, Word};

use super::failure::{CommandResult, syntax};

/// A parameter of MoHex: its name, what its value can be, and its default.
pub(super) type MohexParameter = (&'static str, ValueKind, &'static str);

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueKind {
    /// 0 or 1.
    Switch,
    Number,
    Word,
}

impl ValueKind {
    pub fn read(self, value: &str) -> CommandResult {
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
