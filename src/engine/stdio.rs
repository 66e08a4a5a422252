//! The loop that answers a client's lines.
//!
//! Input is read far ahead, so that an interruption is seen whatever stands
//! before it. What waits for its answer is bounded by its size, not by its
//! number: a client that floods the engine is made to wait, and memory stays
//! bounded.

use std::{
    io::{self, BufRead, Write},
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc::{Receiver, SendError, Sender, channel},
    },
    thread,
};

use kring_protocol::{is_interrupt, read_line};

use super::Session;
use crate::agent::Stop;

/// How many bytes are read ahead of the line that is being answered.
const READ_AHEAD: usize = 64 << 20;

/// The same for a client that is not trusted: there may be many of them.
const READ_AHEAD_SANDBOXED: usize = 1 << 20;

/// A line with something in it, and its numbers, both counted from one.
struct Numbered {
    line: Vec<u8>,
    /// Among the lines with something in them: for interruptions.
    number: u64,
    /// Among all lines, even empty ones: each of them ends an analysis.
    place: u64,
}

/// What the reading thread tells the one that answers.
#[derive(Clone, Default)]
struct Progress {
    /// The number of the last line that an interruption ended.
    interrupted: Arc<AtomicU64>,
    /// The place of the last line that was read; the highest number at the end.
    read: Arc<AtomicU64>,
}

/// Answers requests until `quit` or the end of input. Input is read on its
/// own thread, so that an interruption is seen while an agent thinks. After
/// the end of input `is_unread` is asked again and again whether nobody reads
/// the output any more; it waits a little before it says no. Nobody is left
/// then, and all searches are interrupted.
pub fn serve(
    session: &mut Session,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
    is_unread: impl Fn() -> bool + Send + 'static,
) -> io::Result<()> {
    let progress = Progress::default();
    let read_ahead = if session.sandbox.is_some() { READ_AHEAD_SANDBOXED } else { READ_AHEAD };
    let (sender, lines) = line_queue(read_ahead);
    let seen = progress.clone();
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        read(input, &sender, &seen);
        seen.read.store(u64::MAX, Ordering::Relaxed);
        // The other thread ends when there is nothing more to come.
        drop(sender);
        while Arc::strong_count(&seen.interrupted) > 1 {
            if is_unread() {
                seen.interrupted.store(u64::MAX, Ordering::Relaxed);
            }
        }
    })?;
    match answer(session, lines, &progress, output) {
        // Whoever listened has gone: nothing is wrong with us.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn read(mut input: impl BufRead, lines: &LineSender<Numbered>, progress: &Progress) {
    let (mut number, mut place) = (0, 0);
    let mut line = Vec::new();
    loop {
        match read_line(&mut input, &mut line) {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => {
                log::error!("standard input cannot be read: {error}");
                return;
            }
        }
        place += 1;
        progress.read.store(place, Ordering::Relaxed);
        if is_interrupt(&line) {
            progress.interrupted.store(number, Ordering::Relaxed);
        } else if !line.iter().all(u8::is_ascii_whitespace) {
            number += 1;
            let bytes = line.len();
            let line = std::mem::take(&mut line);
            if lines.send(Numbered { line, number, place }, bytes).is_err() {
                return;
            }
        }
    }
}

fn answer(
    session: &mut Session,
    lines: LineReceiver<Numbered>,
    progress: &Progress,
    output: &mut impl Write,
) -> io::Result<()> {
    for Numbered { line, number, place } in lines {
        log::debug!("< {}", String::from_utf8_lossy(&line));
        let stop = Stop::new(Arc::clone(&progress.interrupted), number);
        let next_line = Stop::new(Arc::clone(&progress.read), place + 1);
        if let Some(reply) = session.respond_streaming(&line, &stop, &next_line, output) {
            log::debug!("> {reply:?}");
            reply.write_to(output)?;
            output.flush()?;
        }
        if session.is_finished() {
            break;
        }
    }
    Ok(())
}

/// A line costs more than its bytes.
const OVERHEAD: usize = 64;

/// The bytes that wait; `None` when nobody will take them any more.
struct Room {
    bytes: Mutex<Option<usize>>,
    changed: Condvar,
}

/// Where lines are put in.
struct LineSender<T> {
    lines: Sender<(T, usize)>,
    room: Arc<Room>,
    most: usize,
}

/// Where lines are taken out, in the same order.
struct LineReceiver<T> {
    lines: Receiver<(T, usize)>,
    room: Arc<Room>,
}

/// A queue of lines with at most so many bytes; one line always fits.
fn line_queue<T>(most: usize) -> (LineSender<T>, LineReceiver<T>) {
    let (sender, receiver) = channel();
    let room = Arc::new(Room { bytes: Mutex::new(Some(0)), changed: Condvar::new() });
    let sender = LineSender { lines: sender, room: Arc::clone(&room), most };
    (sender, LineReceiver { lines: receiver, room })
}

impl<T> LineSender<T> {
    /// Puts a line of so many bytes in, as soon as there is room for it; an
    /// error if the receiver has gone.
    fn send(&self, line: T, bytes: usize) -> Result<(), SendError<()>> {
        let size = bytes + OVERHEAD;
        let waiting = self.room.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |bytes: &mut Option<usize>| {
            bytes.is_some_and(|bytes| bytes > 0 && bytes + size > self.most)
        };
        let mut waiting =
            self.room.changed.wait_while(waiting, is_full).unwrap_or_else(PoisonError::into_inner);
        *waiting.as_mut().ok_or(SendError(()))? += size;
        drop(waiting);
        self.lines.send((line, size)).map_err(|_| SendError(()))
    }
}

impl<T> Iterator for LineReceiver<T> {
    type Item = T;

    /// The next line, or nothing when the sender has gone.
    fn next(&mut self) -> Option<T> {
        let (line, size) = self.lines.recv().ok()?;
        let mut bytes = self.room.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        *bytes = bytes.map(|bytes| bytes - size);
        self.room.changed.notify_one();
        Some(line)
    }
}

impl<T> Drop for LineReceiver<T> {
    fn drop(&mut self) {
        *self.room.bytes.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.room.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::{thread, time::Duration};

    use super::*;

    #[test]
    fn many_lines_fit_but_not_any_number_of_bytes() {
        let (sender, mut receiver) = line_queue(10 * (OVERHEAD + 36));
        (0..10).for_each(|line| sender.send(line, 36).unwrap());
        let late = thread::spawn(move || {
            (10..20).for_each(|line| sender.send(line, 36).unwrap());
            // Longer than the queue, and yet it goes through.
            sender.send(20, 1 << 20).unwrap();
            sender.send(21, 1).is_ok()
        });
        thread::sleep(Duration::from_millis(20));
        assert!(!late.is_finished());
        assert!((0..21).eq(receiver.by_ref().take(21)));
        assert_eq!(receiver.next(), Some(21));
        assert!(late.join().unwrap());
        assert_eq!(receiver.next(), None);
    }

    #[test]
    fn nobody_waits_for_a_receiver_that_has_gone() {
        let (sender, receiver) = line_queue(1);
        sender.send((), 1).unwrap();
        let waits = thread::spawn(move || sender.send((), 1).is_err());
        thread::sleep(Duration::from_millis(20));
        drop(receiver);
        assert!(waits.join().unwrap());
    }
}
