//! Drives a GTP engine over pipes, with a deadline for every operation.
//!
//! The engine may crash, hang, flood its output or write garbage, and a tournament must go on.
//! Both pipes are therefore served by their own threads behind bounded channels: the caller waits
//! on a channel, which can time out, and never on a pipe, which cannot. The first error is final
//! and ends the engine, because from then on replies cannot be matched to commands.

mod exchange;
#[cfg(unix)]
mod group;
mod output;
mod process;
mod reader;
mod stopwatch;
mod writer;

use std::io::{Error, ErrorKind};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::request::without_comment;

pub use exchange::ClientError;
use exchange::Meanwhile;
use output::{Output, OutputReader};
use process::{Process, is_shortage};
pub use reader::MAX_REPLY;
use reader::ReaderEvent;
use stopwatch::Stopwatch;
pub use writer::Interrupter;

/// The longest pause between two checks whether a process has ended.
const PAUSE: Duration = Duration::from_millis(5);

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
    output: Arc<Output>,
    /// How long the last command took.
    last_time: Duration,
    /// Whether the reader passes the lines of a reply on as they come.
    streams: Arc<AtomicBool>,
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
        let failed = |error| {
            if is_shortage(&error) {
                ClientError::Resources(command.to_string(), Arc::new(error))
            } else {
                ClientError::Start(command.to_string(), Arc::new(error))
            }
        };
        let words = shlex::split(command).ok_or_else(|| {
            Error::new(ErrorKind::InvalidInput, "a quote or a backslash lacks its counterpart")
        });
        let words = words.map_err(failed)?;
        let (process, stdin, stdout) = Process::start(&words, stderr).map_err(failed)?;
        let writer = Interrupter::start(stdin).map_err(failed)?;
        let streams = Arc::new(AtomicBool::new(false));
        let output = Output::new(&stdout).map_err(failed)?;
        let reader = OutputReader { pipe: stdout, output: Arc::clone(&output) };
        let events = reader::start(reader, Arc::clone(&streams)).map_err(failed)?;
        let last_time = Duration::ZERO;
        Ok(GtpClient { process, writer, events, output, last_time, streams, failure: None })
    }

    /// Sends one command and waits for its reply: the text of `=`, or
    /// [`ClientError::Refused`] with the message of `?`.
    ///
    /// After any other error the engine has been killed, and every later call returns the same
    /// error at once. The exception is a command that is not a single non-empty line: it is
    /// refused with a [`ClientError::Io`] of kind `InvalidInput`, and the engine stays usable.
    pub fn send(&mut self, command: &str, limit: Duration) -> Result<String, ClientError> {
        self.send_until(command, limit, &|| false)
    }

    /// Like [`send`](GtpClient::send), but writes the comment `# interrupt` as soon as `is_over`
    /// is true. Only for engines that know it, as `gogui-interrupt` says.
    pub fn send_until(
        &mut self,
        command: &str,
        limit: Duration,
        is_over: &dyn Fn() -> bool,
    ) -> Result<String, ClientError> {
        let end = "# interrupt";
        self.send_with(command, limit, &mut Meanwhile { is_over, end, on_line: None })
    }

    /// Sends a command whose reply goes on until the next line, such as `lz-analyze`. `on_line` gets
    /// the lines of the reply as they come. As soon as `is_over` is true, an empty line is sent, and
    /// the reply must end within `limit`.
    pub fn stream(
        &mut self,
        command: &str,
        limit: Duration,
        is_over: &dyn Fn() -> bool,
        on_line: &mut dyn FnMut(&str),
    ) -> Result<(), ClientError> {
        self.streams.store(true, Ordering::Release);
        let mut meanwhile = Meanwhile { is_over, end: "", on_line: Some(on_line) };
        let reply = self.send_with(command, limit, &mut meanwhile);
        self.streams.store(false, Ordering::Release);
        reply.map(drop)
    }

    fn send_with(
        &mut self,
        command: &str,
        limit: Duration,
        meanwhile: &mut Meanwhile<'_>,
    ) -> Result<String, ClientError> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        check(command)?;
        match self.exchange(command, limit, meanwhile) {
            Ok(reply) => reply.map_err(ClientError::Refused),
            Err(error) => {
                self.process.end();
                self.failure = Some(error.clone());
                Err(error)
            }
        }
    }

    /// A handle that interrupts the engine's search, also from another thread while
    /// [`send`](GtpClient::send) waits.
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
        self.writer.line("quit", &mut Stopwatch::start(), limit)?;
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

    /// How long the last command took, from its first byte to the end of its reply. The time in
    /// which this process did not run, because it was stopped or the machine was busy, is neither
    /// part of that nor of a limit.
    pub fn last_time(&self) -> Duration {
        self.last_time
    }

    /// The process id of the engine.
    pub fn pid(&self) -> u32 {
        self.process.pid()
    }
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
