//! The thread that writes to the engine.
//!
//! A write to a pipe blocks for ever if the engine does not read. Only this thread can block; it
//! wakes up when the process is killed and the pipe breaks.

use std::io::{Error, ErrorKind, Write};
use std::process::ChildStdin;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use super::ClientError;
use super::stopwatch::Stopwatch;

/// The capacity of the queue, in lines.
const WAITING: usize = 8;

/// The client's end of the channel to the writing thread. A clone interrupts an engine from a
/// thread other than the one that waits for its reply.
#[derive(Clone, Debug)]
pub struct Interrupter(SyncSender<Message>);

/// A line, or `None` to close the pipe.
type Message = Option<String>;

impl Interrupter {
    /// Writes the comment `# interrupt`, which asks the engine to stop its search.
    ///
    /// Never blocks: it fails if the queue is full because the engine does not read.
    pub fn interrupt(&self) -> Result<(), ClientError> {
        self.0.try_send(Some("# interrupt\n".to_string())).map_err(|error| match error {
            TrySendError::Full(_) => Error::new(ErrorKind::WouldBlock, "it does not read").into(),
            TrySendError::Disconnected(_) => Error::from(ErrorKind::BrokenPipe).into(),
        })
    }

    pub(super) fn start(stdin: ChildStdin) -> Result<Interrupter, Error> {
        let (sender, messages) = sync_channel(WAITING);
        let name = "gtp-writer".to_string();
        thread::Builder::new().name(name).spawn(move || write_all(stdin, &messages))?;
        Ok(Interrupter(sender))
    }

    /// Queues a line; waits until `limit` if the queue is full. A broken pipe is not an error
    /// here: the reader reports why it broke (the engine ended).
    pub(super) fn line(
        &self,
        line: &str,
        watch: &mut Stopwatch,
        limit: Duration,
    ) -> Result<(), ClientError> {
        let mut message = Some(format!("{line}\n"));
        while let Err(TrySendError::Full(unsent)) = self.0.try_send(message) {
            if watch.look() >= limit {
                return Err(ClientError::TimedOut(limit));
            }
            thread::sleep(super::PAUSE);
            message = unsent;
        }
        Ok(())
    }

    /// Closes the engine's input once all lines are written, even if other handles exist.
    pub(super) fn close(&self) {
        // If the channel is full, the engine will be killed anyway.
        let _ = self.0.try_send(None);
    }
}

fn write_all(mut stdin: ChildStdin, messages: &Receiver<Message>) {
    while let Ok(Some(line)) = messages.recv() {
        if stdin.write_all(line.as_bytes()).is_err() {
            return;
        }
    }
}
