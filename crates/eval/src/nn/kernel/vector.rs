//! Vectors of several floats: one trait, implemented for each kind of processor, so that the
//! kernels are written once. `portable` has the vectors of every processor, `x86` wider ones.

/// Functions of a trait whose bodies are a few instructions. Their safety condition is the one
/// that the trait states for all its functions.
macro_rules! instructions {
    ($(fn $name:ident($($arguments:tt)*) $(-> $result:ty)? $body:block)*) => {$(
        #[inline(always)]
        unsafe fn $name($($arguments)*) $(-> $result)? {
            // SAFETY: the caller guarantees the processor, and memory for all lanes at pointers.
            #[allow(unused_unsafe)]
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
