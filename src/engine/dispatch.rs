//! How a session answers: it finds the command of a line and runs it.

use std::{
    cell::RefCell,
    io::{self, Write},
    panic::{AssertUnwindSafe, catch_unwind},
};

use kring_protocol::{Reply, Request, parse_request};

use super::{
    Failure, Session,
    command::{Arguments, find},
    table::COMMANDS,
};
use crate::agent::Stop;

impl Session {
    /// Answers one line; nothing if GTP says to ignore it. Whatever the line
    /// holds, a failed command leaves the session as it was.
    pub fn respond(&mut self, line: &[u8], stop: &Stop) -> Option<Reply> {
        self.respond_live(line, stop, &mut io::sink())
    }

    /// The same; live graphics, if they are on, are written to `live` before
    /// the reply is known.
    pub fn respond_live(
        &mut self,
        line: &[u8],
        stop: &Stop,
        live: &mut dyn Write,
    ) -> Option<Reply> {
        let request = match parse_request(line) {
            Ok(request) => request?,
            Err(error) => {
                return Some(Reply { id: error.id, body: Err(error.to_string()) });
            }
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| run(self, &request, stop, live)));
        let body = outcome.unwrap_or_else(|_| Err(recover(self, &request)));
        Some(Reply { id: request.id, body: body.map_err(|failure| failure.to_string()) })
    }
}

/// Runs a request: finds its row, checks the number of arguments, does it.
fn run(
    session: &mut Session,
    request: &Request,
    stop: &Stop,
    live: &mut dyn Write,
) -> Result<String, Failure> {
    let command = find(COMMANDS, &request.command)?;
    let sandbox = session.sandbox.as_ref();
    if command.takes_file() {
        sandbox.map_or(Ok(()), |sandbox| sandbox.permits_files(command.name))?;
    }
    let _deadline = sandbox.map(|sandbox| sandbox.deadline(stop)).transpose()?;
    let (fewest, most) = command.arity;
    if !(fewest..=most).contains(&request.args.len()) {
        return Err(Failure::Syntax(format!("expected {}", command.usage())));
    }
    let (words, live) = (&request.args[..], RefCell::new(live));
    (command.run)(session, &Arguments { words, request, commands: COMMANDS, stop, live })
}

/// After a panic: a bug of ours, which must not take the game with it.
/// Agents think on copies of the position, so the position is sound; the
/// agents are made anew.
fn recover(session: &mut Session, request: &Request) -> Failure {
    log::error!("a panic in '{}' was caught; the agents are made anew", request.command);
    session.rebuild_agents();
    Failure::Other("internal error: please report what was sent".to_owned())
}
