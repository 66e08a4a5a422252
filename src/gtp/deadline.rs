//! The deadlines of commands of untrusted clients. One thread serves all sessions, because there
//! may be thousands of commands a second.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use kring_agents::Stop;

/// The running commands, by deadline and a unique number.
struct DeadlineKeeper {
    running: BTreeMap<(Instant, u64), Stop>,
    next: u64,
    is_started: bool,
}

static KEEPER: Mutex<DeadlineKeeper> =
    Mutex::new(DeadlineKeeper { running: BTreeMap::new(), next: 0, is_started: false });

/// Signalled when a new deadline is the earliest.
static EARLIER: Condvar = Condvar::new();

fn keeper() -> MutexGuard<'static, DeadlineKeeper> {
    KEEPER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The deadline of a running command; dropping it cancels it.
pub(super) struct Deadline((Instant, u64));

impl Deadline {
    /// Interrupts a command when its time is over.
    pub fn new(stop: &Stop, time: Duration) -> io::Result<Deadline> {
        let mut keeper = keeper();
        if !keeper.is_started {
            thread::Builder::new().name("deadlines".to_owned()).spawn(keep)?;
            keeper.is_started = true;
        }
        // Capped at a year, because `Instant` overflows.
        let year = Duration::from_secs(365 * 24 * 60 * 60);
        let at = Instant::now() + time.min(year);
        let key = (at, keeper.next);
        keeper.next += 1;
        keeper.running.insert(key, stop.clone());
        if keeper.running.first_key_value().is_some_and(|(first, _)| *first == key) {
            EARLIER.notify_one();
        }
        Ok(Deadline(key))
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        keeper().running.remove(&self.0);
    }
}

/// The thread: interrupts commands when their deadlines pass.
fn keep() {
    let mut keeper = keeper();
    loop {
        let now = Instant::now();
        while let Some(entry) = keeper.running.first_entry().filter(|entry| entry.key().0 <= now) {
            entry.remove().set();
        }
        // A deadline that was cancelled ends the wait too early, which is harmless.
        let wait = keeper.running.first_key_value().map(|((at, _), _)| *at - now);
        keeper = match wait {
            Some(time) => {
                EARLIER.wait_timeout(keeper, time).unwrap_or_else(PoisonError::into_inner).0
            }
            None => EARLIER.wait(keeper).unwrap_or_else(PoisonError::into_inner),
        };
    }
}
