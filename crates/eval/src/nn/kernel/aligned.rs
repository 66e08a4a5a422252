//! Memory that begins at a line of the cache, so that no vector lies across
//! two lines.

use std::ops::{Deref, DerefMut};

/// A line of the cache, as long as the longest vector.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([f32; 16]);

/// Floats that begin at a line of the cache.
#[derive(Clone)]
pub struct Aligned {
    lines: Vec<Line>,
    length: usize,
}

impl Aligned {
    /// So many zeros.
    pub fn zeros(length: usize) -> Aligned {
        Aligned { lines: vec![Line([0.0; 16]); length.div_ceil(16)], length }
    }

    /// A copy of these.
    pub fn new(values: &[f32]) -> Aligned {
        let mut all = Aligned::zeros(values.len());
        all.copy_from_slice(values);
        all
    }
}

impl Deref for Aligned {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        // SAFETY: the lines are nothing but floats, and at least so many.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.length) }
    }
}

impl DerefMut for Aligned {
    fn deref_mut(&mut self) -> &mut [f32] {
        // SAFETY: as above, and this is the only reference.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.length) }
    }
}
