//! Memory that Python arrays share with Rust.

use std::cell::UnsafeCell;

use numpy::ndarray::{ArrayView, Dimension, IntoDimension};
use numpy::{Element, PyArray, PyArrayMethods};
use pyo3::prelude::*;

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
        let (first, length) = (self.0.as_mut_ptr().cast(), self.0.len());
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
