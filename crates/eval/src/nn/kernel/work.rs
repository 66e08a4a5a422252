//! The choice of vectors. A kernel is a [`Work`]: code that is generic over the vectors.
//! [`Vectors`] selects the vectors and runs a work with them. The code of a work has to be inlined
//! into functions that may use the instructions, so all of it is marked `#[inline(always)]`.

#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2, Avx2Integers, Avx512, Avx512Integers, with_avx2, with_avx512, with_vnni};
use super::{portable::PortableVector, vector::Work};

/// The vectors that a kernel uses, and how it multiplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// [`PortableVector`].
    Portable,
    /// Vectors of 8 floats.
    Avx2(Multiply),
    /// Vectors of 16 floats.
    Avx512(Multiply),
}

/// How products are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Multiply {
    /// Products and sums are rounded separately, as in plain Rust.
    Separate,
    /// Fused multiply-add: each product with its sum is rounded once.
    Fused,
    /// The inputs and weights of products are rounded to 16-bit integers.
    Integers,
}

impl Vectors {
    /// The widest vectors of this processor that round like plain Rust: all of them give the same
    /// numbers to the last bit.
    pub fn like_portable() -> Vectors {
        let wide = [Vectors::Avx512(Multiply::Separate), Vectors::Avx2(Multiply::Separate)];
        wide.into_iter().find(|vectors| vectors.are_available()).unwrap_or(Vectors::Portable)
    }

    /// Whether this processor supports them.
    pub fn are_available(self) -> bool {
        match self {
            Vectors::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx2(_) => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            #[cfg(target_arch = "x86_64")]
            Vectors::Avx512(multiply) => {
                let has_integers =
                    is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vnni");
                is_x86_feature_detected!("avx512f")
                    && (has_integers || multiply != Multiply::Integers)
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    pub fn are_integers(self) -> bool {
        matches!(self, Vectors::Avx2(Multiply::Integers) | Vectors::Avx512(Multiply::Integers))
    }

    /// Runs a job with these vectors.
    ///
    /// # Panics
    /// Unless the processor supports them.
    pub fn run(self, work: impl Work) {
        assert!(self.are_available());
        // SAFETY: the processor supports the vectors, as the assertion has checked.
        unsafe {
            #[cfg(target_arch = "x86_64")]
            match self {
                Vectors::Portable => (),
                Vectors::Avx2(Multiply::Separate) => return with_avx2::<Avx2<false>>(work),
                Vectors::Avx2(Multiply::Fused) => return with_avx2::<Avx2<true>>(work),
                Vectors::Avx2(Multiply::Integers) => return with_avx2::<Avx2Integers>(work),
                Vectors::Avx512(Multiply::Separate) => return with_avx512::<Avx512<false>>(work),
                Vectors::Avx512(Multiply::Fused) => return with_avx512::<Avx512<true>>(work),
                Vectors::Avx512(Multiply::Integers) => return with_vnni::<Avx512Integers>(work),
            }
            work.run::<PortableVector>();
        }
    }
}
