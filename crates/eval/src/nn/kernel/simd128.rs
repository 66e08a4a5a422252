//! The vectors of WebAssembly, in place of those in plain Rust: the same numbers to the last bit.

use std::arch::wasm32::*;

use super::vector::{Vector, instructions};

#[derive(Clone, Copy)]
pub struct PortableVector(v128);

impl Vector for PortableVector {
    const LANES: usize = 4;

    instructions! {
        fn load(from: *const f32) -> Self { PortableVector(v128_load(from.cast())) }
        fn store(self, to: *mut f32) { v128_store(to.cast(), self.0) }
        fn splat(value: f32) -> Self { PortableVector(f32x4_splat(value)) }
        fn add(self, other: Self) -> Self { PortableVector(f32x4_add(self.0, other.0)) }
        fn sub(self, other: Self) -> Self { PortableVector(f32x4_sub(self.0, other.0)) }
        fn max(self, other: Self) -> Self { PortableVector(f32x4_pmax(other.0, self.0)) }
        fn mul_add(self, by: Self, add: Self) -> Self {
            PortableVector(f32x4_add(f32x4_mul(self.0, by.0), add.0))
        }
    }
}
