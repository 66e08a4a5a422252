//! The queue of a client's lines that wait to be answered.
//!
//! Lines are read far ahead, so that an interruption is seen however many lines wait before it.
//! They wait as text in one buffer: a line costs its bytes and one for its end, so the memory of
//! a flood is bounded. A hang-up is a flag and not a line, because a full buffer would hold that
//! line back. A channel of a library would bound the lines and not their bytes, so the queue is by
//! hand.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use kring_agents::Stop;
use kring_protocol::is_interrupt;

use crate::session::Sandbox;

/// The most bytes that wait.
const CAPACITY: usize = 64 << 20;

/// The same for an untrusted client: there may be many of them.
const CAPACITY_SANDBOXED: usize = 1 << 20;

/// An empty buffer with a larger capacity than this is freed.
const KEPT: usize = 64 << 10;

/// A bounded queue of lines from the thread that reads them to the one that answers them.
///
/// ```
/// use kring::{board::{Rules, Size}, gtp::{GtpSession, Inbox, answer}};
/// use kring::session::Session;
/// let session = Session::new(Size::new(5, 5)?, Rules::default(), None, 1);
/// let mut session = GtpSession::new(session);
/// let inbox = Inbox::new(None);
/// assert!(inbox.offer("name\n1 turn"));
/// inbox.end();
/// let mut replies = Vec::new();
/// answer(&mut session, &inbox, &mut replies)?;
/// assert_eq!(replies, b"= Kring\n\n=1 black\n\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Inbox {
    queue: Mutex<LineQueue>,
    /// The queue is no longer empty, or there will be no more lines.
    has_line: Condvar,
    /// There is room for a line that waits to be put in, or no more lines are taken.
    has_room: Condvar,
    capacity: usize,
    /// The number of the last line that an interruption ended.
    interrupted: Arc<AtomicU64>,
    /// The number of the last line received; `u64::MAX` after the end of input.
    received: Arc<AtomicU64>,
}

/// All lines are numbered from one, even empty ones, because each line ends an analysis.
#[derive(Default)]
struct LineQueue {
    /// The lines that wait, each with a newline.
    text: VecDeque<u8>,
    /// The number of the last line that was put in.
    last_in: u64,
    /// The number of the last line that was taken out.
    last_out: u64,
    /// A line waits to be put in.
    writer_waits: bool,
    has_ended: bool,
    /// The client is gone, or no more lines are taken.
    is_hung_up: bool,
}

pub(super) struct InboxLine {
    pub text: Vec<u8>,
    /// Set by an interruption after this line.
    pub stop: Stop,
    /// Set as soon as the next line arrives.
    pub next_line: Stop,
}

impl Inbox {
    /// An empty inbox for a client with these limits.
    pub fn new(sandbox: Option<&Sandbox>) -> Inbox {
        Inbox {
            queue: Mutex::default(),
            has_line: Condvar::new(),
            has_room: Condvar::new(),
            capacity: if sandbox.is_some() { CAPACITY_SANDBOXED } else { CAPACITY },
            interrupted: Arc::default(),
            received: Arc::default(),
        }
    }

    fn queue(&self) -> MutexGuard<'_, LineQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is room for a line and puts it in; returns false after a hang-up. A line
    /// that is longer than the capacity waits alone.
    pub(super) fn put(&self, line: &[u8]) -> bool {
        let size = line.len() + 1;
        let must_wait = |queue: &LineQueue| {
            let has_room = queue.text.is_empty() || queue.text.len() + size <= self.capacity;
            !has_room && !queue.is_hung_up
        };
        let waited = self.has_room.wait_while(self.queue(), |queue| {
            queue.writer_waits = must_wait(queue);
            queue.writer_waits
        });
        let mut queue = waited.unwrap_or_else(PoisonError::into_inner);
        if !queue.is_hung_up {
            self.push(&mut queue, line);
        }
        !queue.is_hung_up
    }

    /// Puts the lines of a message in if there is room for all of them now; returns whether there
    /// is. The end of the message ends a line. After a hang-up the lines are dropped; the queue is
    /// then empty, so the answer is true for every message that is shorter than the capacity.
    pub fn offer(&self, message: &str) -> bool {
        let mut queue = self.queue();
        let has_room = queue.text.len() + message.len() < self.capacity;
        if has_room && !queue.is_hung_up {
            let lines = message.strip_suffix('\n').unwrap_or(message).split('\n');
            for line in lines {
                self.push(&mut queue, line.as_bytes());
            }
        }
        has_room
    }

    /// Adds a line. Blank lines and interruptions are counted but not stored.
    fn push(&self, queue: &mut LineQueue, line: &[u8]) {
        if queue.text.is_empty() {
            self.has_line.notify_one();
        }
        queue.last_in += 1;
        self.received.store(queue.last_in, Ordering::Relaxed);
        if is_interrupt(line) {
            self.interrupted.store(queue.last_in, Ordering::Relaxed);
        } else if !line.iter().all(u8::is_ascii_whitespace) {
            queue.text.extend(line);
        }
        queue.text.push_back(b'\n');
    }

    /// Marks the end of input; lines that wait are still answered.
    pub fn end(&self) {
        self.queue().has_ended = true;
        self.received.store(u64::MAX, Ordering::Relaxed);
        self.has_line.notify_all();
    }

    /// Marks that the client is gone: interrupts the running command and drops the lines that wait.
    pub fn hang_up(&self) {
        let mut queue = self.queue();
        queue.is_hung_up = true;
        queue.text = VecDeque::new();
        self.interrupted.store(u64::MAX, Ordering::Relaxed);
        self.received.store(u64::MAX, Ordering::Relaxed);
        self.has_line.notify_all();
        self.has_room.notify_all();
    }

    pub(super) fn is_hung_up(&self) -> bool {
        self.queue().is_hung_up
    }

    /// The queue, as soon as it has a line or there will be none.
    fn wait_for_line(&self) -> MutexGuard<'_, LineQueue> {
        // In a browser lines come only while the engine is suspended.
        #[cfg(target_arch = "wasm32")]
        while self.queue().is_waiting() {
            kring_board::host::wait();
        }
        let waited = self.has_line.wait_while(self.queue(), |queue| queue.is_waiting());
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next line that is not blank; `None` if there will be none.
    pub(super) fn take(&self) -> Option<InboxLine> {
        loop {
            let mut queue = self.wait_for_line();
            let text = queue.pop()?;
            if queue.writer_waits {
                self.has_room.notify_one();
            }
            if !text.is_empty() {
                let stop = Stop::new(Arc::clone(&self.interrupted), queue.last_out);
                let next_line = Stop::new(Arc::clone(&self.received), queue.last_out + 1);
                return Some(InboxLine { text, stop, next_line });
            }
        }
    }
}

impl LineQueue {
    /// Whether there is nothing to take, and more may come.
    fn is_waiting(&self) -> bool {
        self.text.is_empty() && !self.has_ended && !self.is_hung_up
    }

    /// Removes the first line and returns it without its newline.
    fn pop(&mut self) -> Option<Vec<u8>> {
        let length = self.text.iter().position(|byte| *byte == b'\n')?;
        let line = self.text.drain(..=length).take(length).collect();
        self.last_out += 1;
        if self.text.is_empty() && self.text.capacity() > KEPT {
            self.text = VecDeque::new();
        }
        Some(line)
    }
}
