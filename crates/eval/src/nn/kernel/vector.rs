//! Vectors of several floats: one trait, implemented for each kind of processor, so that the
//! kernels are written once. Here are the vectors of every processor; `x86` has the others.

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

    instructions! {
        fn load(from: *const f32) -> Self { PlainVector(from.cast::<[f32; 4]>().read()) }
        fn store(self, to: *mut f32) { to.cast::<[f32; 4]>().write(self.0) }
        fn splat(value: f32) -> Self { PlainVector([value; 4]) }
        fn add(self, other: Self) -> Self { self.zip(other, |a, b| a + b) }
        fn sub(self, other: Self) -> Self { self.zip(other, |a, b| a - b) }
        fn max(self, other: Self) -> Self { self.zip(other, |a, b| if a > b { a } else { b }) }
        fn mul_add(self, by: Self, add: Self) -> Self {
            self.zip(by, |a, b| a * b).zip(add, |product, add| product + add)
        }
    }
}
