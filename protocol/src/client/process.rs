//! The child process, which never outlives its owner and never stays a zombie.

use std::io::{Error, ErrorKind, Result};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A running process; dropping it kills and reaps it.
#[derive(Debug)]
pub(super) struct Process(Child);

impl Process {
    /// Starts the program `words[0]` with the other words as arguments.
    pub(super) fn start(
        words: &[String],
        stderr: Stdio,
    ) -> Result<(Process, ChildStdin, ChildStdout)> {
        let Some((program, args)) = words.split_first() else {
            return Err(Error::new(ErrorKind::InvalidInput, "the command is empty"));
        };
        let child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(stderr)
            .spawn()?;
        let mut process = Process(child);
        match (process.0.stdin.take(), process.0.stdout.take()) {
            (Some(stdin), Some(stdout)) => Ok((process, stdin, stdout)),
            _ => Err(Error::other("the process has no pipes")),
        }
    }

    pub(super) fn pid(&self) -> u32 {
        self.0.id()
    }

    /// The exit status in words, if the process has ended.
    pub(super) fn ended(&mut self) -> Option<String> {
        match self.0.try_wait() {
            Ok(status) => status.map(|status| status.to_string()),
            Err(error) => Some(error.to_string()),
        }
    }

    /// Like [`ended`](Process::ended), but gives the process some time for it.
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

    /// Kills and reaps the process, if it has not been already.
    pub(super) fn end(&mut self) {
        // Both fail only where there is nothing left to end.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}
