//! The thread that parses the engine's output into replies.
//!
//! It stops at the first output that is not a reply, and blocks until its last reply is taken: a
//! flood of output therefore costs the memory of only a few replies.

use std::io::{BufRead, BufReader, Error, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::ClientError;
use super::output::OutputReader;

/// The longest reply that a client accepts, in bytes.
pub const MAX_REPLY: usize = 16 << 20;

/// The largest number of characters of garbage in an error.
const SAMPLE: usize = 200;

/// An event of the engine: its output, or why that has ended; `None`: it was closed.
pub(super) type ReaderEvent = Result<EngineOutput, Option<ClientError>>;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum EngineOutput {
    /// A line of a reply that is streamed.
    Line(String),
    /// A whole reply; only the end of one that was streamed.
    Reply(EngineReply),
}

/// A reply: its id, if it has one, and its text or message.
pub(super) type EngineReply = (Option<String>, Result<String, String>);

/// Starts the thread that reads replies. While `streams` is set, the lines of a
/// reply are sent as they come.
pub(super) fn start(
    reader: OutputReader,
    streams: Arc<AtomicBool>,
) -> Result<Receiver<ReaderEvent>, Error> {
    let (events, receiver) = sync_channel(1);
    let name = "gtp-reader".to_string();
    let input = BufReader::new(reader);
    let mut reader = ReplyReader { input, events, streams };
    thread::Builder::new().name(name).spawn(move || reader.read_all())?;
    Ok(receiver)
}

struct ReplyReader<R> {
    input: R,
    events: SyncSender<ReaderEvent>,
    streams: Arc<AtomicBool>,
}

impl<R: BufRead> ReplyReader<R> {
    fn read_all(&mut self) {
        loop {
            let event = self.read_reply().map(EngineOutput::Reply);
            let is_last = event.is_err();
            if self.events.send(event).is_err() || is_last {
                return;
            }
        }
    }

    /// Skips blank lines and live graphics, then reads a reply up to its empty line.
    fn read_reply(&mut self) -> Result<EngineReply, Option<ClientError>> {
        let input = &mut self.input;
        let mut in_graphics = false;
        loop {
            let line = next_line(input, MAX_REPLY)?;
            if in_graphics {
                in_graphics = !line.is_empty();
                continue;
            }
            match line.first() {
                Some(b'=' | b'?') => return self.read_rest(&line),
                Some(_) if line.starts_with(b"gogui-gfx:") => in_graphics = true,
                _ if line.trim_ascii().is_empty() => {}
                _ => {
                    let text = String::from_utf8_lossy(&line);
                    return Err(Some(ClientError::Garbage(text.chars().take(SAMPLE).collect())));
                }
            }
        }
    }

    /// The reply that begins with this line. The lines of a success that is streamed are sent
    /// instead.
    fn read_rest(&mut self, first: &[u8]) -> Result<EngineReply, Option<ClientError>> {
        let is_success = first.starts_with(b"=");
        let is_streamed = is_success && self.streams.load(Ordering::Acquire);
        if first.len() > MAX_REPLY {
            return Err(Some(ClientError::TooLong));
        }
        let (id, text) = without_sign(first);
        let id = (!id.is_empty()).then(|| String::from_utf8_lossy(id).into_owned());
        let mut text = text.to_vec();
        loop {
            if text.len() > MAX_REPLY {
                return Err(Some(ClientError::TooLong));
            }
            let line = next_line(&mut self.input, MAX_REPLY - text.len())?;
            if line.is_empty() {
                let text = String::from_utf8_lossy(&text);
                let text = text.trim_start_matches('\n').trim_end().to_string();
                return Ok((id, if is_success { Ok(text) } else { Err(text) }));
            }
            if is_streamed {
                let line = String::from_utf8_lossy(&line).into_owned();
                // If the client is gone, the reply is not wanted either.
                self.events.send(Ok(EngineOutput::Line(line))).map_err(|_| None)?;
                continue;
            }
            text.push(b'\n');
            text.extend(line);
        }
    }
}

/// The id of a first line, and the text after it without leading white space.
fn without_sign(first: &[u8]) -> (&[u8], &[u8]) {
    let text = first.get(1..).unwrap_or_default();
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (id, rest) = text.split_at(digits);
    match rest.first() {
        None | Some(b' ' | b'\t') => (id, rest.trim_ascii_start()),
        // `=7x7` has no id, but a text without the space before it.
        Some(_) => (b"", text),
    }
}

/// The next line without control characters except tabs. A line longer than `limit` bytes is
/// truncated to its first `limit + 1`.
fn next_line(input: &mut impl BufRead, limit: usize) -> Result<Vec<u8>, Option<ClientError>> {
    let mut line = Vec::new();
    let read = input.take(limit as u64 + 1).read_until(b'\n', &mut line);
    let length = read.map_err(|error| Some(error.into()))?;
    if length == 0 {
        return Err(None);
    }
    // Before the cleaning, which could make a part of a line look like an empty line.
    if length <= limit || line.last() == Some(&b'\n') {
        line.retain(|&byte| byte == b'\t' || !byte.is_ascii_control());
    }
    Ok(line)
}
