//! The children of a node in the vectors of WebAssembly.

use std::arch::wasm32::{u64x2, v128};

use super::{
    block::Children,
    node::NodeProof,
    word::{AtomicU64, Relaxed},
};

impl Children<'_> {
    /// The results and the priors of all children, four at a time, padded with lost moves.
    #[inline]
    pub fn vectors(self) -> impl Iterator<Item = ([v128; 2], v128)> {
        let (results, more_results) = self.results.as_chunks::<4>();
        let (priors, more_priors) = self.priors.split_at(2 * results.len());
        let whole = results
            .iter()
            .zip(priors.as_chunks::<2>().0)
            .map(|([a, b, c, d], [e, f])| ([pair(a, b), pair(c, d)], pair(e, f)));
        let part = move || {
            let word = |words: &[AtomicU64], i: usize, none: u64| {
                words.get(i).map_or(none, |word| word.load(Relaxed))
            };
            let lost = NodeProof::Lost as u64;
            let result = |i| word(more_results, i, lost);
            let prior = |i| word(more_priors, i, 1 << 32 | 1);
            ([u64x2(result(0), result(1)), u64x2(result(2), result(3))], u64x2(prior(0), prior(1)))
        };
        whole.chain((!more_results.is_empty()).then(part))
    }
}

fn pair(a: &AtomicU64, b: &AtomicU64) -> v128 {
    u64x2(a.load(Relaxed), b.load(Relaxed))
}
