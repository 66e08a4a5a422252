//! Limits of time and memory.

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// When to stop.
#[derive(Clone)]
pub struct Limits {
    end: Option<Instant>,
    /// In mebibytes.
    memory: Option<u64>,
    /// Whether a limit was reached.
    reached: Arc<AtomicBool>,
}

impl Limits {
    /// Limits in seconds from now, and in mebibytes.
    pub fn new(seconds: Option<f64>, memory: Option<u64>) -> Limits {
        let now = Instant::now();
        // A time beyond all clocks is no limit.
        let end = seconds.and_then(|seconds| now.checked_add(Duration::from_secs_f64(seconds)));
        let reached = Arc::new(AtomicBool::new(false));
        Limits { end, memory, reached }
    }

    fn is_late(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// The limit that was reached.
    pub fn name(&self) -> &'static str {
        if self.is_late() { "time limit" } else { "memory limit" }
    }

    /// Whether a limit is reached.
    pub fn reached(&self) -> bool {
        let late = self.is_late();
        let large = self.memory.is_some_and(|most| used_memory() > most);
        if late || large {
            self.reached.store(true, Ordering::Relaxed);
        }
        self.reached.load(Ordering::Relaxed)
    }
}

/// The memory of this process in mebibytes; 0 where the system does not tell.
pub fn used_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or(0) / 1024
}
