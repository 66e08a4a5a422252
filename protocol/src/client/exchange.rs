//! One command and its reply: what the client waits for, what it does meanwhile, and what can go
//! wrong.

use std::io::Error;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, TryRecvError};
use std::time::Duration;

use super::GtpClient;
use super::output::Unread;
use super::reader::{EngineOutput, EngineReply, ReaderEvent};
use super::stopwatch::Stopwatch;
use crate::args::quote;

/// The time that a process with closed output gets to exit.
const REAPING: Duration = Duration::from_secs(2);
/// The pause while the reader is busy with what the engine has written.
const READING: Duration = Duration::from_millis(1);

/// Why an operation of a [`GtpClient`](crate::GtpClient) failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ClientError {
    /// The command line that could not be started, and the error.
    #[error("cannot start {}: {}", quote(.0), .1)]
    Start(String, Arc<Error>),
    /// This process lacks descriptors, processes, threads or memory for the engine of this command
    /// line, which is not the engine's fault.
    #[error("no resources for {}: {}", quote(.0), .1)]
    Resources(String, Arc<Error>),
    /// The process ended or closed its output; with its exit status as text.
    #[error("the engine ended: {0}")]
    Exited(String),
    /// The engine neither replied nor ended within this time.
    #[error("the engine did not answer within {0:?}, or not with an empty line at the end")]
    TimedOut(Duration),
    /// The engine wrote this text, which is not a GTP reply.
    #[error("the engine wrote something that is not a GTP reply: {}", quote(.0))]
    Garbage(String),
    /// A reply longer than [`MAX_REPLY`](crate::MAX_REPLY).
    #[error("the engine wrote a reply of more than {} bytes", crate::MAX_REPLY)]
    TooLong,
    /// The engine answered `? message`; it is still usable.
    #[error("the engine refused: {0}")]
    Refused(String),
    /// A pipe failed, or the command could not be sent.
    #[error("cannot talk to the engine: {0}")]
    Io(Arc<Error>),
}

impl From<Error> for ClientError {
    fn from(error: Error) -> ClientError {
        ClientError::Io(Arc::new(error))
    }
}

/// What a client does while it waits for a reply.
pub(super) struct Meanwhile<'a> {
    /// Whether the rest of the reply is not wanted.
    pub is_over: &'a dyn Fn() -> bool,
    /// The line that is written then.
    pub end: &'static str,
    /// Takes the lines of a reply that is streamed.
    pub on_line: Option<&'a mut dyn FnMut(&str)>,
}

impl GtpClient {
    /// Sends one command and receives one reply. Errors here are final.
    pub(super) fn exchange(
        &mut self,
        command: &str,
        limit: Duration,
        meanwhile: &mut Meanwhile<'_>,
    ) -> Result<Result<String, String>, ClientError> {
        self.last_time = Duration::ZERO;
        match self.events.try_recv() {
            Ok(Ok(EngineOutput::Line(text) | EngineOutput::Reply((_, Ok(text) | Err(text))))) => {
                let what = format!("a reply to no command: {text}");
                return Err(ClientError::Garbage(what));
            }
            Ok(Err(end)) => return Err(self.ended(end)),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => {}
        }
        let mut watch = Stopwatch::start();
        let reply = self.reply(command, &mut watch, limit, meanwhile);
        self.last_time = watch.look();
        match reply? {
            (Some(id), Ok(text) | Err(text)) if id_of(command) != Some(&id) => {
                let what = format!("a reply with the id {id} of no command: {text}");
                Err(ClientError::Garbage(what))
            }
            (_, body) => Ok(body),
        }
    }

    /// Sends a command and waits for the reply. The limit of a streamed reply begins when its end is
    /// wanted. An engine is late if its time is up and all that it has written is read.
    fn reply(
        &mut self,
        command: &str,
        watch: &mut Stopwatch,
        limit: Duration,
        meanwhile: &mut Meanwhile<'_>,
    ) -> Result<EngineReply, ClientError> {
        self.writer.line(command, watch, limit)?;
        let mut has_ended = false;
        let mut unread = Unread::default();
        loop {
            if !has_ended && (meanwhile.is_over)() {
                has_ended = true;
                if meanwhile.on_line.is_some() {
                    *watch = Stopwatch::start();
                }
                self.writer.line(meanwhile.end, watch, limit)?;
            }
            let is_limited = has_ended || meanwhile.on_line.is_none();
            let left = if is_limited { limit.saturating_sub(watch.look()) } else { limit };
            // What was written in time is handed on before the next event is looked for.
            let is_late = is_limited && left.is_zero() && !unread.is_left(&self.output);
            let wait = if is_late { Duration::ZERO } else { left.clamp(READING, Stopwatch::STEP) };
            match self.event(wait, &mut unread) {
                Some(Ok(EngineOutput::Reply(reply))) => return Ok(reply),
                Some(Err(end)) => return Err(self.ended(end)),
                _ if is_late => return Err(ClientError::TimedOut(limit)),
                Some(Ok(EngineOutput::Line(line))) => {
                    if let Some(on_line) = &mut meanwhile.on_line {
                        on_line(&line);
                    }
                }
                None => {}
            }
        }
    }

    /// The next event of the engine; `None` on timeout. A process that has ended is noticed even
    /// if one of its children holds its output open, once all that was written before is read.
    fn event(&mut self, limit: Duration, unread: &mut Unread) -> Option<ReaderEvent> {
        match self.events.recv_timeout(limit) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Disconnected) => Some(Err(None)),
            Err(RecvTimeoutError::Timeout) => {
                let is_over = self.process.ended().is_some() && !unread.is_left(&self.output);
                is_over.then(|| self.events.try_recv().unwrap_or(Err(None)))
            }
        }
    }

    /// The error after the end of the output; `None`: it was closed.
    fn ended(&mut self, end: Option<ClientError>) -> ClientError {
        end.unwrap_or_else(|| {
            let status = self.process.ended_within(REAPING);
            let went_on = || "it closed its output and went on".to_string();
            ClientError::Exited(status.unwrap_or_else(went_on))
        })
    }
}

/// The id that a command begins with.
fn id_of(command: &str) -> Option<&str> {
    let word = command.split_whitespace().next()?;
    word.bytes().all(|byte| byte.is_ascii_digit()).then_some(word)
}
