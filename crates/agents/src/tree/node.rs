//! A node of the tree: a move, its visits with their mean value, its prior, and the link to its
//! children.
//!
//! The fields of a node lie in the rows of its child block (see `block`): a search reads a row
//! of all siblings, and fields that threads change often lie apart from those that they rarely
//! change.
//!
//! Threads share nodes without locks, except while they add RAVE counts. Visits, value and proof are
//! one word, which is only changed by atomic read-modify-write operations. So no visit, result or
//! proof is lost, and the value is always the mean of the visits' results, whatever the number of
//! threads; after 2^18 visits it is a moving average.
//!
//! A visit that is under way counts, so that other threads search elsewhere. `mcts` counts it as
//! lost until its result is there ([`TreeNode::add_virtual_loss`]). `neural` counts it separately
//! from the results ([`TreeNode::begin_visit`]), and its values never contain virtual losses.

use kring_board::Cell;

use super::word::{AtomicU64, BlockLink, Half, Quarter, Relaxed};

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
    /// A packed [`NodeResults`].
    pub(super) results: &'t AtomicU64,
    /// In `mcts` the RAVE counts: in the lower half the playouts in which the mover had this cell
    /// at any time, in the upper half those of them that it won. In `neural` the network's prior
    /// and the virtual losses ([`pack_prior`]).
    pub(super) prior: Half<'t>,
    pub(super) link: BlockLink<'t>,
    pub(super) cell: Quarter<'t>,
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
    /// Up to this number of visits, every playout below a node updates the RAVE counts.
    pub const RAVE_EVERY_VISIT: u32 = 1 << 7;

    /// The RAVE counts of a move before any playout: two games, of which one was won.
    pub const RAVE_PRIOR: u32 = 1 << 16 | 2;

    #[inline]
    pub fn cell(self) -> Cell {
        Cell(self.cell.load() as u16)
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

    /// Begins a visit of a network search: a virtual loss that is not part of the results.
    pub fn begin_visit(self) {
        self.prior.word.fetch_add(self.prior.bits(1_u32), Relaxed);
    }

    pub fn end_visit(self, result: f32) {
        self.add_visit(result);
        self.cancel_visit();
    }

    pub fn cancel_visit(self) {
        self.prior.word.fetch_sub(self.prior.bits(1_u32), Relaxed);
    }

    /// Finished visits of a network search and those that are under way.
    pub fn begun_visits(self) -> u32 {
        self.visits() + self.prior_and_losses().1
    }

    /// The RAVE counts, or the prior with the virtual losses; higher is better.
    #[inline]
    pub fn prior_bits(self) -> u32 {
        self.prior.load() as u32
    }

    /// The network's prior of the move, from 0 to 1.
    #[inline]
    pub fn prior(self) -> f32 {
        self.prior_and_losses().0
    }

    #[inline]
    pub fn prior_and_losses(self) -> (f32, u32) {
        let bits = self.prior_bits();
        (f32::from_bits((bits & !VIRTUAL_LOSSES) >> 1), bits & VIRTUAL_LOSSES)
    }

    /// Replaces the network's prior, while no other thread sees the tree.
    pub fn set_prior(self, prior: f32) {
        self.prior.store(pack_prior(prior));
    }
}

/// The bits of the virtual losses. A search never has that many positions under evaluation.
const VIRTUAL_LOSSES: u32 = (1 << 12) - 1;

/// A network's prior without virtual losses: the upper 20 bits of the prior as an `f32` without
/// its sign, then 12 bits that count the virtual losses.
pub fn pack_prior(prior: f32) -> u32 {
    prior.to_bits() << 1 & !VIRTUAL_LOSSES
}

#[cfg(all(test, not(loom)))]
mod tests {
    use kring_board::Colour;

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
    fn priors_lose_little_and_losses_leave_them_alone() {
        let tree = Tree::new(1 << 20);
        let root = tree.node(Tree::ROOT);
        for prior in [1.0, 0.5, 0.1234567, 1e-6, 1e-20, 0.0] {
            root.set_prior(prior);
            (0..4095).for_each(|_| root.begin_visit());
            assert_eq!((root.prior_and_losses().1, root.begun_visits()), (4095, 4095));
            assert!((root.prior() - prior).abs() <= prior / 2048.0);
            (0..4095).for_each(|_| root.cancel_visit());
            assert_eq!(root.prior_and_losses(), (root.prior(), 0));
        }
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

    #[test]
    fn rave_counts_are_halved_before_they_overflow() {
        let tree = Tree::new(1 << 20);
        let root = tree.node(Tree::ROOT);
        let moves = [(Cell(3), TreeNode::RAVE_PRIOR), (Cell(0), TreeNode::RAVE_PRIOR)];
        tree.expand(root, Colour::Black, moves.into_iter());
        let children = tree.children(root, Colour::Black).unwrap();
        // All playouts of one cell are won, and a quarter of those of the other.
        let games = [16 << 16 | 64, 0, 0, 48 << 16 | 48];
        let share = |at| {
            let count = children.get(at).prior_bits();
            f64::from(count >> 16) / f64::from(count & 0xffff)
        };
        for visit in 1..10_000 {
            children.add_rave(&games);
            let expected = if visit < 100 { 0.03 } else { 0.001 };
            assert!((share(0) - 1.0).abs() < expected, "{visit}");
            assert!((share(1) - 0.25).abs() < expected, "{visit}");
        }
    }
}
