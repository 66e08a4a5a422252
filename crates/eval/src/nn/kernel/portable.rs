//! The vectors of every processor.

use super::vector::{Vector, instructions};

/// Four floats in plain Rust: the vectors of SSE2 and NEON, which every x86-64 and every 64-bit
/// ARM processor has. The compiler selects the instructions.
#[derive(Clone, Copy)]
pub struct PortableVector([f32; 4]);

impl PortableVector {
    #[inline(always)]
    fn zip(self, other: PortableVector, each: impl Fn(f32, f32) -> f32) -> PortableVector {
        let [a, b, c, d] = self.0;
        let [e, f, g, h] = other.0;
        PortableVector([each(a, e), each(b, f), each(c, g), each(d, h)])
    }
}

impl Vector for PortableVector {
    const LANES: usize = 4;

    instructions! {
        fn load(from: *const f32) -> Self { PortableVector(from.cast::<[f32; 4]>().read()) }
        fn store(self, to: *mut f32) { to.cast::<[f32; 4]>().write(self.0) }
        fn splat(value: f32) -> Self { PortableVector([value; 4]) }
        fn add(self, other: Self) -> Self { self.zip(other, |a, b| a + b) }
        fn sub(self, other: Self) -> Self { self.zip(other, |a, b| a - b) }
        fn max(self, other: Self) -> Self { self.zip(other, |a, b| if a > b { a } else { b }) }
        fn mul_add(self, by: Self, add: Self) -> Self {
            self.zip(by, |a, b| a * b).zip(add, |product, add| product + add)
        }
    }
}
