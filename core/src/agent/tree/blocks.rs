//! The children of a node in the registers of AVX2.

use std::{
    arch::x86_64::{__m256i, _mm256_setr_epi64x},
    array::from_fn,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use super::{children::Children, node::Proof};

impl Children<'_> {
    /// The words with the results and with the hints of all children, eight
    /// children at a time. The last ones may be missing: they look like lost moves.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn blocks(self) -> impl Iterator<Item = ([__m256i; 2], __m256i)> {
        let (results, more_results) = self.results.as_chunks::<8>();
        let (hints, more_hints) = self.hints.split_at(4 * results.len());
        let hints = hints.as_chunks::<4>().0;
        let load_both = |[a, b, c, d, e, f, g, h]: &[AtomicU64; 8], hints: &[AtomicU64; 4]| {
            ([load(&[a, b, c, d]), load(&[e, f, g, h])], load(&hints.each_ref()))
        };
        fn fill<const N: usize>(words: &[AtomicU64], none: u64) -> [AtomicU64; N] {
            from_fn(|i| AtomicU64::new(words.get(i).map_or(none, |word| word.load(Relaxed))))
        }
        let part = move || {
            load_both(&fill(more_results, Proof::Lost as u64), &fill(more_hints, 1 << 32 | 1))
        };
        let whole =
            results.iter().zip(hints).map(move |(results, hints)| load_both(results, hints));
        whole.chain((!more_results.is_empty()).then(part))
    }
}

/// Four words, by a load of each: that is faster than one load of all, which would have
/// to wait for words that have just been stored.
#[target_feature(enable = "avx2")]
#[inline]
fn load(words: &[&AtomicU64; 4]) -> __m256i {
    let [a, b, c, d] = words.map(|word| word.load(Relaxed) as i64);
    _mm256_setr_epi64x(a, b, c, d)
}
