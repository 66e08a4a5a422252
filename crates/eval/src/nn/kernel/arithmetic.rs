//! The arithmetic of products: floats, or 16-bit integers.

use super::{
    product::Product,
    vector::{Vector, VectorOfIntegers},
};
use crate::nn::layers::PANEL;

/// The arithmetic of a product. Inputs and weights are in units of 32 bits: one float, or two
/// integers.
pub trait Arithmetic {
    type Vector: Vector;
    /// A vector of units.
    type Units: Copy;
    /// A vector of sums.
    type Sums: Copy;
    /// Units of a panel of inputs.
    const UNITS: usize;
    /// Whether the transforms scale the values that they read and write.
    const IS_SCALED: bool;

    /// # Safety
    /// For all functions: the processor supports the vectors, and the pointers are valid for the
    /// values read or written.
    unsafe fn zero() -> Self::Sums;
    /// A vector of weights.
    unsafe fn load(from: *const u32) -> Self::Units;
    /// The same input in each lane.
    unsafe fn splat(value: u32) -> Self::Units;
    unsafe fn mul_add(value: Self::Units, by: Self::Units, sums: Self::Sums) -> Self::Sums;
    /// The sums as floats: multiplied by these scales, if there are any.
    unsafe fn finish(sums: Self::Sums, scales: *const f32) -> Self::Vector;
    /// Stores inputs in a panel, from this channel on, multiplied by a scale if the arithmetic is
    /// scaled.
    unsafe fn store(value: Self::Vector, scale: f32, panel: *mut u32, channel: usize);
    /// The product in blocks that suit the number of registers.
    unsafe fn multiply(job: &Product);
}

/// Floats, as exact as a product of floats can be.
pub struct Floats<V>(std::marker::PhantomData<V>);

impl<V: Vector> Arithmetic for Floats<V> {
    type Vector = V;
    type Units = V;
    type Sums = V;
    const UNITS: usize = PANEL;
    const IS_SCALED: bool = false;

    #[inline(always)]
    unsafe fn zero() -> V {
        // SAFETY: the caller guarantees the vectors.
        unsafe { V::splat(0.0) }
    }

    #[inline(always)]
    unsafe fn load(from: *const u32) -> V {
        // SAFETY: the caller guarantees the vectors and a vector of weights at `from`.
        unsafe { V::load(from.cast()) }
    }

    #[inline(always)]
    unsafe fn splat(value: u32) -> V {
        // SAFETY: the caller guarantees the vectors.
        unsafe { V::splat(f32::from_bits(value)) }
    }

    #[inline(always)]
    unsafe fn mul_add(value: V, by: V, sums: V) -> V {
        // SAFETY: the caller guarantees the vectors.
        unsafe { value.mul_add(by, sums) }
    }

    #[inline(always)]
    unsafe fn finish(sums: V, _: *const f32) -> V {
        sums
    }

    #[inline(always)]
    unsafe fn store(value: V, _: f32, panel: *mut u32, channel: usize) {
        // SAFETY: the caller guarantees the vectors and room for one at this channel.
        unsafe { value.store(panel.add(channel).cast()) }
    }

    #[inline(always)]
    unsafe fn multiply(job: &Product) {
        // SAFETY: the caller guarantees the vectors and the rows of the product.
        unsafe { V::multiply(job) }
    }
}

/// 16-bit integers, with 32-bit sums.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
pub struct Integers<V>(std::marker::PhantomData<V>);

impl<V: VectorOfIntegers> Arithmetic for Integers<V> {
    type Vector = V;
    type Units = V::Integers;
    type Sums = V::Integers;
    const UNITS: usize = PANEL / 2;
    const IS_SCALED: bool = true;

    #[inline(always)]
    unsafe fn zero() -> V::Integers {
        // SAFETY: the caller guarantees the vectors.
        unsafe { V::splat_pair(0) }
    }

    #[inline(always)]
    unsafe fn load(from: *const u32) -> V::Integers {
        // SAFETY: the caller guarantees the vectors and a vector of weights at `from`.
        unsafe { V::load_pairs(from) }
    }

    #[inline(always)]
    unsafe fn splat(value: u32) -> V::Integers {
        // SAFETY: the caller guarantees the vectors.
        unsafe { V::splat_pair(value) }
    }

    #[inline(always)]
    unsafe fn mul_add(value: V::Integers, by: V::Integers, sums: V::Integers) -> V::Integers {
        // SAFETY: the caller guarantees the vectors.
        unsafe { V::multiply_pairs(value, by, sums) }
    }

    #[inline(always)]
    unsafe fn finish(sums: V::Integers, scales: *const f32) -> V {
        // SAFETY: the caller guarantees the vectors and a vector of scales.
        unsafe { V::from_integers(sums).mul_add(V::load(scales), V::splat(0.0)) }
    }

    #[inline(always)]
    unsafe fn store(value: V, scale: f32, panel: *mut u32, channel: usize) {
        // SAFETY: the caller guarantees the vectors and room for one at this channel.
        unsafe {
            let value = value.mul_add(V::splat(scale), V::splat(0.0));
            value.store_as_integers(panel.cast::<i16>().add(channel));
        }
    }

    #[inline(always)]
    unsafe fn multiply(job: &Product) {
        // SAFETY: the caller guarantees the vectors and the rows of the product.
        unsafe { V::multiply_integers(job) }
    }
}
