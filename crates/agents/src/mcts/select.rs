//! Selection by UCT with RAVE: the child that a simulation visits next. With AVX2 eight children
//! are scored at a time, in WebAssembly four. The scores are the same on every machine.

use crate::{
    choose,
    tree::{Children, NodeProof, NodeResults, RaveCounts},
};

#[derive(Clone, Copy)]
pub struct RaveScores {
    pub explore: f32,
    /// The number of own visits that weigh as much as the RAVE value.
    pub weight: f32,
    /// Whether an even value is best, because the opponent may swap.
    pub swap_aware: bool,
}

#[cfg_attr(
    all(target_arch = "wasm32", target_feature = "simd128"),
    expect(dead_code, reason = "with vectors the scores are never computed one by one")
)]
impl RaveScores {
    /// The first child with the highest score. Proven wins score highest, proven losses lowest.
    pub fn best(self, children: Children<'_>) -> usize {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor supports AVX2, as detected above.
            return unsafe { avx2::best(self, children) };
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        return simd128::best(self, children);
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        self.best_one_by_one(children)
    }

    pub fn best_one_by_one(self, children: Children<'_>) -> usize {
        let scores = children.iter().map(|child| self.score(child.results(), child.rave()));
        first_best(scores.enumerate())
    }

    /// The score of a child, from its results and its RAVE counts.
    fn score(self, NodeResults { visits, value, proof }: NodeResults, rave: RaveCounts) -> f32 {
        let visits = visits as i32 as f32;
        let won = rave.won() as i32 as f32;
        let games = rave.games() as i32 as f32;
        let mean = (value * visits * games + won * self.weight) / ((visits + self.weight) * games);
        let worth = choose::swap_aware_value(mean, self.swap_aware);
        match proof {
            NodeProof::Open if self.explore == 0.0 => worth,
            NodeProof::Open => worth + self.explore / (visits + 1.0).sqrt(),
            NodeProof::Won => f32::INFINITY,
            NodeProof::Lost => -1.0,
        }
    }
}

/// The index with the highest score, the first of several.
pub(super) fn first_best(scores: impl Iterator<Item = (usize, f32)>) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (at, score) in scores {
        if score > best.1 || score == best.1 && at < best.0 {
            best = (at, score);
        }
    }
    best.0
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::{arch::x86_64::*, mem::transmute};

    use super::{RaveScores, first_best};
    use crate::tree::Children;

    #[target_feature(enable = "avx2")]
    pub fn best(scores: RaveScores, children: Children<'_>) -> usize {
        let lanes = _mm256_setr_epi32(0, 1, 4, 5, 2, 3, 6, 7);
        let mut highest = _mm256_set1_ps(f32::NEG_INFINITY);
        let mut best = _mm256_setzero_si256();
        for (at, (results, rave)) in (0..).step_by(8).zip(children.lanes::<8>()) {
            let [a, b, c, d, e, f, g, h] = results.map(u64::cast_signed);
            let results = [_mm256_setr_epi64x(a, b, c, d), _mm256_setr_epi64x(e, f, g, h)];
            // In the order of the lanes that `halves` produces.
            let [a, b, c, d, e, f, g, h] = rave.map(u32::cast_signed);
            let rave = _mm256_setr_epi32(a, b, e, f, c, d, g, h);
            let score = score(scores, results, rave);
            let is_higher = _mm256_cmp_ps::<_CMP_GT_OQ>(score, highest);
            highest = _mm256_blendv_ps(highest, score, is_higher);
            let at = _mm256_set1_epi32(at);
            best = _mm256_blendv_epi8(best, at, _mm256_castps_si256(is_higher));
        }
        let best = _mm256_add_epi32(best, lanes);
        // SAFETY: source and target have the same size, and every bit pattern is valid.
        let (best, highest) = unsafe {
            (transmute::<__m256i, [i32; 8]>(best), transmute::<__m256, [f32; 8]>(highest))
        };
        first_best(best.into_iter().map(|at| at as usize).zip(highest))
    }

    /// The scores of eight children, from their results and their RAVE counts.
    #[target_feature(enable = "avx2")]
    fn score(scores: RaveScores, results: [__m256i; 2], rave: __m256i) -> __m256 {
        let weight = _mm256_set1_ps(scores.weight);
        let low = _mm256_castps_si256(halves::<0x88>(results));
        let visits = _mm256_cvtepi32_ps(_mm256_srli_epi32::<2>(low));
        let value = halves::<0xdd>(results);
        let won = _mm256_cvtepi32_ps(_mm256_srli_epi32::<16>(rave));
        let games = _mm256_cvtepi32_ps(_mm256_and_si256(rave, _mm256_set1_epi32(0xffff)));
        let own = _mm256_mul_ps(_mm256_mul_ps(value, visits), games);
        let sum = _mm256_add_ps(own, _mm256_mul_ps(won, weight));
        let all = _mm256_mul_ps(_mm256_add_ps(visits, weight), games);
        let mut score = _mm256_div_ps(sum, all);
        let one = _mm256_set1_ps(1.0);
        if scores.swap_aware {
            score = _mm256_min_ps(score, _mm256_sub_ps(one, score));
        }
        if scores.explore != 0.0 {
            let explore = _mm256_set1_ps(scores.explore);
            let little = _mm256_div_ps(explore, _mm256_sqrt_ps(_mm256_add_ps(visits, one)));
            score = _mm256_add_ps(score, little);
        }
        // The blend tests the sign bit. Shifting moves bit 0, a win, or bit 1, a loss, there.
        let [wins, loses] = [_mm256_slli_epi32::<31>(low), _mm256_slli_epi32::<30>(low)];
        let score = _mm256_blendv_ps(score, _mm256_set1_ps(-1.0), _mm256_castsi256_ps(loses));
        _mm256_blendv_ps(score, _mm256_set1_ps(f32::INFINITY), _mm256_castsi256_ps(wins))
    }

    /// One half of each of eight results: `HALVES` selects the lower ones or the upper ones.
    #[target_feature(enable = "avx2")]
    fn halves<const HALVES: i32>([a, b]: [__m256i; 2]) -> __m256 {
        _mm256_shuffle_ps::<HALVES>(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b))
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128 {
    use std::arch::wasm32::*;

    use super::{RaveScores, first_best};
    use crate::tree::Children;

    pub fn best(scores: RaveScores, children: Children<'_>) -> usize {
        let mut highest = f32x4_splat(f32::NEG_INFINITY);
        let mut best = i32x4_splat(0);
        for (at, ([a, b, c, d], rave)) in (0..).step_by(4).zip(children.lanes::<4>()) {
            let results = [u64x2(a, b), u64x2(c, d)];
            let [a, b, c, d] = rave;
            let score = score(scores, results, u32x4(a, b, c, d));
            let is_higher = f32x4_gt(score, highest);
            highest = v128_bitselect(score, highest, is_higher);
            best = v128_bitselect(i32x4_splat(at), best, is_higher);
        }
        first_best(
            [
                (i32x4_extract_lane::<0>(best), f32x4_extract_lane::<0>(highest)),
                (i32x4_extract_lane::<1>(best) + 1, f32x4_extract_lane::<1>(highest)),
                (i32x4_extract_lane::<2>(best) + 2, f32x4_extract_lane::<2>(highest)),
                (i32x4_extract_lane::<3>(best) + 3, f32x4_extract_lane::<3>(highest)),
            ]
            .into_iter()
            .map(|(at, score)| (at as usize, score)),
        )
    }

    /// The scores of four children, from their results and their RAVE counts.
    fn score(scores: RaveScores, [a, b]: [v128; 2], rave: v128) -> v128 {
        let weight = f32x4_splat(scores.weight);
        let low = i32x4_shuffle::<0, 2, 4, 6>(a, b);
        let value = i32x4_shuffle::<1, 3, 5, 7>(a, b);
        let visits = f32x4_convert_i32x4(u32x4_shr(low, 2));
        let won = f32x4_convert_i32x4(u32x4_shr(rave, 16));
        let games = f32x4_convert_i32x4(v128_and(rave, u32x4_splat(0xffff)));
        let own = f32x4_mul(f32x4_mul(value, visits), games);
        let sum = f32x4_add(own, f32x4_mul(won, weight));
        let mut score = f32x4_div(sum, f32x4_mul(f32x4_add(visits, weight), games));
        let one = f32x4_splat(1.0);
        if scores.swap_aware {
            score = f32x4_pmin(score, f32x4_sub(one, score));
        }
        if scores.explore != 0.0 {
            let root = f32x4_sqrt(f32x4_add(visits, one));
            score = f32x4_add(score, f32x4_div(f32x4_splat(scores.explore), root));
        }
        // Shifting there and back spreads a proof bit: bit 0 for a win, bit 1 for a loss.
        let [wins, loses] = [31, 30].map(|by| i32x4_shr(i32x4_shl(low, by), 31));
        let score = v128_bitselect(f32x4_splat(-1.0), score, loses);
        v128_bitselect(f32x4_splat(f32::INFINITY), score, wins)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use kring_board::{Cell, Colour};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::tree::{NodeProof, Tree};

    #[test]
    fn eight_at_a_time_are_the_same_as_one_by_one() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for round in 0..2000 {
            let tree = Tree::new(1 << 20);
            let root = tree.node(Tree::ROOT);
            let moves: Vec<_> = (0..rng.random_range(1..60))
                .map(|cell| {
                    let games = rng.random_range(2..if round % 2 == 0 { 4 } else { 32_000 });
                    (
                        Cell::unchecked(cell),
                        RaveCounts(rng.random_range(0..=games) << 16 | games).into(),
                    )
                })
                .collect();
            tree.expand(root, Colour::Black, moves.into_iter());
            let children = tree.children(root, Colour::Black).unwrap();
            for child in children.iter() {
                for _ in 0..rng.random_range(0..3) {
                    child.add_virtual_loss();
                    child.add_result(f32::from(rng.random::<bool>()));
                }
                match rng.random_range(0..40) {
                    0 => child.prove(NodeProof::Won),
                    1..20 => child.prove(NodeProof::Lost),
                    _ => {}
                }
            }
            let explore = [0.0, 0.7][rng.random_range(0..2)];
            let weight = [1e-6, 50.0, 1e6][rng.random_range(0..3)];
            let scores = RaveScores { explore, weight, swap_aware: rng.random() };
            assert_eq!(scores.best(children), scores.best_one_by_one(children));
        }
    }
}
