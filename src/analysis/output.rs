//! The output thread writes the replies, so that neither searches nor input wait for a client
//! that reads slowly. Some clients read nothing until they have sent all queries.

use std::io::{self, ErrorKind, Write};
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Searches wait while more than this many bytes are unwritten.
const MOST_UNWRITTEN: usize = 16 << 20;

/// The lines that are not written yet.
#[derive(Default)]
pub struct Output {
    state: Mutex<OutputState>,
    changed: Condvar,
}

#[derive(Default)]
struct OutputState {
    lines: Vec<u8>,
    is_writing: bool,
    is_closed: bool,
    error: Option<io::Error>,
}

impl Output {
    fn lock(&self) -> MutexGuard<'_, OutputState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while(
        &self,
        condition: impl FnMut(&mut OutputState) -> bool,
    ) -> MutexGuard<'_, OutputState> {
        let state = self.changed.wait_while(self.lock(), condition);
        state.unwrap_or_else(PoisonError::into_inner)
    }

    pub fn send(&self, lines: &[u8]) {
        if !lines.is_empty() {
            self.lock().lines.extend_from_slice(lines);
            self.changed.notify_all();
        }
    }

    /// The same for searches, which wait if the client reads too slowly.
    pub fn send_in_turn(&self, lines: &[u8]) {
        drop(self.wait_while(|state| state.lines.len() > MOST_UNWRITTEN && !state.is_closed));
        self.send(lines);
    }

    /// Writes lines until the output is closed. An error of the pipe closes it, and is kept unless
    /// the client has gone.
    pub fn run(&self, mut output: impl Write) {
        let mut lines = Vec::new();
        loop {
            let mut state = self.wait_while(|state| state.lines.is_empty() && !state.is_closed);
            if state.is_closed {
                return;
            }
            mem::swap(&mut lines, &mut state.lines);
            state.is_writing = true;
            drop(state);
            let written = output.write_all(&lines).and_then(|()| output.flush());
            lines.clear();
            lines.shrink_to(1 << 20);
            if let Err(error) = written {
                if error.kind() != ErrorKind::BrokenPipe {
                    self.lock().error = Some(error);
                }
                return self.close();
            }
            // Cleared before the notification, because `wait_until_written` reads it.
            self.lock().is_writing = false;
            self.changed.notify_all();
        }
    }

    /// Closes the output: the client has closed the pipe.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Waits until all lines are written or the output is closed; returns why it was.
    pub fn wait_until_written(&self) -> io::Result<()> {
        let is_pending = |state: &OutputState| state.is_writing || !state.lines.is_empty();
        let mut state = self.wait_while(|state| is_pending(state) && !state.is_closed);
        state.error.take().map_or(Ok(()), Err)
    }
}
