//! Long computations: without the GIL, and stopped by Ctrl-C.
//!
//! Only Python's main thread can check signals, and only with the GIL. The work therefore runs on
//! its own thread, and the calling thread waits without the GIL and checks signals now and then.
//! A signal sets the stop handle of the search.

use std::cell::RefCell;
use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use kring::board::stop::Stop;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;

/// The time between two checks of signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);

/// The number of boards after which work that holds the GIL checks signals.
pub const BOARDS_PER_CHECK: usize = 1024;

/// The stack size of a main thread, because searches recurse.
const STACK: usize = 8 << 20;

thread_local! {
    /// The handle of the match or verification that called the Python code of this thread. It
    /// also stops searches that this code has started.
    static OUTER: RefCell<Option<Stop>> = const { RefCell::new(None) };
}

/// Calls Python code on behalf of work with this handle.
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

/// Does the work, which must end soon after the handle is set. If a signal handler raises an
/// exception meanwhile, the work is stopped and the exception returned.
pub fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&Stop) -> T + Send) -> PyResult<T> {
    let stop = Stop::default();
    interruptible_by(py, &stop, || work(&stop))
}

/// Like [`interruptible`], for work that has its own handle.
pub fn interruptible_by<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (sender, mut receiver) = channel();
    let outcome = thread::scope(|scope| {
        let builder = thread::Builder::new().name("kring".to_owned()).stack_size(STACK);
        let worker = builder.spawn_scoped(scope, move || {
            // After a signal no thread receives the answer.
            let _ = sender.send(work());
        });
        let worker = worker.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let answer = loop {
            let receiver = &mut receiver;
            match py.detach(move || receiver.recv_timeout(SIGNAL_INTERVAL)) {
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
