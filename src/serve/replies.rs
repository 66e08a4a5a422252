//! Where a session writes: a pipe whose text goes out as messages.

use std::io::{self, Write};

use tokio::sync::mpsc;

/// The most messages that wait for the client to read them; then the session
/// waits.
const MOST_WAITING: usize = 16;

/// Where a session writes: what it flushes is one message.
pub struct Replies {
    messages: mpsc::Sender<String>,
    text: Vec<u8>,
}

/// The way of replies from a session.
pub fn replies() -> (Replies, mpsc::Receiver<String>) {
    let (messages, receiver) = mpsc::channel(MOST_WAITING);
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
