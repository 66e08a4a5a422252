//! Memory that is aligned to cache lines, so that no vector crosses two of them.

use std::ops::{Deref, DerefMut};

use bytemuck::{Pod, Zeroable};

/// A cache line, as long as the longest vector.
#[derive(Clone, Copy, Pod, Zeroable)]
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
        bytemuck::cast_slice(&self.0)
    }
}

impl DerefMut for Aligned {
    fn deref_mut(&mut self) -> &mut [f32] {
        bytemuck::cast_slice_mut(&mut self.0)
    }
}
