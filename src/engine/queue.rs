//! Lines that were read and wait for their answers.
//!
//! Input is read far ahead, so that an interruption is seen whatever stands
//! before it. What waits is bounded by its size, not by its number: a client
//! that floods the engine is made to wait, and memory stays bounded.

use std::sync::{
    Arc, Condvar, Mutex, PoisonError,
    mpsc::{Receiver, SendError, Sender, channel},
};

/// A line costs more than its bytes.
const OVERHEAD: usize = 64;

/// The bytes that wait; `None` when nobody will take them any more.
struct Room {
    bytes: Mutex<Option<usize>>,
    changed: Condvar,
}

/// Where lines are put in.
pub(super) struct LineSender<T> {
    lines: Sender<(T, usize)>,
    room: Arc<Room>,
    most: usize,
}

/// Where lines are taken out, in the same order.
pub(super) struct LineReceiver<T> {
    lines: Receiver<(T, usize)>,
    room: Arc<Room>,
}

/// A queue of lines with at most so many bytes; one line always fits.
pub(super) fn line_queue<T>(most: usize) -> (LineSender<T>, LineReceiver<T>) {
    let (sender, receiver) = channel();
    let room = Arc::new(Room { bytes: Mutex::new(Some(0)), changed: Condvar::new() });
    let sender = LineSender { lines: sender, room: Arc::clone(&room), most };
    (sender, LineReceiver { lines: receiver, room })
}

impl<T> LineSender<T> {
    /// Puts a line of so many bytes in, as soon as there is room for it; an
    /// error if the receiver has gone.
    pub fn send(&self, line: T, bytes: usize) -> Result<(), SendError<()>> {
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
