//! The vectors of x86-64: AVX2 and AVX-512.

use std::arch::x86_64::*;

use super::{
    arithmetic::{Floats, Integers},
    product::{self, Product},
    vector::{Vector, VectorOfIntegers},
};

/// Vectors of x86-64. `FUSED`: a product and its sum are rounded once.
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
                // SAFETY: the caller guarantees the processor and a vector of floats at `from`.
                unsafe { $name($load(from)) }
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut f32) {
                // SAFETY: the caller guarantees the processor and a vector of floats at `to`.
                unsafe { $store(to, self.0) }
            }

            #[inline(always)]
            unsafe fn splat(value: f32) -> Self {
                // SAFETY: the caller guarantees the processor.
                unsafe { $name($splat(value)) }
            }

            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                // SAFETY: the caller guarantees the processor.
                unsafe { $name($add(self.0, other.0)) }
            }

            #[inline(always)]
            unsafe fn sub(self, other: Self) -> Self {
                // SAFETY: the caller guarantees the processor.
                unsafe { $name($sub(self.0, other.0)) }
            }

            #[inline(always)]
            unsafe fn max(self, other: Self) -> Self {
                // SAFETY: the caller guarantees the processor.
                unsafe { $name($max(self.0, other.0)) }
            }

            #[inline(always)]
            unsafe fn mul_add(self, by: Self, add: Self) -> Self {
                // SAFETY: the caller guarantees the processor.
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
                // SAFETY: the caller guarantees the processor and the rows of the product.
                unsafe { $blocks(job) }
            }
        }
    };
}

// Twelve sums, two vectors of weights and one input: 15 of 16 registers.
x86_vector!(
    Avx2,
    __m256,
    8,
    "AVX2 with FMA",
    product::multiply::<Floats<Self>, 6, 3, 2, 2>,
    _mm256_loadu_ps,
    _mm256_storeu_ps,
    _mm256_set1_ps,
    _mm256_add_ps,
    _mm256_sub_ps,
    _mm256_mul_ps,
    _mm256_max_ps,
    _mm256_fmadd_ps
);

// 24 sums, four vectors of weights, one input: 29 of 32 registers.
x86_vector!(
    Avx512,
    __m512,
    16,
    "AVX-512F",
    product::multiply::<Floats<Self>, 6, 3, 4, 1>,
    _mm512_loadu_ps,
    _mm512_storeu_ps,
    _mm512_set1_ps,
    _mm512_add_ps,
    _mm512_sub_ps,
    _mm512_mul_ps,
    _mm512_max_ps,
    _mm512_fmadd_ps
);

impl VectorOfIntegers for Avx2<true> {
    type Integers = __m256i;

    #[inline(always)]
    unsafe fn load_pairs(from: *const u32) -> __m256i {
        // SAFETY: the caller guarantees the processor and a vector of pairs at `from`.
        unsafe { _mm256_loadu_si256(from.cast()) }
    }

    #[inline(always)]
    unsafe fn splat_pair(pair: u32) -> __m256i {
        // SAFETY: the caller guarantees the processor.
        unsafe { _mm256_set1_epi32(pair.cast_signed()) }
    }

    #[inline(always)]
    unsafe fn multiply_pairs(pairs: __m256i, by: __m256i, sums: __m256i) -> __m256i {
        // SAFETY: the caller guarantees the processor.
        unsafe { _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, by)) }
    }

    #[inline(always)]
    unsafe fn from_integers(sums: __m256i) -> Self {
        // SAFETY: the caller guarantees the processor.
        unsafe { Avx2(_mm256_cvtepi32_ps(sums)) }
    }

    #[inline(always)]
    unsafe fn store_as_integers(self, to: *mut i16) {
        // SAFETY: the caller guarantees the processor and room for a vector of 16-bit integers.
        unsafe {
            let wide = _mm256_cvtps_epi32(self.0);
            let (low, high) = (_mm256_castsi256_si128(wide), _mm256_extracti128_si256::<1>(wide));
            _mm_storeu_si128(to.cast(), _mm_packs_epi32(low, high));
        }
    }

    #[inline(always)]
    unsafe fn multiply_integers(job: &Product) {
        // SAFETY: the caller guarantees the processor and the rows of the product.
        unsafe { product::multiply::<Integers<Self>, 6, 3, 2, 2>(job) }
    }
}

/// In assembly: the compiler splits the intrinsic into a product and an addition, which take
/// twice the time.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn vpdpwssd(pairs: __m512i, by: __m512i, mut sums: __m512i) -> __m512i {
    // SAFETY: the processor supports the instruction, which accesses no memory.
    unsafe {
        std::arch::asm!("vpdpwssd {}, {}, {}", inout(zmm_reg) sums, in(zmm_reg) pairs,
            in(zmm_reg) by, options(pure, nomem, nostack, preserves_flags));
    }
    sums
}

impl VectorOfIntegers for Avx512<true> {
    type Integers = __m512i;

    #[inline(always)]
    unsafe fn load_pairs(from: *const u32) -> __m512i {
        // SAFETY: the caller guarantees the processor and a vector of pairs at `from`.
        unsafe { _mm512_loadu_si512(from.cast()) }
    }

    #[inline(always)]
    unsafe fn splat_pair(pair: u32) -> __m512i {
        // SAFETY: the caller guarantees the processor.
        unsafe { _mm512_set1_epi32(pair.cast_signed()) }
    }

    #[inline(always)]
    unsafe fn multiply_pairs(pairs: __m512i, by: __m512i, sums: __m512i) -> __m512i {
        // SAFETY: the caller guarantees the processor.
        unsafe { vpdpwssd(pairs, by, sums) }
    }

    #[inline(always)]
    unsafe fn from_integers(sums: __m512i) -> Self {
        // SAFETY: the caller guarantees the processor.
        unsafe { Avx512(_mm512_cvtepi32_ps(sums)) }
    }

    #[inline(always)]
    unsafe fn store_as_integers(self, to: *mut i16) {
        // SAFETY: the caller guarantees the processor and room for a vector of 16-bit integers.
        unsafe {
            let narrow = _mm512_cvtsepi32_epi16(_mm512_cvtps_epi32(self.0));
            _mm256_storeu_si256(to.cast(), narrow);
        }
    }

    #[inline(always)]
    unsafe fn multiply_integers(job: &Product) {
        // SAFETY: the caller guarantees the processor and the rows of the product.
        unsafe { product::multiply::<Integers<Self>, 6, 3, 4, 1>(job) }
    }
}
