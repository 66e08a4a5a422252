//! The vectors of x86-64: AVX2 and AVX-512, of floats and of 16-bit integers.

use std::arch::x86_64::*;

use super::vector::{Arithmetic, Vector, Work, instructions};
use crate::nn::layers::PANEL;

/// Vectors of floats. `FUSED`: a product and its sum are rounded once.
macro_rules! x86_vector {
    ($name:ident($vector:ident), $lanes:literal, $features:literal, $load:ident, $store:ident,
        $splat:ident, $add:ident, $sub:ident, $mul:ident, $max:ident, $fused:ident) => {
        #[doc = concat!("Vectors of ", stringify!($lanes), " floats: ", $features, ".")]
        #[derive(Clone, Copy)]
        pub struct $name<const FUSED: bool>($vector);

        impl<const FUSED: bool> Vector for $name<FUSED> {
            const LANES: usize = $lanes;

            instructions! {
                            fn load(from: *const f32) -> Self { $name($load(from)) }
                            fn store(self, to: *mut f32) { $store(to, self.0) }
                            fn splat(value: f32) -> Self { $name($splat(value)) }
                            fn add(self, other: Self) -> Self { $name($add(self.0, other.0)) }
                            fn sub(self, other: Self) -> Self { $name($sub(self.0, other.0)) }
                            fn max(self, other: Self) -> Self { $name($max(self.0, other.0)) }
                            fn mul_add(self, by: Self, add: Self) -> Self {
                                if FUSED {
            $name($fused(self.0, by.0, add.0))
            } else {
            $name($add($mul(self.0, by.0), add.0))
            }
                            }
                        }
        }
    };
}

x86_vector! {
    Avx2(__m256), 8, "AVX2 with FMA", _mm256_loadu_ps, _mm256_storeu_ps, _mm256_set1_ps,
    _mm256_add_ps, _mm256_sub_ps, _mm256_mul_ps, _mm256_max_ps, _mm256_fmadd_ps
}

x86_vector! {
    Avx512(__m512), 16, "AVX-512F", _mm512_loadu_ps, _mm512_storeu_ps, _mm512_set1_ps,
    _mm512_add_ps, _mm512_sub_ps, _mm512_mul_ps, _mm512_max_ps, _mm512_fmadd_ps
}

/// 16-bit integers, with 32-bit sums. A unit is a pair of integers; both products of a pair are
/// added to a sum.
macro_rules! x86_integers {
    ($name:ident, $vector:ident($integers:ident), $features:literal, $load:ident, $splat:ident,
        $add_product:ident, $to_floats:ident, $pack:ident, $store:ident) => {
        #[doc = concat!("Products of 16-bit integers: ", $features, ".")]
        pub enum $name {}

        impl Arithmetic for $name {
            type Vector = $vector<true>;
            type Units = $integers;
            const UNITS: usize = PANEL / 2;
            const IS_SCALED: bool = true;

            instructions! {
                fn weights(from: *const u32) -> $integers { $load(from.cast()) }
                fn input(pair: u32) -> $integers { $splat(pair.cast_signed()) }
                fn add_product(input: $integers, by: $integers, sums: $integers) -> $integers {
                    $add_product(input, by, sums)
                }
                fn finish(sums: $integers, scales: *const f32) -> $vector<true> {
                    $vector::<true>($to_floats(sums))
                        .mul_add(Vector::load(scales), Vector::splat(0.0))
                }
                fn store_inputs(value: $vector<true>, scale: f32, panel: *mut u32, channel: usize) {
                    let value = value.mul_add(Vector::splat(scale), Vector::splat(0.0));
                    $store(panel.cast::<i16>().add(channel).cast(), $pack(value.0))
                }
            }
        }
    };
}

x86_integers! {
    Avx2Integers, Avx2(__m256i), "AVX2", _mm256_loadu_si256, _mm256_set1_epi32,
    add_pairs, _mm256_cvtepi32_ps, pack_eight, _mm_storeu_si128
}

x86_integers! {
    Avx512Integers, Avx512(__m512i), "AVX-512 VNNI", _mm512_loadu_si512, _mm512_set1_epi32,
    vpdpwssd, _mm512_cvtepi32_ps, pack_sixteen, _mm256_storeu_si256
}

/// A function that may use some instructions, and runs a work with vectors of them.
macro_rules! run_with {
    ($name:ident, $features:literal) => {
        #[doc = concat!("# Safety\nThe processor supports ", $features, ".")]
        #[target_feature(enable = $features)]
        pub unsafe fn $name<A: Arithmetic>(work: impl Work) {
            // SAFETY: the caller guarantees the instructions.
            unsafe { work.run::<A>() }
        }
    };
}

run_with!(with_avx2, "avx2,fma");
run_with!(with_avx512, "avx512f");
run_with!(with_vnni, "avx512f,avx512bw,avx512vnni");

#[inline]
#[target_feature(enable = "avx2")]
fn add_pairs(pairs: __m256i, by: __m256i, sums: __m256i) -> __m256i {
    _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, by))
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

/// Rounds to 16-bit integers.
#[inline]
#[target_feature(enable = "avx2")]
fn pack_eight(value: __m256) -> __m128i {
    let wide = _mm256_cvtps_epi32(value);
    _mm_packs_epi32(_mm256_castsi256_si128(wide), _mm256_extracti128_si256::<1>(wide))
}

/// Rounds to 16-bit integers.
#[inline]
#[target_feature(enable = "avx512f")]
fn pack_sixteen(value: __m512) -> __m256i {
    _mm512_cvtsepi32_epi16(_mm512_cvtps_epi32(value))
}
