//! Vectors of several floats: one trait, implemented for each kind of
//! processor, so that the kernels are written once.
//!
//! A kernel is a [`Work`]: code that is generic over the vectors. [`Vectors`]
//! says which vectors there are, and runs a work with some of them. The code
//! of a work has to be inlined into functions that may use the instructions,
//! so all of it is marked `#[inline(always)]`.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

use super::product::{self, Arithmetic, Floats, Product};
#[cfg(target_arch = "x86_64")]
use super::product::Integers;

/// A vector of floats.
///
/// # Safety
/// All functions need a processor that has the vector's instructions, and
/// pointers to as many floats as a vector has.
pub trait Vector: Copy {
    /// Floats of a vector: a panel is a whole number of vectors.
    const LANES: usize;

    unsafe fn load(from: *const f32) -> Self;
    unsafe fn store(self, to: *mut f32);
    /// The same number in each place.
    unsafe fn splat(value: f32) -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    unsafe fn max(self, other: Self) -> Self;
    /// `self · by + add`. Fused or rounded twice: always the same for a type.
    unsafe fn mul_add(self, by: Self, add: Self) -> Self;
    /// The matrix product in blocks that suit the number of registers.
    unsafe fn multiply(job: &Product);
}

/// A vector of floats beside a vector of integers of the same length: pairs of
/// 16 bits, or sums of 32 bits.
///
/// # Safety
/// As for [`Vector`].
pub trait VectorOfIntegers: Vector {
    type Integers: Copy;

    unsafe fn load_pairs(from: *const u32) -> Self::Integers;
    /// The same pair in each place.
    unsafe fn splat_pair(pair: u32) -> Self::Integers;
    /// Adds both products of each two pairs to a sum.
    unsafe fn multiply_pairs(
        pairs: Self::Integers,
        by: Self::Integers,
        sums: Self::Integers,
    ) -> Self::Integers;
    unsafe fn from_integers(sums: Self::Integers) -> Self;
    /// Rounds to integers of 16 bits and stores them.
    unsafe fn store_as_integers(self, to: *mut i16);
    /// The matrix product in blocks that suit the number of registers.
    unsafe fn multiply_integers(job: &Product);
}

/// Four floats in plain Rust: the vectors of SSE2 and NEON, which every x86-64
/// and every 64-bit ARM has. The compiler finds the instructions.
#[derive(Clone, Copy)]
pub struct Plain([f32; 4]);

impl Plain {
    #[inline(always)]
    fn zip(self, other: Plain, each: impl Fn(f32, f32) -> f32) -> Plain {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Plain([each(a, e), each(b, f), each(c, g), each(d, h)])
    }
}

impl Vector for Plain {
    const LANES: usize = 4;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Plain {
        // SAFETY: the caller guarantees four floats.
        Plain(unsafe { from.cast::<[f32; 4]>().read() })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: the caller guarantees four floats.
        unsafe { to.cast::<[f32; 4]>().write(self.0) }
    }

    #[inline(always)]
    unsafe fn splat(value: f32) -> Plain {
        Plain([value; 4])
    }

    #[inline(always)]
    unsafe fn add(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a + b)
    }

    #[inline(always)]
    unsafe fn sub(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a - b)
    }

    #[inline(always)]
    unsafe fn max(self, other: Plain) -> Plain {
        self.zip(other, |a, b| if a > b { a } else { b })
    }

    #[inline(always)]
    unsafe fn mul_add(self, by: Plain, add: Plain) -> Plain {
        self.zip(by, |a, b| a * b).zip(add, |product, add| product + add)
    }

    #[inline(always)]
    unsafe fn multiply(job: &Product) {
        // Eight sums: SSE2 has 16 registers, and no fused multiply-add.
        // SAFETY: the caller guarantees it.
        unsafe { product::multiply::<Floats<Plain>, 2, 1, 4, 4>(job) }
    }
}

/// Vectors of x86-64. `FUSED`: a product and its sum are rounded once.
#[cfg(target_arch = "x86_64")]
macro_rules! x86_vector {
    ($name:ident, $vector:ident, $lanes:literal, $features:literal, $blocks:expr, $load:ident, $store:ident,
        $splat:ident, $add:ident, $sub:ident, $mul:ident, $max:ident, $fused:ident) => {
        #[doc = concat!("Vectors of ", stringify!($lanes), " floats: ", $features, ".")]
        #[derive(Clone, Copy)]
        pub struct $name<const FUSED: bool>($vector);

        impl<const FUSED: bool> Vector for $name<FUSED> {
            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn load(from: *const f32) -> Self {
                // SAFETY: the caller guarantees the floats and the processor;
                // the same for all that follow.
                unsafe { $name($load(from)) }
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut f32) {
                // SAFETY: see above.
                unsafe { $store(to, self.0) }
            }

            #[inline(always)]
            unsafe fn splat(value: f32) -> Self {
                // SAFETY: see above.
                unsafe { $name($splat(value)) }
            }

            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                // SAFETY: see above.
                unsafe { $name($add(self.0, other.0)) }
            }

            #[inline(always)]
            unsafe fn sub(self, other: Self) -> Self {
                // SAFETY: see above.
                unsafe { $name($sub(self.0, other.0)) }
            }

            #[inline(always)]
            unsafe fn max(self, other: Self) -> Self {
                // SAFETY: see above.
                unsafe { $name($max(self.0, other.0)) }
            }

            #[inline(always)]
            unsafe fn mul_add(self, by: Self, add: Self) -> Self {
                // SAFETY: see above.
                unsafe {
                    if FUSED {
                        $name($fused(self.0, by.0, add.0))
                    } else {
                        $name($add($mul(self.0, by.0), add.0))
                    }
                }
            }

            #[inline(always)]
            unsafe fn multiply(job: &Product) {
                // SAFETY: see above.
                unsafe { $blocks(job) }
            }
        }
    };
}

// Twelve sums: two vectors of weights and one input fit the other registers.
#[cfg(target_arch = "x86_64")]
x86_vector!(
    Avx2, __m256, 8, "AVX2 with FMA", product::multiply::<Floats<Self>, 6, 3, 2, 2>, _mm256_loadu_ps,
    _mm256_storeu_ps, _mm256_set1_ps, _mm256_add_ps, _mm256_sub_ps, _mm256_mul_ps, _mm256_max_ps,
    _mm256_fmadd_ps
);

// 24 sums, four vectors of weights, one input.
#[cfg(target_arch = "x86_64")]
x86_vector!(
    Avx512, __m512, 16, "AVX-512F", product::multiply::<Floats<Self>, 6, 3, 4, 1>, _mm512_loadu_ps,
    _mm512_storeu_ps, _mm512_set1_ps, _mm512_add_ps, _mm512_sub_ps, _mm512_mul_ps, _mm512_max_ps,
    _mm512_fmadd_ps
);

#[cfg(target_arch = "x86_64")]
impl VectorOfIntegers for Avx2<true> {
    type Integers = __m256i;

    #[inline(always)]
    unsafe fn load_pairs(from: *const u32) -> __m256i {
        // SAFETY: the caller guarantees it; the same for all that follow.
        unsafe { _mm256_loadu_si256(from.cast()) }
    }

    #[inline(always)]
    unsafe fn splat_pair(pair: u32) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_set1_epi32(pair.cast_signed()) }
    }

    #[inline(always)]
    unsafe fn multiply_pairs(pairs: __m256i, by: __m256i, sums: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, by)) }
    }

    #[inline(always)]
    unsafe fn from_integers(sums: __m256i) -> Self {
        // SAFETY: see above.
        unsafe { Avx2(_mm256_cvtepi32_ps(sums)) }
    }

    #[inline(always)]
    unsafe fn store_as_integers(self, to: *mut i16) {
        // SAFETY: see above.
        unsafe {
            let wide = _mm256_cvtps_epi32(self.0);
            let (low, high) = (_mm256_castsi256_si128(wide), _mm256_extracti128_si256::<1>(wide));
            _mm_storeu_si128(to.cast(), _mm_packs_epi32(low, high));
        }
    }

    #[inline(always)]
    unsafe fn multiply_integers(job: &Product) {
        // SAFETY: see above.
        unsafe { product::multiply::<Integers<Self>, 6, 3, 2, 2>(job) }
    }
}

/// In assembler: the compiler splits the intrinsic function into a product and
/// an addition, which take twice the time.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn vpdpwssd(pairs: __m512i, by: __m512i, mut sums: __m512i) -> __m512i {
    // SAFETY: the processor has the instruction, which touches no memory.
    unsafe {
        std::arch::asm!("vpdpwssd {}, {}, {}", inout(zmm_reg) sums, in(zmm_reg) pairs,
            in(zmm_reg) by, options(pure, nomem, nostack, preserves_flags));
    }
    sums
}

#[cfg(target_arch = "x86_64")]
impl VectorOfIntegers for Avx512<true> {
    type Integers = __m512i;

    #[inline(always)]
    unsafe fn load_pairs(from: *const u32) -> __m512i {
        // SAFETY: the caller guarantees it; the same for all that follow.
        unsafe { _mm512_loadu_si512(from.cast()) }
    }

    #[inline(always)]
    unsafe fn splat_pair(pair: u32) -> __m512i {
        // SAFETY: see above.
        unsafe { _mm512_set1_epi32(pair.cast_signed()) }
    }

    #[inline(always)]
    unsafe fn multiply_pairs(pairs: __m512i, by: __m512i, sums: __m512i) -> __m512i {
        // SAFETY: see above.
        unsafe { vpdpwssd(pairs, by, sums) }
    }

    #[inline(always)]
    unsafe fn from_integers(sums: __m512i) -> Self {
        // SAFETY: see above.
        unsafe { Avx512(_mm512_cvtepi32_ps(sums)) }
    }

    #[inline(always)]
    unsafe fn store_as_integers(self, to: *mut i16) {
        // SAFETY: see above.
        unsafe {
            let narrow = _mm512_cvtsepi32_epi16(_mm512_cvtps_epi32(self.0));
            _mm256_storeu_si256(to.cast(), narrow);
        }
    }

    #[inline(always)]
    unsafe fn multiply_integers(job: &Product) {
        // SAFETY: see above.
        unsafe { product::multiply::<Integers<Self>, 6, 3, 4, 1>(job) }
    }
}

/// Code that is generic over the arithmetic of products.
pub trait Work {
    /// Does it. To be marked `#[inline(always)]`.
    ///
    /// # Safety
    /// The processor has these vectors.
    unsafe fn run<A: Arithmetic>(self);
}

/// The vectors that a kernel uses, and how it multiplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// [`Plain`].
    Plain,
    /// [`Avx2`].
    #[cfg(target_arch = "x86_64")]
    Avx2(Multiply),
    /// [`Avx512`].
    #[cfg(target_arch = "x86_64")]
    Avx512(Multiply),
}

/// How products are rounded.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Multiply {
    /// Every product and every sum, as plain Rust does it.
    Twice,
    /// Fused multiply-add: each sum of a product.
    Fused,
    /// The inputs and weights of products, to integers of 16 bits.
    Integers,
}

impl Vectors {
    /// The widest of this processor that round like plain Rust: all of these
    /// give the same numbers to the last bit.
    #[cfg(target_arch = "x86_64")]
    pub fn plain() -> Vectors {
        let all = [Vectors::Avx512(Multiply::Twice), Vectors::Avx2(Multiply::Twice)];
        all.into_iter().find(|vectors| vectors.are_available()).unwrap_or(Vectors::Plain)
    }

    /// The widest of this processor that round like plain Rust.
    #[cfg(not(target_arch = "x86_64"))]
    pub fn plain() -> Vectors {
        Vectors::Plain
    }

    /// Whether this processor has them.
    pub fn are_available(self) -> bool {
        match self {
            Vectors::Plain => true,
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx2(_) => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx512(multiply) => {
                let has_integers =
                    is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vnni");
                is_x86_feature_detected!("avx512f")
                    && (has_integers || multiply != Multiply::Integers)
            }
        }
    }

    /// Whether products are of integers.
    pub fn are_integers(self) -> bool {
        match self {
            Vectors::Plain => false,
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx2(multiply) | Vectors::Avx512(multiply) => multiply == Multiply::Integers,
        }
    }

    /// Does a work with these vectors.
    ///
    /// # Panics
    /// Unless the processor has them.
    pub fn run(self, work: impl Work) {
        assert!(self.are_available());
        // SAFETY: the processor has them.
        unsafe {
            match self {
                Vectors::Plain => work.run::<Floats<Plain>>(),
                #[cfg(target_arch = "x86_64")]
                Vectors::Avx2(Multiply::Twice) => with_avx2::<Floats<Avx2<false>>>(work),
                #[cfg(target_arch = "x86_64")]
                Vectors::Avx2(Multiply::Fused) => with_avx2::<Floats<Avx2<true>>>(work),
                #[cfg(target_arch = "x86_64")]
                Vectors::Avx2(Multiply::Integers) => with_avx2::<Integers<Avx2<true>>>(work),
                #[cfg(target_arch = "x86_64")]
                Vectors::Avx512(Multiply::Twice) => with_avx512::<Floats<Avx512<false>>>(work),
                #[cfg(target_arch = "x86_64")]
                Vectors::Avx512(Multiply::Fused) => with_avx512::<Floats<Avx512<true>>>(work),
                #[cfg(target_arch = "x86_64")]
                Vectors::Avx512(Multiply::Integers) => with_vnni::<Integers<Avx512<true>>>(work),
            }
        }
    }
}

/// # Safety
/// The processor has AVX2 and FMA.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn with_avx2<A: Arithmetic>(work: impl Work) {
    // SAFETY: the caller guarantees the processor.
    unsafe { work.run::<A>() }
}

/// # Safety
/// The processor has AVX-512F.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
unsafe fn with_avx512<A: Arithmetic>(work: impl Work) {
    // SAFETY: the caller guarantees the processor.
    unsafe { work.run::<A>() }
}

/// # Safety
/// The processor has AVX-512F, BW and VNNI.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
unsafe fn with_vnni<A: Arithmetic>(work: impl Work) {
    // SAFETY: the caller guarantees the processor.
    unsafe { work.run::<A>() }
}
