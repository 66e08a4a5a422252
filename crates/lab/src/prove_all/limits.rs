//! Limits of time and memory, which the solver asks for while it works.

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use cadical_sys::Terminator;

/// Between two readings of the memory, in questions of the solver.
const EVERY: u32 = 1000;
/// Between two lines while the solver works.
const LINE: Duration = Duration::from_secs(60);

/// When to stop.
#[derive(Clone)]
pub struct Limits {
    end: Option<Instant>,
    /// In mebibytes.
    memory: Option<u64>,
    /// Whether a limit was reached.
    reached: Arc<AtomicBool>,
    questions: u32,
    last_line: Instant,
}

impl Limits {
    /// Limits in seconds from now, and in mebibytes.
    pub fn new(seconds: Option<f64>, memory: Option<u64>) -> Limits {
        let now = Instant::now();
        // A time beyond all clocks is no limit.
        let end = seconds.and_then(|seconds| now.checked_add(Duration::from_secs_f64(seconds)));
        let reached = Arc::new(AtomicBool::new(false));
        Limits { end, memory, reached, questions: 0, last_line: now }
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

impl Terminator for Limits {
    fn terminated(&mut self) -> bool {
        self.questions += 1;
        if self.questions < EVERY {
            return false;
        }
        self.questions = 0;
        if self.last_line.elapsed() >= LINE {
            self.last_line = Instant::now();
            eprintln!("  the solver works; {} MiB", used_memory());
        }
        self.reached()
    }
}

/// The memory of this process in mebibytes; 0 where the system does not tell.
pub fn used_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or(0) / 1024
}
