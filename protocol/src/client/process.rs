//! The child process, which never outlives its owner and never stays a zombie.

use std::io::{Error, ErrorKind, Result};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use super::group::ProcessGroup;

/// A running process. Dropping it kills and reaps it, and on Unix its children, too.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    #[cfg(unix)]
    group: ProcessGroup,
}

impl Process {
    /// Starts the program `words[0]` with the other words as arguments.
    pub(super) fn start(
        words: &[String],
        stderr: Stdio,
    ) -> Result<(Process, ChildStdin, ChildStdout)> {
        let Some((program, args)) = words.split_first() else {
            return Err(Error::new(ErrorKind::InvalidInput, "the command is empty"));
        };
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        #[cfg(unix)]
        let mut process = {
            let (child, group) = ProcessGroup::start(command)?;
            Process { child, group }
        };
        #[cfg(not(unix))]
        let mut process = Process { child: command.spawn()? };
        match (process.child.stdin.take(), process.child.stdout.take()) {
            (Some(stdin), Some(stdout)) => Ok((process, stdin, stdout)),
            _ => Err(Error::other("the process has no pipes")),
        }
    }

    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The exit status in words, if the process has ended.
    pub(super) fn ended(&mut self) -> Option<String> {
        match self.child.try_wait() {
            Ok(status) => status.map(|status| status.to_string()),
            Err(error) => Some(error.to_string()),
        }
    }

    /// Like [`ended`](Process::ended), but waits up to `limit` for the end.
    pub(super) fn ended_within(&mut self, limit: Duration) -> Option<String> {
        let start = Instant::now();
        loop {
            let status = self.ended();
            if status.is_some() || start.elapsed() >= limit {
                return status;
            }
            thread::sleep(super::PAUSE);
        }
    }

    /// Kills and reaps the process and its group, if that has not been done already.
    pub(super) fn end(&mut self) {
        #[cfg(unix)]
        self.group.kill();
        // Both fail only if the process has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether the system has no descriptors, processes, threads or memory left for an engine. Other
/// errors of a start say that the command line is wrong.
pub(super) fn is_shortage(error: &Error) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        let shortages = [Errno::MFILE, Errno::NFILE, Errno::AGAIN, Errno::NOMEM];
        shortages.iter().any(|errno| error.raw_os_error() == Some(errno.raw_os_error()))
    }
    #[cfg(not(unix))]
    {
        error.kind() == ErrorKind::OutOfMemory
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}
