//! Replies on their way to the client. A thread of its own writes them, so that
//! neither searches nor the reading of input stand still while the client is
//! slow to read; some clients read nothing until they have sent all queries.

use std::{
    io::{ErrorKind, Write},
    mem,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

/// Searches wait while more than this is unwritten.
const MOST_UNWRITTEN: usize = 16 << 20;

/// The lines that are not written yet.
#[derive(Default)]
pub struct Output {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    lines: Vec<u8>,
    is_writing: bool,
    is_closed: bool,
}

impl Output {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while(&self, condition: impl FnMut(&mut State) -> bool) -> MutexGuard<'_, State> {
        let state = self.changed.wait_while(self.lock(), condition);
        state.unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends whole lines.
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

    /// Writes until nobody reads any more.
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
                    log::error!("replies cannot be written: {error}");
                }
                return self.close();
            }
            // Before anybody is told of it: who waits for the end looks at this.
            self.lock().is_writing = false;
            self.changed.notify_all();
        }
    }

    /// Nobody reads any more.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Waits until everything is written.
    pub fn wait_until_written(&self) {
        drop(
            self.wait_while(|state| {
                (state.is_writing || !state.lines.is_empty()) && !state.is_closed
            }),
        );
    }
}
