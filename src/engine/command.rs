//! The table row, the arguments and the failure of a command.

use std::cell::{Cell, RefCell};
use std::io::Write;

use kring_agents::{SpecError, Stop};
use kring_board::grammar::Located;
use kring_board::suggest::did_you_mean;
use kring_board::{Colour, IllegalMove, Move, NotAColour, Size};
use kring_protocol::{ArgumentError, Request};

use super::{COMMANDS, Session};

/// A part of a reply, usually its text, or why the command failed.
pub(super) type CommandResult<T = String> = Result<T, CommandFailure>;

pub(super) type CommandFn = fn(&mut Session, &Arguments<'_>) -> CommandResult;

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

pub(super) fn find(name: &str) -> CommandResult<&'static Command> {
    let found = COMMANDS.iter().find(|command| command.name == name);
    let suggestion = || did_you_mean(name, COMMANDS.iter().map(|command| command.name));
    found.ok_or_else(|| CommandFailure::Unknown(suggestion()))
}

/// The arguments of one request, and the handle that stops it.
pub(super) struct Arguments<'a> {
    pub words: &'a [String],
    pub request: &'a Request,
    pub stop: &'a Stop,
    /// Where live graphics go, before the reply.
    pub live: RefCell<&'a mut dyn Write>,
    /// Set as soon as another line has been read, which ends an analysis; none if no lines are
    /// read while the command runs.
    pub next_line: Option<&'a Stop>,
    /// Whether the command has started to write its own reply.
    pub is_streamed: &'a Cell<bool>,
}

impl Arguments<'_> {
    pub fn colour(&self, at: usize) -> CommandResult<Colour> {
        Ok(self.words[at].parse()?)
    }

    pub fn optional_colour(&self, at: usize) -> CommandResult<Option<Colour>> {
        self.words.get(at).map(|word| Ok(word.parse()?)).transpose()
    }

    pub fn number<T: std::str::FromStr>(&self, at: usize) -> CommandResult<T> {
        Ok(kring_protocol::parse_number(&self.words[at])?)
    }

    /// The number at this index, which must lie in the range; `None` if there is no such argument.
    pub fn number_within<T: std::str::FromStr + PartialOrd + std::fmt::Display>(
        &self,
        at: usize,
        range: std::ops::RangeInclusive<T>,
        what: &str,
    ) -> CommandResult<Option<T>> {
        if at >= self.words.len() {
            return Ok(None);
        }
        let number = self.number(at)?;
        let outside = || syntax(format!("expected {what}, {} to {}", range.start(), range.end()));
        if range.contains(&number) { Ok(Some(number)) } else { Err(outside()) }
    }

    /// Whether there is an argument at this index, which can only be this word.
    pub fn option(&self, at: usize, only: &str) -> CommandResult<bool> {
        match self.words.get(at) {
            Some(word) if word != only => Err(syntax(format!("expected {only} or nothing"))),
            word => Ok(word.is_some()),
        }
    }

    pub fn colour_or_turn(&self, at: usize, session: &Session) -> CommandResult<Colour> {
        let untossed = "the coin has not been tossed: name a colour";
        let turn = || session.position().turn();
        self.optional_colour(at)?.or_else(turn).ok_or_else(|| other(untossed))
    }

    /// The key and the value of a dialog's changed field; none without arguments.
    pub fn key_value(&self) -> CommandResult<Option<(&str, &str)>> {
        match self.words {
            [] => Ok(None),
            [key, value] => Ok(Some((key, value))),
            _ => Err(syntax(format!("expected {} [KEY VALUE]", self.request.command))),
        }
    }

    /// Writes live graphics. A lost client is noticed when the reply is written.
    pub fn show(&self, block: &str) {
        let mut live = self.live.borrow_mut();
        let _ = live.write_all(block.as_bytes()).and_then(|()| live.flush());
    }
}

/// Why a command failed. Each message begins with the words that GTP clients expect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CommandFailure {
    /// There is no such command; the message may suggest a similar one.
    #[error("unknown command{}", .0.as_ref().map_or_else(String::new, |hint| format!(": {hint}")))]
    Unknown(Option<String>),
    /// The arguments are wrong.
    #[error("syntax error: {0}")]
    Syntax(String),
    /// There is no such board.
    #[error("unacceptable size: {0}")]
    Size(String),
    /// The move is against the rules.
    #[error("illegal move: {0}")]
    Illegal(String),
    /// There is nothing to undo.
    #[error("cannot undo: no move has been made")]
    Undo,
    /// A file cannot be read or understood.
    #[error("cannot load file: {0}")]
    Load(String),
    /// A file cannot be written.
    #[error("cannot save file: {0}")]
    Save(String),
    /// The client may not ask for this.
    #[error("refused: {0}")]
    Refused(String),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

impl CommandFailure {
    /// A move that the rules forbid.
    pub fn illegal(size: Size, mv: Move, reason: IllegalMove) -> CommandFailure {
        CommandFailure::Illegal(format!("{} {reason}", mv.name(size)))
    }

    /// The failure for a text that names no agent, or one that the client may not use.
    fn of_agent(error: &SpecError, text: String) -> CommandFailure {
        match error {
            SpecError::File(_) => CommandFailure::Load(text),
            SpecError::Refused(_) => CommandFailure::Refused(text),
            _ => CommandFailure::Syntax(text),
        }
    }
}

pub(super) fn syntax(why: impl ToString) -> CommandFailure {
    CommandFailure::Syntax(why.to_string())
}

/// A failure for which GTP clients expect no particular words.
pub(super) fn other(why: impl ToString) -> CommandFailure {
    CommandFailure::Other(why.to_string())
}

impl From<ArgumentError> for CommandFailure {
    fn from(error: ArgumentError) -> CommandFailure {
        syntax(error)
    }
}

impl From<NotAColour> for CommandFailure {
    fn from(error: NotAColour) -> CommandFailure {
        ArgumentError::Colour(error.0).into()
    }
}

impl From<SpecError> for CommandFailure {
    fn from(error: SpecError) -> CommandFailure {
        CommandFailure::of_agent(&error, error.to_string())
    }
}

impl From<Located<SpecError>> for CommandFailure {
    fn from(error: Located<SpecError>) -> CommandFailure {
        CommandFailure::of_agent(&error.error, error.to_string())
    }
}
