//! Processes of a test. They end with it: when it passes, when it fails and when the tests are killed.

use std::{
    ops::{Deref, DerefMut},
    process::{Child, Command, Output, Stdio},
};

/// A running process. Dropping it kills and reaps it, and on Unix what it has started.
///
/// There it is in a process group with a guard, as engines of a match are
/// (`protocol/src/client/group.rs`): a shell that reads from a pipe whose other end only the tests
/// hold, and kills the group when that is closed.
pub struct Running {
    /// `None` only while the process is waited for.
    child: Option<Child>,
    #[cfg(unix)]
    guard: Child,
}

impl Running {
    #[cfg(unix)]
    pub fn start(command: &mut Command) -> Running {
        use std::os::unix::process::CommandExt;
        let mut guard = Command::new("/bin/sh");
        guard.args(["-c", "read -r line; kill -KILL 0"]).process_group(0).stdin(Stdio::piped());
        let guard = guard.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a shell");
        let group = i32::try_from(guard.id()).expect("an id");
        let mut running = Running { child: None, guard };
        running.child = Some(command.process_group(group).spawn().expect("the program starts"));
        running
    }

    #[cfg(not(unix))]
    pub fn start(command: &mut Command) -> Running {
        Running { child: Some(command.spawn().expect("the program starts")) }
    }

    /// What the process writes until it ends by itself.
    pub fn output(mut self) -> Output {
        let child = self.child.take().expect("nobody has waited for it");
        child.wait_with_output().expect("it ends")
    }
}

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        self.child.as_ref().expect("nobody has waited for it")
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        self.child.as_mut().expect("nobody has waited for it")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // All of these fail only if the process has ended.
        #[cfg(unix)]
        {
            drop(self.guard.stdin.take());
            let _ = self.guard.wait();
        }
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_test_starts_ends_when_it_fails() {
    use std::{
        io::{BufRead, BufReader},
        panic::{AssertUnwindSafe, catch_unwind},
        path::Path,
    };
    let mut command = Command::new("sh");
    command.args(["-c", "sleep 1000 & echo $!; sleep 1000"]).stdout(Stdio::piped());
    let mut child = Running::start(&mut command);
    let mut pid = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut pid).unwrap();
    let failed = catch_unwind(AssertUnwindSafe(move || {
        assert!(child.try_wait().unwrap().is_some(), "this is how tests fail");
    }));
    assert!(failed.is_err());
    // Also what it has started; whoever adopts that may not have reaped it yet.
    let stat = Path::new("/proc").join(pid.trim()).join("stat");
    while std::fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z")) {
        std::thread::yield_now();
    }
}

/// Whether a process ignores hang-ups, as far as the system tells.
#[cfg(unix)]
pub fn ignores_hang_ups(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let signals = ignored.and_then(|signals| u64::from_str_radix(signals.trim(), 16).ok());
    signals.is_some_and(|signals| signals & 1 == 1)
}
