//! A node of the tree: a move, its visits with their mean value, what the search knows of the move
//! beside them, and the link to its children. `storage` says where the fields lie.
//!
//! Threads share nodes without locks, except while they add RAVE counts. Visits, value and proof are
//! one number, which is only changed by atomic read-modify-write operations. So no visit, result or
//! proof is lost, and the value is always the mean of the visits' results, whatever the number of
//! threads; after 2^18 visits it is a moving average.
//!
//! A visit that is under way counts, so that other threads search elsewhere. `mcts` counts it as
//! lost until its result is there ([`TreeNode::add_virtual_loss`]). `neural` counts it separately
//! from the results ([`TreeNode::begin_visit`]), and its values never contain virtual losses.

use kring_board::Cell;

use super::{
    extra::{Extra, Prior, RaveCounts},
    sync::{AtomicU16, AtomicU32, AtomicU64, BlockLink, Relaxed},
};

/// The proven result of a node, for the player who moved into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeProof {
    Open = 0,
    Won = 1,
    Lost = 2,
}

/// A move, and its results for the player who made it.
#[derive(Clone, Copy)]
pub struct TreeNode<'t> {
    pub(super) cell: &'t AtomicU16,
    /// A packed [`NodeResults`].
    pub(super) results: &'t AtomicU64,
    /// In `mcts` [`RaveCounts`], in `neural` a [`Prior`].
    pub(super) extra: &'t AtomicU32,
    pub(super) link: BlockLink<'t>,
}

/// The visits of a node, their mean result, and its proof. Packed into a word: the proof in two
/// bits, the visits in thirty, and the value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeResults {
    /// Finished visits and virtual losses.
    pub visits: u32,
    /// The mean result, from 0 to 1. A virtual loss counts as 0.
    pub value: f32,
    pub proof: NodeProof,
}

impl NodeResults {
    /// The count of visits saturates here.
    pub const MOST_VISITS: u32 = (1 << 30) - 1;

    /// Up to this number of visits the value is their mean, and then a moving average: in an `f32`,
    /// with its 24-bit mantissa, a result with a much smaller share would be lost to rounding.
    const AVERAGED_VISITS: u32 = 1 << 18;

    #[inline]
    pub(super) fn unpack(word: u64) -> NodeResults {
        let low = word as u32;
        let proof = match low & 3 {
            0 => NodeProof::Open,
            1 => NodeProof::Won,
            _ => NodeProof::Lost,
        };
        NodeResults { visits: low >> 2, value: f32::from_bits((word >> 32) as u32), proof }
    }

    #[inline]
    fn pack(self) -> u64 {
        u64::from(self.value.to_bits()) << 32 | u64::from(self.visits << 2 | self.proof as u32)
    }

    /// The number of visits that the mean is taken over, at least one.
    #[inline]
    fn weight(self) -> f32 {
        self.visits.clamp(1, NodeResults::AVERAGED_VISITS) as f32
    }

    #[inline]
    pub fn with_virtual_loss(mut self) -> NodeResults {
        self.visits = (self.visits + 1).min(NodeResults::MOST_VISITS);
        self.value *= 1.0 - 1.0 / self.weight();
        self
    }

    #[inline]
    pub fn with_result(mut self, result: f32) -> NodeResults {
        // Rounding can exceed 1 by one unit in the last place.
        self.value = (self.value + result / self.weight()).min(1.0);
        self
    }
}

impl TreeNode<'_> {
    #[inline]
    pub fn cell(self) -> Cell {
        Cell::unchecked(self.cell.load(Relaxed))
    }

    #[inline]
    pub fn results(self) -> NodeResults {
        NodeResults::unpack(self.results.load(Relaxed))
    }

    #[inline]
    pub fn visits(self) -> u32 {
        self.results().visits
    }

    #[inline]
    pub fn value(self) -> f32 {
        self.results().value
    }

    #[inline]
    pub fn proof(self) -> NodeProof {
        self.results().proof
    }

    /// Changes the results atomically, and returns the new ones.
    #[inline]
    fn update(self, change: impl Fn(NodeResults) -> NodeResults) -> NodeResults {
        let mut word = self.results.load(Relaxed);
        loop {
            let new = change(NodeResults::unpack(word));
            match self.results.compare_exchange_weak(word, new.pack(), Relaxed, Relaxed) {
                Ok(_) => return new,
                Err(changed) => word = changed,
            }
        }
    }

    pub fn prove(self, proof: NodeProof) {
        if self.proof() != proof {
            self.results.fetch_or(proof as u64, Relaxed);
        }
    }

    /// Counts a visit as lost until [`TreeNode::add_result`] adds its result, so that other
    /// threads search elsewhere in the meantime. Returns the visit's number, from 1.
    pub fn add_virtual_loss(self) -> u32 {
        self.update(NodeResults::with_virtual_loss).visits
    }

    /// Turns a virtual loss into a visit with this result.
    pub fn add_result(self, result: f32) {
        self.update(|results| results.with_result(result));
    }

    /// Adds a visit with this result. Returns its number, from 1.
    pub fn add_visit(self, result: f32) -> u32 {
        self.update(|results| results.with_virtual_loss().with_result(result)).visits
    }

    /// The RAVE counts or the prior; higher is better.
    #[inline]
    pub fn extra(self) -> Extra {
        Extra(self.extra.load(Relaxed))
    }

    /// The RAVE counts, in a tree of `mcts`.
    #[inline]
    pub fn rave(self) -> RaveCounts {
        RaveCounts(self.extra.load(Relaxed))
    }

    /// The prior with the visits under way, in a tree of `neural`.
    #[inline]
    pub fn prior(self) -> Prior {
        Prior(self.extra.load(Relaxed))
    }

    /// Replaces the prior, while no other thread sees the tree.
    pub fn set_prior(self, prior: Prior) {
        self.extra.store(prior.0, Relaxed);
    }

    /// Begins a visit of a network search: it is no part of the results until it ends.
    pub fn begin_visit(self) {
        self.extra.fetch_add(Prior::VISIT, Relaxed);
    }

    pub fn end_visit(self, result: f32) {
        self.add_visit(result);
        self.cancel_visit();
    }

    pub fn cancel_visit(self) {
        self.extra.fetch_sub(Prior::VISIT, Relaxed);
    }

    /// Finished visits of a network search and those that are under way.
    pub fn begun_visits(self) -> u32 {
        self.visits() + self.prior().under_way()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::tree::Tree;

    const NEW: NodeResults = NodeResults { visits: 0, value: 0.0, proof: NodeProof::Open };

    #[test]
    fn a_virtual_loss_counts_as_lost_until_its_result() {
        let visited = NEW.with_virtual_loss().with_result(0.75);
        let waiting = visited.with_virtual_loss().with_virtual_loss();
        assert_eq!(waiting.visits, 3);
        assert!((waiting.value - 0.25).abs() < 1e-6);
        let ended = waiting.with_result(0.75).with_result(0.75);
        assert!((ended.value - 0.75).abs() < 1e-6);
    }

    #[test]
    fn visits_under_way_leave_the_prior_alone() {
        let tree = Tree::new(1 << 20);
        let root = tree.node(Tree::ROOT);
        let prior = Prior::new(0.1234567);
        root.set_prior(prior);
        for _ in 0..4095 {
            root.begin_visit();
        }
        assert_eq!((root.prior().under_way(), root.begun_visits()), (4095, 4095));
        assert_eq!(root.prior().value(), prior.value());
        for _ in 0..4095 {
            root.cancel_visit();
        }
        assert_eq!(root.prior(), prior);
    }

    #[test]
    #[cfg_attr(miri, ignore = "millions of visits")]
    fn new_results_count_after_any_number_of_visits() {
        for (result, start) in [(1.0, 0.0), (0.0, 1.0), (0.5, 0.2)] {
            for visits in [1 << 18, 1 << 25, NodeResults::MOST_VISITS] {
                let mut results = NodeResults { visits, value: start, proof: NodeProof::Open };
                for _ in 0..2_000_000 {
                    results = results.with_virtual_loss().with_result(result);
                }
                assert!((results.value - result).abs() < 0.01, "{visits} {results:?}");
                assert!((0.0..=1.0).contains(&results.value));
            }
        }
    }
}
