//! The output of a session: text that is sent as messages.

use std::io::{self, Write};

use tokio::sync::mpsc;

/// The most messages that wait for the client; then the session waits.
const MOST_WAITING: usize = 16;

/// The writer of a session: each flush sends one message.
pub struct ReplyWriter {
    messages: mpsc::Sender<String>,
    text: Vec<u8>,
}

/// A channel for the replies of a session.
pub fn replies() -> (ReplyWriter, mpsc::Receiver<String>) {
    let (messages, receiver) = mpsc::channel(MOST_WAITING);
    (ReplyWriter { messages, text: Vec::new() }, receiver)
}

impl Write for ReplyWriter {
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
