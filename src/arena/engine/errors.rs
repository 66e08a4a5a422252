//! What an engine writes to its standard error. The last lines often say why
//! it crashed, so they are kept.

use std::{
    collections::VecDeque,
    io::{self, BufRead, BufReader, Read},
    process::Stdio,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, sync_channel},
    },
    thread,
    time::Duration,
};

/// The last lines of an engine's standard error.
pub struct Errors {
    lines: Arc<Mutex<VecDeque<String>>>,
    /// Closed when nothing more can come.
    end: Receiver<()>,
}

impl Errors {
    /// Lines that are kept, and the bytes of each.
    const LINES: usize = 5;
    const LENGTH: u64 = 300;

    /// How long the lines of an engine that has ended are waited for: its
    /// children may hold the pipe for ever.
    const WAIT: Duration = Duration::from_millis(200);

    /// Where the engine is to write, and what it has written.
    pub fn start() -> io::Result<(Stdio, Errors)> {
        let (reader, writer) = io::pipe()?;
        let lines = Arc::new(Mutex::new(VecDeque::new()));
        let (sender, end) = sync_channel(0);
        let kept = Arc::clone(&lines);
        thread::Builder::new().name("gtp-errors".to_owned()).spawn(move || {
            read_all(reader, &kept);
            drop(sender);
        })?;
        Ok((writer.into(), Errors { lines, end }))
    }

    /// The last lines of an engine that has ended; empty if there are none.
    pub fn last(&self) -> String {
        // Nothing is ever sent: this waits until the other end is closed.
        let _ = self.end.recv_timeout(Errors::WAIT);
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().map(String::as_str).collect::<Vec<_>>().join("\n")
    }
}

/// Reads to the end, whatever comes: an engine must never wait for us.
fn read_all(pipe: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut pipe = BufReader::new(pipe);
    let mut line = Vec::new();
    while (&mut pipe).take(Errors::LENGTH).read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
        let text: String = String::from_utf8_lossy(&line).trim_end().to_owned();
        log::debug!("{text}");
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if !text.is_empty() {
            kept.push_back(text);
        }
        if kept.len() > Errors::LINES {
            kept.pop_front();
        }
        line.clear();
    }
}
