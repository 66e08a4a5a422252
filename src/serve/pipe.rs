//! The two ends of a session: messages that are read as if they came through a
//! pipe, and a pipe whose text goes out as messages.

use std::{
    io::{self, BufRead, Read, Write},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
};

use tokio::sync::mpsc as asynchronous;

/// So many bytes of messages wait at most for the session to read them.
const MOST_WAITING: usize = 1 << 20;

/// So many messages wait at most for the client to read them; then the session
/// waits.
const MOST_REPLIES: usize = 64;

/// Where messages of the client go in. The session's input ends when this is
/// dropped.
pub struct Messages {
    messages: mpsc::Sender<Vec<u8>>,
    waiting: Arc<AtomicUsize>,
}

/// What the session reads: the lines of the messages.
pub struct Lines {
    messages: mpsc::Receiver<Vec<u8>>,
    waiting: Arc<AtomicUsize>,
    message: Vec<u8>,
    read: usize,
}

/// The way of lines to a session.
pub fn input() -> (Messages, Lines) {
    let (sender, messages) = mpsc::channel();
    let waiting = Arc::new(AtomicUsize::new(0));
    let sender = Messages { messages: sender, waiting: Arc::clone(&waiting) };
    (sender, Lines { messages, waiting, message: Vec::new(), read: 0 })
}

impl Messages {
    /// Passes a message on; whether there was room for it. The end of a message
    /// is the end of a line.
    pub fn send(&self, text: &str) -> bool {
        let mut message = text.as_bytes().to_vec();
        if !text.ends_with('\n') {
            message.push(b'\n');
        }
        let has_room = self.waiting.load(Ordering::Relaxed) < MOST_WAITING;
        if has_room {
            self.waiting.fetch_add(message.len(), Ordering::Relaxed);
            // A session that has ended is noticed by its replies.
            let _ = self.messages.send(message);
        }
        has_room
    }
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Lines {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.message.len() {
            // An error is the end: nobody will send any more.
            self.message = self.messages.recv().unwrap_or_default();
            self.waiting.fetch_sub(self.message.len(), Ordering::Relaxed);
            self.read = 0;
        }
        Ok(&self.message[self.read..])
    }

    fn consume(&mut self, amount: usize) {
        self.read += amount;
    }
}

/// Where a session writes: what it flushes is one message.
pub struct Replies {
    messages: asynchronous::Sender<String>,
    text: Vec<u8>,
}

/// The way of replies from a session.
pub fn output() -> (Replies, asynchronous::Receiver<String>) {
    let (messages, receiver) = asynchronous::channel(MOST_REPLIES);
    (Replies { messages, text: Vec::new() }, receiver)
}

impl Write for Replies {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.text.is_empty() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&self.text).into_owned();
        self.text.clear();
        self.messages.blocking_send(text).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
