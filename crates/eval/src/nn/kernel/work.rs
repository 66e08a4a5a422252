//! The choice of vectors. A kernel is a [`Work`]: code that is generic over the vectors.
//! [`Vectors`] selects the vectors and runs a work with them. The code of a work has to be
//! inlined into functions that may use the instructions, so all of it is marked
//! `#[inline(always)]`.

#[cfg(target_arch = "x86_64")]
use super::{
    arithmetic::Integers,
    x86::{Avx2, Avx512},
};
use super::{
    arithmetic::{Arithmetic, Floats},
    vector::PlainVector,
};

/// Code that is generic over the arithmetic of products.
pub trait Work {
    /// Runs the code. Implementations must be marked `#[inline(always)]`.
    ///
    /// # Safety
    /// The processor supports these vectors.
    unsafe fn run<A: Arithmetic>(self);
}

/// The vectors that a kernel uses, and how it multiplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// [`PlainVector`].
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
    /// Products and sums are rounded separately, as in plain Rust.
    Twice,
    /// Fused multiply-add: each product with its sum is rounded once.
    Fused,
    /// The inputs and weights of products are rounded to 16-bit integers.
    Integers,
}

impl Vectors {
    /// The vectors that round like plain Rust, the widest first: all of them give the same
    /// numbers to the last bit.
    pub fn like_plain() -> impl Iterator<Item = Vectors> {
        let all = [
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx512(Multiply::Twice),
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx2(Multiply::Twice),
            Vectors::Plain,
        ];
        all.into_iter()
    }

    /// Whether this processor supports them.
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

    /// Runs a work with these vectors.
    ///
    /// # Panics
    /// Unless the processor supports them.
    pub fn run(self, work: impl Work) {
        assert!(self.are_available());
        // SAFETY: the processor supports the vectors, as asserted above.
        unsafe {
            match self {
                Vectors::Plain => work.run::<Floats<PlainVector>>(),
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
/// The processor supports AVX2 and FMA.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn with_avx2<A: Arithmetic>(work: impl Work) {
    // SAFETY: the caller guarantees AVX2 and FMA.
    unsafe { work.run::<A>() }
}

/// # Safety
/// The processor supports AVX-512F.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
unsafe fn with_avx512<A: Arithmetic>(work: impl Work) {
    // SAFETY: the caller guarantees AVX-512F.
    unsafe { work.run::<A>() }
}

/// # Safety
/// The processor supports AVX-512F, BW and VNNI.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
unsafe fn with_vnni<A: Arithmetic>(work: impl Work) {
    // SAFETY: the caller guarantees AVX-512F, BW and VNNI.
    unsafe { work.run::<A>() }
}
