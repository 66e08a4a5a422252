//! The children of a node in AVX2 registers.

use std::{
    arch::x86_64::{__m256i, _mm256_setr_epi64x},
    array::from_fn,
};

use super::{
    block::Children,
    node::NodeProof,
    word::{AtomicU64, Relaxed},
};

impl Children<'_> {
    /// The results and the priors of all children, eight at a time, padded with lost moves.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn vectors(self) -> impl Iterator<Item = ([__m256i; 2], __m256i)> {
        let (results, more_results) = self.results.as_chunks::<8>();
        let (priors, more_priors) = self.priors.split_at(4 * results.len());
        let priors = priors.as_chunks::<4>().0;
        let load_both = |[a, b, c, d, e, f, g, h]: &[AtomicU64; 8], priors: &[AtomicU64; 4]| {
            ([load(&[a, b, c, d]), load(&[e, f, g, h])], load(&priors.each_ref()))
        };
        fn fill<const N: usize>(words: &[AtomicU64], none: u64) -> [AtomicU64; N] {
            from_fn(|i| AtomicU64::new(words.get(i).map_or(none, |word| word.load(Relaxed))))
        }
        let part = move || {
            load_both(&fill(more_results, NodeProof::Lost as u64), &fill(more_priors, 1 << 32 | 1))
        };
        let whole =
            results.iter().zip(priors).map(move |(results, priors)| load_both(results, priors));
        whole.chain((!more_results.is_empty()).then(part))
    }
}

/// Loads four words one by one. That is faster than one wide load, which would stall on words
/// that have just been stored.
#[target_feature(enable = "avx2")]
#[inline]
fn load(words: &[&AtomicU64; 4]) -> __m256i {
    let [a, b, c, d] = words.map(|word| word.load(Relaxed) as i64);
    _mm256_setr_epi64x(a, b, c, d)
}
