//! The time that an engine takes, measured by a process that may be stopped itself.
//!
//! A user stops a match with Ctrl-Z, a cluster suspends it, a busy machine lets it wait, and nobody
//! sees when the engine answers. So whoever waits looks at the stopwatch at every step, and a step
//! that took much longer than it should is not the engine's.

use std::time::{Duration, Instant};

#[derive(Debug)]
pub(super) struct Stopwatch {
    /// When it was last looked at.
    last: Instant,
    counted: Duration,
}

impl Stopwatch {
    /// The longest wait between two looks.
    pub const STEP: Duration = Duration::from_millis(50);

    /// A longer step is one on a busy machine: it counts as an ordinary one.
    const BUSY: Duration = Duration::from_millis(100);

    /// A longer step is one in which this process was stopped, and perhaps the engine too: it does
    /// not count.
    const STOPPED: Duration = Duration::from_secs(1);

    pub fn start() -> Stopwatch {
        Stopwatch { last: Instant::now(), counted: Duration::ZERO }
    }

    /// The time since the start, without that in which this process did not run.
    pub fn look(&mut self) -> Duration {
        let now = Instant::now();
        let step = now - self.last;
        self.last = now;
        self.counted += match step {
            step if step > Stopwatch::STOPPED => Duration::ZERO,
            step if step > Stopwatch::BUSY => Stopwatch::STEP,
            step => step,
        };
        self.counted
    }
}
