//! Memory that is aligned to cache lines, so that no vector crosses two of them.

use std::ops::{Deref, DerefMut};

/// A cache line, as long as the longest vector.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct CacheLine([f32; 16]);

/// Floats that begin at a cache line, and fill whole ones.
#[derive(Clone)]
pub struct Aligned(Vec<CacheLine>);

impl Aligned {
    pub fn zeros(length: usize) -> Aligned {
        Aligned(vec![CacheLine([0.0; 16]); length.div_ceil(16)])
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
        // SAFETY: each line holds sixteen contiguous, initialised floats.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len() * 16) }
    }
}

impl DerefMut for Aligned {
    fn deref_mut(&mut self) -> &mut [f32] {
        // SAFETY: each line holds sixteen contiguous, initialised floats, borrowed exclusively.
        unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), self.0.len() * 16) }
    }
}
