//! Work that takes long: without the GIL, and ended by Ctrl-C.
//!
//! Only Python's main thread may look at signals, and only with the GIL. So the
//! work runs on a thread of its own, and the calling thread waits for it without
//! the GIL and looks at signals now and then. A signal sets the search's stop flag.

use std::{
    cell::RefCell,
    panic::resume_unwind,
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use kring::board::stop::Stop;
use pyo3::{
    exceptions::{PyKeyboardInterrupt, PyRuntimeError},
    prelude::*,
};

/// The time between two looks at signals.
const LOOK_AFTER: Duration = Duration::from_millis(20);

/// Work on many boards that holds the GIL looks at signals after so many of them.
pub const LOOK_EVERY: usize = 1024;

/// As much as a main thread has: searches recurse.
const STACK: usize = 8 << 20;

thread_local! {
    /// The handle of the match or verification that called the Python code of this
    /// thread: it also ends what that code has begun.
    static OUTER: RefCell<Option<Stop>> = const { RefCell::new(None) };
}

/// Calls Python code for some work that has this handle.
pub fn within<T>(stop: &Stop, call: impl FnOnce() -> T) -> T {
    let before = OUTER.replace(Some(stop.clone()));
    let answer = call();
    OUTER.set(before);
    answer
}

fn check_outer() -> PyResult<()> {
    let is_set = OUTER.with_borrow(|outer| outer.as_ref().is_some_and(Stop::is_set));
    if is_set { Err(PyKeyboardInterrupt::new_err("interrupted")) } else { Ok(()) }
}

/// Does the work, which ends soon after the handle is set. If a signal handler
/// raises an exception meanwhile, the work is ended and the exception returned.
pub fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&Stop) -> T + Send) -> PyResult<T> {
    let stop = Stop::default();
    interruptible_by(py, &stop, || work(&stop))
}

/// The same for work that has its handle already.
pub fn interruptible_by<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (sender, mut receiver) = channel();
    let outcome = thread::scope(|scope| {
        let builder = thread::Builder::new().name("kring".to_owned()).stack_size(STACK);
        let worker = builder.spawn_scoped(scope, move || {
            // Nobody waits for an answer that comes after a signal.
            let _ = sender.send(work());
        });
        let worker = worker.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let answer = loop {
            let receiver = &mut receiver;
            match py.detach(move || receiver.recv_timeout(LOOK_AFTER)) {
                Ok(answer) => break Some(Ok(answer)),
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(signal) = py.check_signals().and_then(|()| check_outer()) {
                stop.set();
                break Some(Err(signal));
            }
        };
        // The worker may need the GIL to end.
        match py.detach(|| worker.join()) {
            Ok(()) => PyResult::Ok(answer),
            Err(panic) => resume_unwind(panic),
        }
    })?;
    outcome.unwrap_or_else(|| Err(PyRuntimeError::new_err("the search ended without an answer")))
}
