//! Drives a GTP engine over pipes, with a deadline for every operation.
//!
//! The engine may crash, hang, flood its output or write garbage, and a tournament must go on.
//! Both pipes are therefore served by their own threads behind bounded channels: the caller waits
//! on a channel, which can time out, and never on a pipe, which cannot. The first error is final
//! and ends the engine, because from then on replies cannot be matched to commands.

mod error;
mod group;
mod process;
mod reader;
mod writer;

use std::io::{Error, ErrorKind};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use crate::request::without_comment;

pub use error::ClientError;
use process::Process;
pub use reader::MAX_REPLY;
use reader::{EngineReply, ReaderEvent};
pub use writer::Interrupter;

/// The time that a process with closed output gets to exit.
const REAPING: Duration = Duration::from_millis(500);
/// The longest pause between two checks whether a process has ended.
const PAUSE: Duration = Duration::from_millis(5);
/// The pause while a reply is awaited: most processes that end close their output, which wakes
/// the wait.
const POLL_REPLY: Duration = Duration::from_millis(50);
/// The time that the reader gets for the remaining output of an ended process.
const DRAIN: Duration = Duration::from_millis(100);

/// An engine process that answers commands. Dropping it kills and reaps the process.
///
/// ```no_run
/// use std::time::Duration;
/// use kring_protocol::GtpClient;
/// let second = Duration::from_secs(1);
/// let mut engine = GtpClient::start("kring --seed 7")?;
/// engine.send("boardsize 11", second)?;
/// println!("{}", engine.send("genmove black", 60 * second)?);
/// engine.quit(second)?;
/// # Ok::<(), kring_protocol::ClientError>(())
/// ```
///
/// On Unix the engine's child processes are killed with it, and all of them are also killed when
/// this process ends in any way. Only a child that has left the engine's process group escapes;
/// if it holds the pipes, the two threads that serve them live as long as it does.
#[derive(Debug)]
pub struct GtpClient {
    process: Process,
    writer: Interrupter,
    events: Receiver<ReaderEvent>,
    failure: Option<ClientError>,
}

impl GtpClient {
    /// Starts an engine that inherits our stderr.
    ///
    /// `command` is split as a POSIX shell splits simple words, with quotes, backslashes and
    /// comments. No shell is started and nothing is expanded: the process id would be the
    /// shell's, and killing the shell would leave the engine running.
    pub fn start(command: &str) -> Result<GtpClient, ClientError> {
        GtpClient::start_with_stderr(command, Stdio::inherit())
    }

    /// Starts an engine like [`start`](GtpClient::start), with another stderr.
    pub fn start_with_stderr(command: &str, stderr: Stdio) -> Result<GtpClient, ClientError> {
        let failed = |error| ClientError::Start(command.to_string(), Arc::new(error));
        let words = shlex::split(command).ok_or_else(|| {
            Error::new(ErrorKind::InvalidInput, "a quote or a backslash lacks its counterpart")
        });
        let words = words.map_err(failed)?;
        let (process, stdin, stdout) = Process::start(&words, stderr).map_err(failed)?;
        let writer = Interrupter::start(stdin).map_err(failed)?;
        let events = reader::start(stdout).map_err(failed)?;
        Ok(GtpClient { process, writer, events, failure: None })
    }

    /// Sends one command and waits for its reply: the text of `=`, or
    /// [`ClientError::Refused`] with the message of `?`.
    ///
    /// After any other error the engine has been killed, and every later call returns the same
    /// error at once. The exception is a command that is not a single non-empty line: it is
    /// refused with a [`ClientError::Io`] of kind `InvalidInput`, and the engine stays usable.
    pub fn send(&mut self, command: &str, limit: Duration) -> Result<String, ClientError> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        check(command)?;
        match self.exchange(command, limit) {
            Ok(reply) => reply.map_err(ClientError::Refused),
            Err(error) => {
                self.process.end();
                self.failure = Some(error.clone());
                Err(error)
            }
        }
    }

    /// Writes the comment `# interrupt`, which asks the engine to stop its search.
    pub fn interrupt(&mut self) -> Result<(), ClientError> {
        self.writer.interrupt()
    }

    /// A handle for another thread, to interrupt while [`send`](GtpClient::send) waits.
    pub fn interrupter(&self) -> Interrupter {
        self.writer.clone()
    }

    /// Sends `quit`, closes the engine's input and waits for the process to end.
    ///
    /// The reply and the exit status are ignored. A process that still runs after `limit` is
    /// killed, and the error is [`ClientError::TimedOut`].
    pub fn quit(mut self, limit: Duration) -> Result<(), ClientError> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let start = Instant::now();
        self.writer.line("quit", limit)?;
        self.writer.close();
        while self.process.ended().is_none() {
            if start.elapsed() >= limit {
                return Err(ClientError::TimedOut(limit));
            }
            // Keep reading: an engine that blocks on a full pipe could not end.
            if let Err(RecvTimeoutError::Disconnected) = self.events.recv_timeout(PAUSE) {
                std::thread::sleep(PAUSE);
            }
        }
        Ok(())
    }

    /// The process id of the engine.
    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// Sends one command and receives one reply. Errors here are final.
    fn exchange(
        &mut self,
        command: &str,
        limit: Duration,
    ) -> Result<Result<String, String>, ClientError> {
        match self.events.try_recv() {
            Ok(Ok(EngineReply { body: Ok(text) | Err(text), .. })) => {
                let what = format!("a reply to no command: {text}");
                return Err(ClientError::Garbage(what));
            }
            Ok(Err(end)) => return Err(self.ended(end)),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => {}
        }
        let start = Instant::now();
        self.writer.line(command, limit)?;
        let left = limit.saturating_sub(start.elapsed());
        match self.event(left).ok_or(ClientError::TimedOut(limit))? {
            Ok(EngineReply { id: Some(id), body: Ok(text) | Err(text) })
                if id_of(command) != Some(&id) =>
            {
                let what = format!("a reply with the id {id} of no command: {text}");
                Err(ClientError::Garbage(what))
            }
            Ok(reply) => Ok(reply.body),
            Err(end) => Err(self.ended(end)),
        }
    }

    /// The next event of the engine; `None` on timeout. A process that has ended is noticed even
    /// if one of its children holds its output open.
    fn event(&mut self, limit: Duration) -> Option<ReaderEvent> {
        let start = Instant::now();
        loop {
            let left = limit.saturating_sub(start.elapsed());
            match self.events.recv_timeout(left.min(POLL_REPLY)) {
                Ok(event) => return Some(event),
                Err(RecvTimeoutError::Disconnected) => return Some(Err(None)),
                Err(RecvTimeoutError::Timeout) if self.process.ended().is_some() => {
                    return Some(self.events.recv_timeout(DRAIN).unwrap_or(Err(None)));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return None,
                Err(RecvTimeoutError::Timeout) => {}
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

/// Checks that the command is one line: a blank line would get no reply, and two lines would get
/// two.
fn check(command: &str) -> Result<(), ClientError> {
    let content = &command[..without_comment(command.as_bytes()).len()];
    let blank = content.chars().all(|c| c.is_whitespace() || c.is_control());
    if blank || command.contains(['\n', '\r']) {
        return Err(Error::new(ErrorKind::InvalidInput, "not one command on one line").into());
    }
    Ok(())
}
