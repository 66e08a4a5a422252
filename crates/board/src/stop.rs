//! The handle that ends a search, an agent's or the verifier's.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

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
