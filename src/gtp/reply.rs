//! The reply to a request.

use std::io::Write;

use kring_agents::Stop;
use kring_protocol::Request;

use super::failure::CommandResult;

/// The reply to a request: a text, which is sent when the command is done; blocks of live graphics
/// before it; or a stream, whose lines are sent while the command runs.
pub(super) struct Reply<'a> {
    request: &'a Request,
    output: &'a mut dyn Write,
    /// Ends the command if the client has closed the pipe.
    stop: &'a Stop,
    /// Set as soon as another line has been read, which ends an analysis; none if no lines are
    /// read while the command runs.
    next_line: Option<&'a Stop>,
    text: String,
    is_streamed: bool,
}

impl<'a> Reply<'a> {
    pub fn new(
        request: &'a Request,
        output: &'a mut dyn Write,
        stop: &'a Stop,
        next_line: Option<&'a Stop>,
    ) -> Reply<'a> {
        Reply { request, output, stop, next_line, text: String::new(), is_streamed: false }
    }

    /// Set as soon as the client sends another line; none if no lines are read until the reply is
    /// sent. Then nothing can be streamed either.
    pub fn next_line(&self) -> Option<&'a Stop> {
        self.next_line
    }

    /// Adds a text: to the stream if it has begun.
    pub fn text(&mut self, text: impl Into<String>) {
        if self.is_streamed {
            self.stream(&text.into());
        } else if self.text.is_empty() {
            self.text = text.into();
        } else {
            self.text.push_str(&text.into());
        }
    }

    /// Sends a block of live graphics. A lost client is noticed when the reply is sent.
    pub fn live(&mut self, block: &str) {
        let _ = self.send(block);
    }

    /// Sends a part of the reply at once. The first one begins it as a success.
    pub fn stream(&mut self, text: &str) {
        if !self.is_streamed {
            self.is_streamed = true;
            let id = self.request.id.as_ref().map(ToString::to_string).unwrap_or_default();
            self.send_or_stop(&format!("={id}\n"));
        }
        if !text.is_empty() {
            self.send_or_stop(text);
        }
    }

    /// Ends the search if the client has closed the pipe.
    fn send_or_stop(&mut self, text: &str) {
        log::debug!("> {text:?}");
        if self.send(text).is_err() {
            self.stop.set();
            if let Some(next_line) = self.next_line {
                next_line.set();
            }
        }
    }

    fn send(&mut self, text: &str) -> std::io::Result<()> {
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }

    /// What is still to be sent: the text, or why the command failed; none if it was streamed.
    pub fn finish(mut self, result: CommandResult) -> Option<Result<String, String>> {
        if self.is_streamed {
            // The reply has begun as a success, so a failure is a line of it; an empty line ends
            // the reply. A lost client is noticed at the next reply.
            let failure = result.err().map_or(String::new(), |failure| format!("? {failure}\n"));
            let _ = self.send(&format!("{failure}\n"));
            return None;
        }
        Some(result.map(|()| self.text).map_err(|failure| failure.to_string()))
    }
}
