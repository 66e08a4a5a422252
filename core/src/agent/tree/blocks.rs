//! The children of a node in the registers of AVX2.

use std::{
    arch::{asm, x86_64::__m256i},
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
        let load_both = |results: &[AtomicU64; 8], hints: &[AtomicU64; 4]| {
            let [low, high] = [0, 4].map(|at| load(&results[at..]));
            ([low, high], load(hints))
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

/// Four words, as if by a relaxed load of each.
///
/// # Panics
/// If there are fewer.
#[target_feature(enable = "avx2")]
#[inline]
fn load(words: &[AtomicU64]) -> __m256i {
    let words = words.first_chunk::<4>().expect("four words");
    let loaded;
    // SAFETY: reads the words and nothing else. Other threads may change them, so
    // this must not be a plain read; each word is aligned, and the processor reads
    // aligned words as a whole.
    unsafe {
        asm!("vmovdqu {}, [{}]", out(ymm_reg) loaded, in(reg) words.as_ptr(),
             options(pure, readonly, nostack, preserves_flags));
    }
    loaded
}
