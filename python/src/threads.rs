//! A thread pool that belongs to an object.

use std::mem::ManuallyDrop;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::convert::value_error;

/// A pool of `count` threads, started on first use.
pub struct Threads {
    pub count: usize,
    /// The pool and the process that it belongs to: a forked process has none of its threads.
    pool: Mutex<Option<(u32, Arc<ThreadPool>)>>,
}

impl Threads {
    pub fn new(count: usize) -> Threads {
        Threads { count, pool: Mutex::default() }
    }

    /// The pool; `None` for a single thread.
    pub fn pool(&self) -> PyResult<Option<Arc<ThreadPool>>> {
        if self.count == 1 {
            return Ok(None);
        }
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        let process = process::id();
        if let Some((of, pool)) = &*pool
            && *of == process
        {
            return Ok(Some(Arc::clone(pool)));
        }
        let new = ThreadPoolBuilder::new().num_threads(self.count).build();
        let new = Arc::new(new.map_err(value_error)?);
        if let Some((of, old)) = pool.replace((process, Arc::clone(&new)))
            && of != process
        {
            // Its threads belong to another process, so this one cannot join them.
            let _ = ManuallyDrop::new(old);
        }
        Ok(Some(new))
    }
}
