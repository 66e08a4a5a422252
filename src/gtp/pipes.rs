//! Standard input and output that survive what clients do with their ends of the pipes.
//!
//! Some clients make their ends non-blocking. The flag belongs to the pipe, not to its end, so
//! reads and writes here then fail instead of waiting. If a client is killed, the only sign is
//! that standard output has no reader. The end of standard input is no such sign: `kring < FILE`
//! reaches it and still waits for its answers.

use std::io::{self, Read, Write};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
};
#[cfg(unix)]
use std::os::fd::AsFd as Pipe;

/// On this system pipes are never non-blocking.
#[cfg(not(unix))]
pub trait Pipe {}

#[cfg(not(unix))]
impl<T> Pipe for T {}

/// What a pipe must be ready for.
#[derive(Clone, Copy)]
enum Use {
    Reading,
    Writing,
}

/// Standard input or output that blocks even if the pipe is non-blocking.
pub struct BlockingPipe<T>(pub T);

/// Returns once the pipe is ready, or has ended.
#[cfg(unix)]
fn wait(pipe: &impl Pipe, for_use: Use) -> io::Result<()> {
    let flags = match for_use {
        Use::Reading => PollFlags::IN,
        Use::Writing => PollFlags::OUT,
    };
    match poll(&mut [PollFd::new(pipe, flags)], None) {
        Ok(_) | Err(Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(unix))]
fn wait(_: &impl Pipe, _: Use) -> io::Result<()> {
    Err(io::ErrorKind::WouldBlock.into())
}

/// Whether standard output has lost its reader; sleeps a little before it returns false. A file or
/// a terminal always has a reader.
#[cfg(unix)]
pub fn is_unread() -> bool {
    let output = io::stdout();
    let mut fds = [PollFd::new(&output, PollFlags::OUT)];
    let is_polled = poll(&mut fds, Some(&Timespec::default())).is_ok();
    let has_ended = is_polled && fds[0].revents().intersects(PollFlags::ERR | PollFlags::HUP);
    if !has_ended {
        thread::sleep(Duration::from_millis(250));
    }
    has_ended
}

/// Never true: a lost reader is noticed at the next reply.
#[cfg(not(unix))]
pub fn is_unread() -> bool {
    thread::sleep(Duration::from_secs(1));
    false
}

impl<T: Pipe> BlockingPipe<T> {
    /// Repeats a call until the pipe is ready for it.
    fn until_ready<R>(
        &mut self,
        for_use: Use,
        mut call: impl FnMut(&mut T) -> io::Result<R>,
    ) -> io::Result<R> {
        loop {
            match call(&mut self.0) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    wait(&self.0, for_use)?;
                }
                result => return result,
            }
        }
    }
}

impl<T: Read + Pipe> Read for BlockingPipe<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.until_ready(Use::Reading, |pipe| pipe.read(buffer))
    }
}

impl<T: Write + Pipe> Write for BlockingPipe<T> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.until_ready(Use::Writing, |pipe| pipe.write(buffer))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.until_ready(Use::Writing, |pipe| pipe.flush())
    }
}
