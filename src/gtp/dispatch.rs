//! The dispatch of a line to its command.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};

use kring_agents::Stop;
use kring_protocol::{GtpReply, parse_request};

use super::arguments::Arguments;
#[cfg(not(target_arch = "wasm32"))]
use super::deadline::Deadline;
use super::failure::{CommandFailure, CommandResult, other, syntax};
use super::table::find;
use crate::session::Session;

impl Session {
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
        let is_streamed = &Cell::new(false);
        let body = self.guarded(|session| {
            let words = &request.args[..];
            let live = RefCell::new(&mut *live);
            let request = &request;
            run(session, &Arguments { words, request, stop, live, next_line, is_streamed })
        });
        if is_streamed.get() {
            // The reply has begun as a success, so a failure is a line of it; an empty line ends
            // the reply. A lost client is noticed at the next reply.
            let failure = body.err().map_or(String::new(), |failure| format!("? {failure}\n"));
            let _ = live.write_all(format!("{failure}\n").as_bytes()).and_then(|()| live.flush());
            return None;
        }
        Some(GtpReply { id: request.id, body: body.map_err(|failure| failure.to_string()) })
    }
}

/// Finds the row of a request, checks the number of arguments and runs the command.
fn run(session: &mut Session, arguments: &Arguments<'_>) -> CommandResult {
    let command = find(&arguments.request.command)?;
    let sandbox = session.sandbox.as_ref();
    if command.takes_file() && sandbox.is_some() {
        let why = format!("{}: this engine opens no files for clients", command.name);
        return Err(CommandFailure::Refused(why));
    }
    // In a browser nothing interrupts a command but the next line: its client is the user of the
    // machine.
    #[cfg(not(target_arch = "wasm32"))]
    let _deadline = sandbox
        .map(|sandbox| Deadline::new(arguments.stop, sandbox.time))
        .transpose()
        .map_err(|error| other(format!("no thread to keep the time: {error}")))?;
    let (fewest, most) = command.arity;
    if !(fewest..=most).contains(&arguments.words.len()) {
        return Err(syntax(format!("expected {}", command.usage())));
    }
    (command.run)(session, arguments)
}
