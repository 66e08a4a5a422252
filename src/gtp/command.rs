//! A row of the table of commands.

use super::call::Call;
use super::failure::CommandResult;
use super::gtp_session::GtpSession;

/// Parses its arguments, asks the session, and prints what it answers.
pub(super) type CommandFn = fn(&mut GtpSession, &mut Call<'_>) -> CommandResult;

/// A row of the table of commands.
pub struct Command {
    /// The name that clients send.
    pub name: &'static str,
    /// The arguments as written in the help and the reference.
    pub syntax: &'static str,
    /// The fewest and the most arguments.
    pub arity: (usize, usize),
    /// One line of help.
    pub summary: &'static str,
    /// Its entries in HexGui's analyze menu: `type/label/command`.
    pub analyze: &'static [&'static str],
    pub(super) run: CommandFn,
}

impl Command {
    /// Name and arguments.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.syntax).trim_end().to_owned()
    }

    /// Whether an argument is the name of a file.
    pub fn takes_file(&self) -> bool {
        self.syntax.split(' ').any(|word| word == "FILE")
    }

    /// The same row with entries in HexGui's analyze menu.
    pub(super) const fn in_menu(self, analyze: &'static [&'static str]) -> Command {
        Command { analyze, ..self }
    }
}

pub(super) const ANY: usize = usize::MAX;

/// A row without entries in HexGui's analyze menu.
pub(super) const fn row(
    name: &'static str,
    syntax: &'static str,
    arity: (usize, usize),
    run: CommandFn,
    summary: &'static str,
) -> Command {
    Command { name, syntax, arity, summary, analyze: &[], run }
}
