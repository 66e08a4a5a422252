//! Vectors of several floats, and the arithmetic of products: floats, or 16-bit integers. Both are
//! traits, implemented for each kind of processor, so that the kernels are written once. `portable`
//! has the vectors of every processor, `x86` wider ones and integers.

use crate::nn::layers::PANEL;

/// Functions of a trait whose bodies are a few instructions. Their safety condition is the one
/// that the trait states for all its functions.
macro_rules! instructions {
    ($(fn $name:ident($($arguments:tt)*) $(-> $result:ty)? $body:block)*) => {$(
        #[inline(always)]
        unsafe fn $name($($arguments)*) $(-> $result)? {
            // SAFETY: the caller guarantees the processor, and memory for all lanes at pointers.
            #[allow(unused_unsafe, reason = "some bodies call nothing that is unsafe")]
            unsafe { $body }
        }
    )*};
}
pub(super) use instructions;

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
}

/// The arithmetic of a product. Inputs and weights are in units of 32 bits: one float, or two
/// integers.
///
/// # Safety
/// For all functions: the processor supports the vectors, and the pointers are valid for the
/// values read or written.
pub trait Arithmetic {
    type Vector: Vector;
    /// A vector of units, or of sums.
    type Units: Copy;
    /// Units of a panel of inputs.
    const UNITS: usize;
    /// Whether the transforms scale the values that they read and write.
    const IS_SCALED: bool;

    /// A vector of weights.
    unsafe fn weights(from: *const u32) -> Self::Units;
    /// The same input in each lane; zero is also the first sum.
    unsafe fn input(value: u32) -> Self::Units;
    /// Adds the products of an input and weights.
    unsafe fn add_product(input: Self::Units, by: Self::Units, sums: Self::Units) -> Self::Units;
    /// The sums as floats: multiplied by these scales, if there are any.
    unsafe fn finish(sums: Self::Units, scales: *const f32) -> Self::Vector;
    /// Stores inputs in a panel, from this channel on, multiplied by a scale if the arithmetic is
    /// scaled.
    unsafe fn store_inputs(value: Self::Vector, scale: f32, panel: *mut u32, channel: usize);
}

/// Floats, as exact as a product of floats can be.
impl<V: Vector> Arithmetic for V {
    type Vector = V;
    type Units = V;
    const UNITS: usize = PANEL;
    const IS_SCALED: bool = false;

    instructions! {
        fn weights(from: *const u32) -> V { V::load(from.cast()) }
        fn input(value: u32) -> V { V::splat(f32::from_bits(value)) }
        fn add_product(input: V, by: V, sums: V) -> V { input.mul_add(by, sums) }
        fn finish(sums: V, _scales: *const f32) -> V { sums }
        fn store_inputs(value: V, _scale: f32, panel: *mut u32, channel: usize) {
            value.store(panel.add(channel).cast());
        }
    }
}

/// Code that is generic over the arithmetic of products.
pub trait Work {
    /// Runs the code. Implementations must be marked `#[inline(always)]`.
    ///
    /// # Safety
    /// The processor supports these vectors.
    unsafe fn run<A: Arithmetic>(self);
}
