//! What a command is, what it gets, and why it fails: all that the commands
//! share.

use std::{
    cell::{Cell, RefCell},
    io::Write,
};

use kring_agents::{Choice, SpecError, Stop};
use kring_board::{
    Colour, IllegalMove, Move, NotAColour, RulesError, Size, grammar::Located,
    suggest::did_you_mean,
};
use kring_protocol::{ArgumentError, Request};

use crate::engine::session::Session;

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
    /// Set as soon as another line has been read, which ends an analysis; none
    /// if nobody reads lines while the command runs.
    pub next_line: Option<&'a Stop>,
    /// Whether the command has begun to write its reply itself.
    pub is_streamed: &'a Cell<bool>,
}

impl Arguments<'_> {
    /// The colour at this place.
    pub fn colour(&self, at: usize) -> Result<Colour, Failure> {
        Ok(self.words[at].parse()?)
    }

    /// The colour at this place, if there is an argument.
    pub fn optional_colour(&self, at: usize) -> Result<Option<Colour>, Failure> {
        self.words.get(at).map(|word| Ok(word.parse()?)).transpose()
    }

    /// The number at this place.
    pub fn number<T: std::str::FromStr>(&self, at: usize) -> Result<T, Failure> {
        Ok(kring_protocol::parse_number(&self.words[at])?)
    }

    /// The colour at this place, or the colour to move.
    pub fn colour_or_turn(&self, at: usize, session: &Session) -> Result<Colour, Failure> {
        let untossed = "the coin has not been tossed: name a colour";
        let turn = || session.position().turn();
        self.optional_colour(at)?.or_else(turn).ok_or_else(|| Failure::Other(untossed.to_owned()))
    }

    /// What the colour's agent chooses, unless this request is stopped before.
    pub fn think(&self, session: &mut Session, colour: Colour) -> Result<Choice, Failure> {
        session.think(colour, self.stop, &mut **self.live.borrow_mut())
    }
}

/// Why a command did nothing. The first words are those that clients know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// There is no such command; perhaps with one that was meant.
    #[error("unknown command{}", detail(.0))]
    Unknown(Option<String>),
    /// The arguments do not fit.
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
    /// There is no score yet.
    #[error("cannot score: the game is not over")]
    Score,
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

fn detail(hint: &Option<String>) -> String {
    hint.as_ref().map_or_else(String::new, |hint| format!(": {hint}"))
}

impl Failure {
    /// A move that the rules forbid.
    pub fn illegal(size: Size, mv: Move, reason: IllegalMove) -> Failure {
        Failure::Illegal(format!("{} {reason}", mv.name(size)))
    }

    /// A text that names no agent, or none that the client may have.
    fn of_agent(error: &SpecError, text: String) -> Failure {
        match error {
            SpecError::File { .. } => Failure::Load(text),
            SpecError::Refused { .. } => Failure::Refused(text),
            _ => Failure::Syntax(text),
        }
    }
}

impl From<ArgumentError> for Failure {
    fn from(error: ArgumentError) -> Failure {
        Failure::Syntax(error.to_string())
    }
}

impl From<NotAColour> for Failure {
    fn from(error: NotAColour) -> Failure {
        ArgumentError::Colour(error.0).into()
    }
}

impl From<RulesError> for Failure {
    fn from(error: RulesError) -> Failure {
        Failure::Syntax(error.to_string())
    }
}

impl From<Located<RulesError>> for Failure {
    fn from(error: Located<RulesError>) -> Failure {
        Failure::Syntax(error.to_string())
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Failure {
        Failure::of_agent(&error, error.to_string())
    }
}

impl From<Located<SpecError>> for Failure {
    fn from(error: Located<SpecError>) -> Failure {
        Failure::of_agent(&error.error, error.to_string())
    }
}
