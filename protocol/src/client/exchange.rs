//! One command and its reply: what the client waits for, what it does meanwhile, and what can go
//! wrong.

use std::io::Error;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use super::GtpClient;
use super::reader::{EngineOutput, EngineReply, ReaderEvent};
use crate::args::quote;

/// The time that a process with closed output gets to exit.
const REAPING: Duration = Duration::from_millis(500);
/// The pause while a reply is awaited: most processes that end close their output, which wakes
/// the wait.
const POLL_REPLY: Duration = Duration::from_millis(50);
/// The time that the reader gets for the remaining output of an ended process.
const DRAIN: Duration = Duration::from_millis(100);

/// Why an operation of a [`GtpClient`](crate::GtpClient) failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ClientError {
    /// The command line that could not be started, and the error.
    #[error("cannot start {}: {}", quote(.0), .1)]
    Start(String, Arc<Error>),
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
        match self.events.try_recv() {
            Ok(Ok(EngineOutput::Line(text) | EngineOutput::Reply((_, Ok(text) | Err(text))))) => {
                let what = format!("a reply to no command: {text}");
                return Err(ClientError::Garbage(what));
            }
            Ok(Err(end)) => return Err(self.ended(end)),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => {}
        }
        let start = Instant::now();
        self.writer.line(command, limit)?;
        match self.reply(start, limit, meanwhile)? {
            (Some(id), Ok(text) | Err(text)) if id_of(command) != Some(&id) => {
                let what = format!("a reply with the id {id} of no command: {text}");
                Err(ClientError::Garbage(what))
            }
            (_, body) => Ok(body),
        }
    }

    /// The reply to the command that was sent at `start`. The limit of a streamed reply begins when
    /// its end is wanted.
    fn reply(
        &mut self,
        start: Instant,
        limit: Duration,
        meanwhile: &mut Meanwhile<'_>,
    ) -> Result<EngineReply, ClientError> {
        let mut ended = None;
        loop {
            if ended.is_none() && (meanwhile.is_over)() {
                ended = Some(Instant::now());
                self.writer.line(meanwhile.end, limit)?;
            }
            let since = if meanwhile.on_line.is_some() { ended } else { Some(start) };
            let left = since.map(|since| limit.saturating_sub(since.elapsed()));
            match self.event(left.unwrap_or(POLL_REPLY).min(POLL_REPLY)) {
                Some(Ok(EngineOutput::Reply(reply))) => return Ok(reply),
                Some(Err(end)) => return Err(self.ended(end)),
                _ if left == Some(Duration::ZERO) => return Err(ClientError::TimedOut(limit)),
                Some(Ok(EngineOutput::Line(line))) => {
                    meanwhile.on_line.iter_mut().for_each(|on_line| on_line(&line));
                }
                None => {}
            }
        }
    }

    /// The next event of the engine; `None` on timeout. A process that has ended is noticed even
    /// if one of its children holds its output open.
    fn event(&mut self, limit: Duration) -> Option<ReaderEvent> {
        match self.events.recv_timeout(limit) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Disconnected) => Some(Err(None)),
            Err(RecvTimeoutError::Timeout) => {
                let has_ended = self.process.ended().is_some();
                has_ended.then(|| self.events.recv_timeout(DRAIN).unwrap_or(Err(None)))
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
