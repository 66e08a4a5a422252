//! The process group of an engine: its child processes are killed with it.
//!
//! A process that is killed by `kill -9` cannot clean up, so another process has to do it. On
//! Unix each engine therefore has a guard: a shell that reads from a pipe whose other end only
//! this process holds. However this process ends, the pipe is closed, and the shell kills its
//! process group. The engine is in that group from its first instruction on, because the guard is
//! started first and leads it. The group's number cannot be reused as long as the guard has not
//! been reaped. (Linux could signal the death of a parent, but only to the engine itself, not to
//! its children.) The crate `process-wrap` starts groups too, but has nothing that kills one when this
//! process is killed, so this stays by hand.

use std::io::Result;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process_group};

use super::process::is_shortage;

/// Waits for the end of its input, then kills its own group.
const GUARD: &str = "read -r line; kill -KILL 0";

#[derive(Debug)]
pub(super) struct ProcessGroup {
    /// The id of the group; `None` once it has been killed.
    leader: Option<Pid>,
    /// `None` if there is no shell; then the engine leads its group.
    guard: Option<Child>,
}

impl ProcessGroup {
    /// Starts a command in a group of its own.
    pub(super) fn start(mut command: Command) -> Result<(Child, ProcessGroup)> {
        let guard = Command::new("/bin/sh")
            .args(["-c", GUARD])
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let guard = match guard {
            Err(error) if is_shortage(&error) => return Err(error),
            guard => guard.ok(),
        };
        let leader = guard.as_ref().map(Pid::from_child);
        let mut group = ProcessGroup { leader, guard };
        command.process_group(leader.map_or(0, |pid| pid.as_raw_nonzero().get()));
        // If this fails, dropping the group ends the guard.
        let child = command.spawn()?;
        group.leader.get_or_insert(Pid::from_child(&child));
        Ok((child, group))
    }

    /// Kills the whole group, once.
    pub(super) fn kill(&mut self) {
        if let Some(leader) = self.leader.take() {
            // Fails only if no process of the group is left.
            let _ = kill_process_group(leader, Signal::KILL);
        }
        if let Some(mut guard) = self.guard.take() {
            let _ = guard.wait();
        }
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.kill();
    }
}
