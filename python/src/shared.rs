//! What the vectorised environment is built on: memory that Python arrays share with Rust, and a
//! thread pool of its own.

use std::cell::UnsafeCell;
use std::mem::ManuallyDrop;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use numpy::ndarray::{ArrayView, Dimension, IntoDimension};
use numpy::{Element, PyArray, PyArrayMethods};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::convert::value_error;

/// Numbers that Python arrays share with the environment.
pub struct SharedArray<T>(Box<[UnsafeCell<T>]>);

// SAFETY: Rust writes only in `step` and `reset`, which borrow the environment exclusively.
// Python code that reads an array on another thread meanwhile sees a mix of old and new numbers,
// as with every NumPy array.
unsafe impl<T: Send> Send for SharedArray<T> {}
// SAFETY: a shared reference never writes: `slice` needs exclusive access.
unsafe impl<T: Sync> Sync for SharedArray<T> {}

impl<T: Element + Copy> SharedArray<T> {
    pub fn new(count: usize, value: T) -> SharedArray<T> {
        SharedArray((0..count).map(|_| UnsafeCell::new(value)).collect())
    }

    pub fn slice(&mut self) -> &mut [T] {
        let first = self.0.as_mut_ptr().cast();
        let length = self.0.len();
        // SAFETY: `UnsafeCell<T>` has the layout of `T`, and `self` is borrowed exclusively.
        unsafe { std::slice::from_raw_parts_mut(first, length) }
    }

    /// The numbers as a read-only array, which keeps the environment alive.
    pub fn array<'py, D: Dimension>(
        &self,
        owner: Bound<'py, PyAny>,
        shape: impl IntoDimension<Dim = D>,
    ) -> Bound<'py, PyArray<T, D>> {
        // SAFETY: the shape has as many elements as there are numbers. They stay at their address
        // as long as the owner lives, and the array keeps the owner alive.
        let array = unsafe {
            let view = ArrayView::from_shape_ptr(shape.into_dimension(), self.0.as_ptr().cast());
            PyArray::borrow_from_array(&view, owner)
        };
        array.readwrite().make_nonwriteable();
        array
    }
}

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
