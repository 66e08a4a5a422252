use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

/// When an agent has to stop thinking; whichever limit comes first counts.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall-clock time for this decision, as the game's clock says.
    pub time: Option<Budget>,
    /// Somebody wants the best answer so far, now.
    pub stop: Stop,
}

/// Wall-clock time for one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// What a decision should take.
    pub optimum: Duration,
    /// What it may take where more thinking is likely to change it.
    pub maximum: Duration,
}

impl From<Duration> for Budget {
    fn from(time: Duration) -> Budget {
        Budget { optimum: time, maximum: time }
    }
}

/// Tells a search that it has been interrupted.
///
/// Commands are numbered in the order in which they were read, and an
/// interruption ends every command that was read before it and no later one.
/// So it can neither be lost when it arrives before its command has begun,
/// nor hit the next command when it arrives too late.
#[derive(Clone, Debug)]
pub struct Stop {
    interrupted: Arc<AtomicU64>,
    number: u64,
}

impl Stop {
    /// The handle of command `number` (counted from one); `interrupted` holds
    /// the number of the last command that an interruption ended.
    pub fn new(interrupted: Arc<AtomicU64>, number: u64) -> Stop {
        Stop { interrupted, number }
    }

    /// Interrupts the command, and those before it.
    pub fn set(&self) {
        self.interrupted.fetch_max(self.number, Ordering::Relaxed);
    }

    /// Whether to stop.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed) >= self.number
    }
}

impl Default for Stop {
    /// A handle that nobody sets.
    fn default() -> Stop {
        Stop::new(Arc::default(), 1)
    }
}
