//! What a command is, and what it gets: all that the commands share.

use std::{cell::RefCell, io::Write};

use kring_protocol::{ArgumentError, Colour as Word, Request};

use super::{Failure, Session};
use crate::{
    agent::{Choice, Stop},
    rules::Colour,
    suggest::did_you_mean,
};

/// What a command does.
pub(super) type Run = fn(&mut Session, &Arguments<'_>) -> Result<String, Failure>;

/// A row of the table of commands.
pub struct Command {
    /// The name that clients send.
    pub name: &'static str,
    /// The arguments, as the help and the reference write them.
    pub syntax: &'static str,
    /// The fewest and the most arguments.
    pub arity: (usize, usize),
    /// One line of help.
    pub summary: &'static str,
    /// How HexGui's analyze menu offers it: `type/label/command`, once or
    /// several times.
    pub analyze: &'static [&'static str],
    pub(super) run: Run,
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

    /// The row with entries in HexGui's analyze menu.
    pub(super) const fn offered(self, analyze: &'static [&'static str]) -> Command {
        Command { analyze, ..self }
    }
}

/// As many arguments as a client likes to send.
pub(super) const ANY: usize = usize::MAX;

/// A row without entries in HexGui's analyze menu.
pub(super) const fn row(
    name: &'static str,
    syntax: &'static str,
    arity: (usize, usize),
    run: Run,
    summary: &'static str,
) -> Command {
    Command { name, syntax, arity, summary, analyze: &[], run }
}

/// The row of a command.
pub(super) fn find<'a>(commands: &'a [Command], name: &str) -> Result<&'a Command, Failure> {
    let found = commands.iter().find(|command| command.name == name);
    let hint = || did_you_mean(name, commands.iter().map(|command| command.name));
    found.ok_or_else(|| Failure::Unknown(hint()))
}

/// The arguments of one request, and the handle that stops it.
pub(super) struct Arguments<'a> {
    pub words: &'a [String],
    pub request: &'a Request,
    /// The whole table, for commands that speak of others.
    pub commands: &'a [Command],
    pub stop: &'a Stop,
    /// Where live graphics go, before the reply.
    pub live: RefCell<&'a mut dyn Write>,
}

impl Arguments<'_> {
    /// The colour at this place.
    pub fn colour(&self, at: usize) -> Result<Colour, Failure> {
        Ok(colour(&self.words[at])?)
    }

    /// The colour at this place, if there is an argument.
    pub fn optional_colour(&self, at: usize) -> Result<Option<Colour>, Failure> {
        self.words.get(at).map(|word| Ok(colour(word)?)).transpose()
    }

    /// The number at this place.
    pub fn number<T: std::str::FromStr>(&self, at: usize) -> Result<T, Failure> {
        Ok(kring_protocol::parse_number(&self.words[at])?)
    }

    /// What the colour's agent chooses, unless this request is stopped before.
    pub fn think(&self, session: &mut Session, colour: Colour) -> Result<Choice, Failure> {
        session.think(colour, self.stop, &mut **self.live.borrow_mut())
    }
}

/// The colour that a word names.
pub(super) fn colour(word: &str) -> Result<Colour, ArgumentError> {
    Ok(match word.parse()? {
        Word::Black => Colour::Black,
        Word::White => Colour::White,
    })
}
