//! The engine's end of its output pipe, as two threads see it: one reads it, the other must know
//! whether something is unread before it says that the engine is late.

use std::io::{Read, Result};
#[cfg(unix)]
use std::os::fd::{AsFd, OwnedFd};
use std::process::ChildStdout;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// More than a pipe holds that an engine can have.
const PIPE: u64 = 1 << 20;

#[derive(Debug)]
pub(super) struct Output {
    /// The pipe once more, to ask whether there is something in it.
    #[cfg(unix)]
    pipe: OwnedFd,
    /// The reader has handed on all that it has read, and waits for more.
    is_waiting: AtomicBool,
    /// The number of bytes read.
    count: AtomicU64,
}

impl Output {
    #[cfg_attr(not(unix), expect(unused_variables))]
    pub fn new(pipe: &ChildStdout) -> Result<Arc<Output>> {
        Ok(Arc::new(Output {
            #[cfg(unix)]
            pipe: pipe.as_fd().try_clone_to_owned()?,
            is_waiting: AtomicBool::new(false),
            count: AtomicU64::new(0),
        }))
    }

    /// Whether the engine has written something that the reader has not handed on yet.
    fn has_unread(&self) -> bool {
        // In this order: what the reader takes out of the pipe before the first question, it has
        // handed on if it waits at the second.
        self.is_ready() || !self.is_waiting.load(Ordering::Acquire)
    }

    /// Whether a read would not block.
    #[cfg(unix)]
    fn is_ready(&self) -> bool {
        self.poll(Some(&rustix::event::Timespec::default()))
    }

    /// Blocks until a read would not. The reader waits no more before it takes anything out of the pipe.
    #[cfg(unix)]
    fn wait(&self) {
        while !self.poll(None) {}
        self.is_waiting.store(false, Ordering::Release);
    }

    #[cfg(unix)]
    fn poll(&self, limit: Option<&rustix::event::Timespec>) -> bool {
        use rustix::event::{PollFd, PollFlags, poll};
        let mut pipes = [PollFd::new(&self.pipe, PollFlags::IN)];
        // An error of the pipe is for the read to report; an interrupted poll is repeated.
        match poll(&mut pipes, limit) {
            Ok(count) => count > 0,
            Err(error) => error != rustix::io::Errno::INTR,
        }
    }

    /// Pipes cannot be asked on other systems; there only the reader knows.
    #[cfg(not(unix))]
    fn is_ready(&self) -> bool {
        false
    }
}

/// The reading end for the thread that parses replies.
pub(super) struct OutputReader {
    pub pipe: ChildStdout,
    pub output: Arc<Output>,
}

impl Read for OutputReader {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        // A read is asked for when nothing of the last one is left to parse.
        self.output.is_waiting.store(true, Ordering::Release);
        #[cfg(unix)]
        self.output.wait();
        let count = self.pipe.read(buffer)?;
        self.output.is_waiting.store(false, Ordering::Release);
        self.output.count.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// What an engine wrote before its time was up: at most what a pipe holds, however much follows.
#[derive(Debug, Default)]
pub(super) struct Unread {
    /// The count of the output at which all of that has been read.
    end: Option<u64>,
}

impl Unread {
    /// Whether some of that is left. The first question says when the time was up.
    pub fn is_left(&mut self, output: &Output) -> bool {
        let count = output.count.load(Ordering::Relaxed);
        let end = *self.end.get_or_insert(count + PIPE);
        count < end && output.has_unread()
    }
}
