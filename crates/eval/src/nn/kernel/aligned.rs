//! Memory that is aligned to cache lines, so that no vector crosses two of them.

use std::ops::{Deref, DerefMut};

/// A cache line, as long as the longest vector.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct CacheLine([f32; 16]);

/// Floats that begin at a cache line.
#[derive(Clone)]
pub struct Aligned {
    lines: Vec<CacheLine>,
    length: usize,
}

impl Aligned {
    pub fn zeros(length: usize) -> Aligned {
        Aligned { lines: vec![CacheLine([0.0; 16]); length.div_ceil(16)], length }
    }

    pub fn new(values: &[f32]) -> Aligned {
        let mut all = Aligned::zeros(values.len());
        all.copy_from_slice(values);
        all
    }
}

impl Deref for Aligned {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        // SAFETY: `lines` holds at least `length` contiguous, initialised floats.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.length) }
    }
}

impl DerefMut for Aligned {
    fn deref_mut(&mut self) -> &mut [f32] {
        // SAFETY: `lines` holds at least `length` contiguous, initialised floats, borrowed
        // exclusively.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.length) }
    }
}
