//! The handle that stops a search of an agent or the verifier.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// Tells a search to stop.
///
/// Commands are numbered in the order in which they are read. An interruption stops every command
/// that was read before it and no later one. It is therefore not lost if it arrives before its
/// command begins, and does not hit the next command if it arrives late.
#[derive(Clone, Debug)]
pub struct Stop {
    interrupted: Arc<AtomicU64>,
    number: u64,
}

impl Stop {
    /// The handle of command `number` (counted from one); `interrupted` holds the number of the
    /// last interrupted command.
    pub fn new(interrupted: Arc<AtomicU64>, number: u64) -> Stop {
        Stop { interrupted, number }
    }

    /// Interrupts the command and all earlier ones.
    pub fn set(&self) {
        self.interrupted.fetch_max(self.number, Ordering::Relaxed);
    }

    /// Whether the search must stop.
    #[inline]
    pub fn is_set(&self) -> bool {
        #[cfg(target_arch = "wasm32")]
        crate::host::poll();
        self.interrupted.load(Ordering::Relaxed) >= self.number
    }
}

impl Default for Stop {
    /// A handle of its own, not set.
    fn default() -> Stop {
        Stop::new(Arc::default(), 1)
    }
}
