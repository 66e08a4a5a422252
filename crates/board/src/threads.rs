//! The threads of a search, on a system that may have none left.

use std::{
    io,
    thread::{Builder, Scope, ScopedJoinHandle},
};

/// What a thread takes with its stack before it searches, and what is left for everything else.
const THREAD_BYTES: usize = 4 << 20;
const SPARE_BYTES: usize = 32 << 20;

/// Starts another thread of a search, after this number of others. An error if the system has no
/// thread, or hardly any memory: a small allocation that fails ends the program, so threads are started
/// only while more is free than those before it are about to take.
pub fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    others: usize,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    let room = (others + 1) * THREAD_BYTES + SPARE_BYTES;
    Vec::<u8>::new().try_reserve_exact(room).map_err(|_| io::ErrorKind::OutOfMemory)?;
    Builder::new().spawn_scoped(scope, work)
}
