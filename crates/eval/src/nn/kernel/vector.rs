//! Vectors of several floats: one trait, implemented for each kind of processor, so that the
//! kernels are written once. Here are the vectors of every processor; `x86` has the others.

use super::{
    arithmetic::Floats,
    product::{self, Product},
};

/// A vector of floats.
///
/// # Safety
/// All functions need a processor that supports the vector's instructions, and pointers to as
/// many floats as a vector has.
pub trait Vector: Copy {
    /// Floats of a vector: a panel is a whole number of vectors.
    const LANES: usize;

    unsafe fn load(from: *const f32) -> Self;
    unsafe fn store(self, to: *mut f32);
    /// The same number in each lane.
    unsafe fn splat(value: f32) -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    unsafe fn max(self, other: Self) -> Self;
    /// `self · by + add`. Either fused or rounded twice, always the same for a type.
    unsafe fn mul_add(self, by: Self, add: Self) -> Self;
    /// The matrix product in blocks that suit the number of registers.
    unsafe fn multiply(job: &Product);
}

/// A vector of floats with a vector of integers of the same length: pairs of 16 bits, or sums of
/// 32 bits.
///
/// # Safety
/// As for [`Vector`].
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
pub trait VectorOfIntegers: Vector {
    type Integers: Copy;

    unsafe fn load_pairs(from: *const u32) -> Self::Integers;
    /// The same pair in each lane.
    unsafe fn splat_pair(pair: u32) -> Self::Integers;
    /// Multiplies pairs by pairs, and adds both products of each to a sum.
    unsafe fn multiply_pairs(
        pairs: Self::Integers,
        by: Self::Integers,
        sums: Self::Integers,
    ) -> Self::Integers;
    unsafe fn from_integers(sums: Self::Integers) -> Self;
    /// Rounds to 16-bit integers and stores them.
    unsafe fn store_as_integers(self, to: *mut i16);
    /// The matrix product in blocks that suit the number of registers.
    unsafe fn multiply_integers(job: &Product);
}

/// Four floats in plain Rust: the vectors of SSE2 and NEON, which every x86-64 and every 64-bit
/// ARM processor has. The compiler selects the instructions.
#[derive(Clone, Copy)]
pub struct PlainVector([f32; 4]);

impl PlainVector {
    #[inline(always)]
    fn zip(self, other: PlainVector, each: impl Fn(f32, f32) -> f32) -> PlainVector {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        PlainVector([each(a, e), each(b, f), each(c, g), each(d, h)])
    }
}

impl Vector for PlainVector {
    const LANES: usize = 4;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> PlainVector {
        // SAFETY: the caller guarantees four floats.
        PlainVector(unsafe { from.cast::<[f32; 4]>().read() })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: the caller guarantees four floats.
        unsafe { to.cast::<[f32; 4]>().write(self.0) }
    }

    #[inline(always)]
    unsafe fn splat(value: f32) -> PlainVector {
        PlainVector([value; 4])
    }

    #[inline(always)]
    unsafe fn add(self, other: PlainVector) -> PlainVector {
        self.zip(other, |a, b| a + b)
    }

    #[inline(always)]
    unsafe fn sub(self, other: PlainVector) -> PlainVector {
        self.zip(other, |a, b| a - b)
    }

    #[inline(always)]
    unsafe fn max(self, other: PlainVector) -> PlainVector {
        self.zip(other, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    unsafe fn mul_add(self, by: PlainVector, add: PlainVector) -> PlainVector {
        self.zip(by, |a, b| a * b).zip(add, |product, add| product + add)
    }

    #[inline(always)]
    unsafe fn multiply(job: &Product) {
        // Eight sums: SSE2 has 16 registers, and no fused multiply-add.
        // SAFETY: the caller guarantees the rows of the product.
        unsafe { product::multiply::<Floats<PlainVector>, 2, 1, 4, 4>(job) }
    }
}
