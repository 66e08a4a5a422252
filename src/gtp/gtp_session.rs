//! A session behind a pipe or a socket: answers the lines of its client.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use kring_agents::{AGENTS, AgentEntry, Stop};
use kring_board::{Move, Position};
use kring_protocol::{GtpReply, parse_request};

use super::arguments::Arguments;
use super::call::Call;
use super::command::Command;
use super::coordinates::CoordinateSystem;
#[cfg(not(target_arch = "wasm32"))]
use super::deadline::Deadline;
use super::dialects::Dialects;
#[cfg(not(target_arch = "wasm32"))]
use super::failure::other;
use super::failure::{CommandFailure, CommandResult, syntax};
use super::reply::Reply;
use super::table::find;
use crate::session::Session;

/// A session, and what its client has told about itself: how it names cells and what it draws.
///
/// ```
/// use kring::{agents::{AgentSpec, Networks, Stop}, board::{Rules, Size}};
/// use kring::{gtp::GtpSession, session::Session};
/// let agent = "random".parse::<AgentSpec>()?.load(&Networks::default())?;
/// let session = Session::new(Size::new(5, 5)?, Rules::default(), Some(&agent), 1);
/// let mut session = GtpSession::new(session);
/// let mut ask = |line: &str| session.respond(line.as_bytes(), &Stop::default()).unwrap().body;
/// assert_eq!(ask("play black c3"), Ok(String::new()));
/// assert_eq!(ask("play white c3"), Err("illegal move: c3 is taken".to_owned()));
/// assert_eq!(ask("turn"), Ok("white".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GtpSession {
    /// The game, and who plays it.
    pub session: Session,
    pub(super) coordinates: CoordinateSystem,
    /// Whether agents show their searches while they run.
    pub(super) live_graphics: bool,
    /// Whether the solver shows its searches, too.
    pub(super) live_solver: bool,
    /// Whether `genmove` names a swap `swap`, whichever it is.
    pub(super) plain_swap: bool,
    pub(super) finished: bool,
    /// What has been sent of a proof that was not opened yet.
    pub(super) proof: Vec<u8>,
    pub(super) dialects: Dialects,
}

impl GtpSession {
    /// A session of a client that names cells by column and row.
    pub fn new(session: Session) -> GtpSession {
        GtpSession {
            session,
            coordinates: CoordinateSystem::default(),
            live_graphics: false,
            live_solver: false,
            plain_swap: false,
            finished: false,
            proof: Vec::new(),
            dialects: Dialects::default(),
        }
    }

    /// The same session with another notation for cells.
    pub fn with_coordinates(self, coordinates: CoordinateSystem) -> GtpSession {
        GtpSession { coordinates, ..self }
    }

    /// The game as it stands.
    pub fn position(&self) -> &Position {
        self.session.position()
    }

    /// Whether `quit` has been sent.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Answers one line; none if GTP says to ignore it. A failed command leaves the session
    /// unchanged.
    pub fn respond(&mut self, line: &[u8], stop: &Stop) -> Option<GtpReply> {
        self.respond_live(line, stop, None, &mut io::sink())
    }

    /// The same with live graphics, if they are on, written to `live` before the reply.
    /// `next_line` is for a client whose next line is read while this one is answered: it is set
    /// as soon as that line arrives. An analysis writes its reply to `live` until then, and
    /// nothing is returned.
    pub fn respond_live(
        &mut self,
        line: &[u8],
        stop: &Stop,
        next_line: Option<&Stop>,
        live: &mut dyn Write,
    ) -> Option<GtpReply> {
        let request = match parse_request(line) {
            Ok(request) => request?,
            Err(error) => {
                let body = Err(error.to_string());
                return Some(GtpReply { id: error.id, body });
            }
        };
        let arguments = Arguments { words: &request.args, request: &request, stop };
        let reply = Reply::new(&request, live, stop, next_line);
        let mut call = Call { arguments, reply };
        let result = catch_unwind(AssertUnwindSafe(|| self.run(&mut call)));
        let result = result.unwrap_or_else(|_| Err(self.session.recover().into()));
        let body = call.reply.finish(result)?;
        Some(GtpReply { id: request.id, body })
    }

    /// Finds the row of a request, checks the number of arguments and runs the command.
    fn run(&mut self, call: &mut Call<'_>) -> CommandResult {
        let command = find(&call.arguments.request.command)?;
        if !self.offers(command) {
            let why = format!("{}: this engine opens no files for clients", command.name);
            return Err(CommandFailure::Refused(why));
        }
        // In a browser nothing interrupts a command but the next line: its client is the user of
        // the machine.
        #[cfg(not(target_arch = "wasm32"))]
        let _deadline = self
            .session
            .sandbox()
            .map(|sandbox| Deadline::new(call.arguments.stop, sandbox.time))
            .transpose()
            .map_err(|error| other(format!("no thread to keep the time: {error}")))?;
        let (fewest, most) = command.arity;
        if !(fewest..=most).contains(&call.arguments.words.len()) {
            return Err(syntax(format!("expected {}", command.usage())));
        }
        (command.run)(self, call)
    }

    /// Whether the client may use a command: one that is not trusted can open no files.
    pub(super) fn offers(&self, command: &Command) -> bool {
        !command.takes_file() || self.session.setting_limits().files
    }

    /// The agents that the client may use: not those that play from a file, if it can open none.
    pub(super) fn offered_agents(&self) -> impl Iterator<Item = &'static AgentEntry> {
        let files = self.session.setting_limits().files;
        AGENTS.iter().filter(move |entry| files || !entry.needs_file())
    }

    /// The client's word for a move of this game.
    pub(super) fn write_move(&self, mv: Move) -> String {
        self.coordinates.write(self.position().size(), mv)
    }
}
