//! Standard input and output that survive what clients do with their ends of the pipes.
//!
//! Some clients make their ends non-blocking. The flag belongs to the pipe, not to its end, so
//! reads and writes here then fail instead of waiting. If a client is killed, the only sign is
//! that standard output has no reader. The end of standard input is no such sign: `kring < FILE`
//! reaches it and still waits for its answers.

use std::io::{self, Read, Write};

/// Standard input or output that blocks even if the pipe is non-blocking.
pub struct BlockingPipe<T>(pub T);

#[cfg(unix)]
mod unix {
    use std::os::fd::{AsFd, BorrowedFd};
    use std::time::Duration;
    use std::{io, thread};

    use rustix::event::{PollFd, Timespec, poll};
    use rustix::io::Errno;

    pub use rustix::event::PollFlags as Flags;
    pub use std::os::fd::AsFd as Pipe;

    pub const IN: Flags = Flags::IN;
    pub const OUT: Flags = Flags::OUT;

    /// How long [`is_unread`] sleeps before it returns false.
    const PAUSE: Duration = Duration::from_millis(250);

    /// Returns once the pipe is ready, or has ended.
    pub fn wait(pipe: BorrowedFd<'_>, flags: Flags) -> io::Result<()> {
        match poll(&mut [PollFd::new(&pipe, flags)], None) {
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether standard output has lost its reader. A file or a terminal always has one.
    pub fn is_unread() -> bool {
        let output = io::stdout();
        let output = output.as_fd();
        let mut fds = [PollFd::new(&output, OUT)];
        let ended = match poll(&mut fds, Some(&Timespec::default())) {
            Ok(_) => fds[0].revents().intersects(Flags::ERR | Flags::HUP),
            Err(_) => false,
        };
        if !ended {
            thread::sleep(PAUSE);
        }
        ended
    }
}

#[cfg(not(unix))]
mod other {
    use std::{io, thread, time::Duration};

    pub trait Pipe {
        fn as_fd(&self) {}
    }

    impl<T> Pipe for T {}

    pub type Flags = ();
    pub const IN: Flags = ();
    pub const OUT: Flags = ();

    /// Pipes are never non-blocking on this system.
    pub fn wait((): (), (): ()) -> io::Result<()> {
        Err(io::ErrorKind::WouldBlock.into())
    }

    /// Never true: a lost reader is noticed at the next reply.
    pub fn is_unread() -> bool {
        thread::sleep(Duration::from_secs(1));
        false
    }
}

#[cfg(not(unix))]
use other::{Flags, IN, OUT, Pipe, wait};
#[cfg(unix)]
use unix::{Flags, IN, OUT, Pipe, wait};

#[cfg(not(unix))]
pub use other::is_unread;
#[cfg(unix)]
pub use unix::is_unread;

impl<T: Pipe> BlockingPipe<T> {
    /// Repeats a call until the pipe is ready for it.
    fn until_ready<R>(
        &mut self,
        flags: Flags,
        mut call: impl FnMut(&mut T) -> io::Result<R>,
    ) -> io::Result<R> {
        loop {
            match call(&mut self.0) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    wait(self.0.as_fd(), flags)?;
                }
                result => return result,
            }
        }
    }
}

impl<T: Read + Pipe> Read for BlockingPipe<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.until_ready(IN, |pipe| pipe.read(buffer))
    }
}

impl<T: Write + Pipe> Write for BlockingPipe<T> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.until_ready(OUT, |pipe| pipe.write(buffer))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.until_ready(OUT, |pipe| pipe.flush())
    }
}
