//! A node of the tree: a move that was made, and what came of it.
//!
//! The numbers of a node lie in rows of its family: a search reads the rows of
//! all brothers, and what threads change often lies apart from what they hardly
//! ever change.
//!
//! Words are relaxed atomics: an update that two threads make at the same
//! moment can be lost, which costs a search nothing but a little accuracy.
//! Proofs are never lost.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::{
    link::Link,
    part::{Half, Quarter},
};
use crate::board::Cell;

/// What is proven about a node, for the player who moved into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    Open = 0,
    Won = 1,
    Lost = 2,
}

impl Proof {
    #[inline]
    fn of(bits: u32) -> Proof {
        match bits {
            0 => Proof::Open,
            1 => Proof::Won,
            _ => Proof::Lost,
        }
    }
}

/// A move that was made, and what came of it for the player who made it.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    /// See [`Results`].
    pub(super) results: &'t AtomicU64,
    /// What speaks for the move besides its visits. In a search by random
    /// games: those in which the mover had this cell, whenever it was taken,
    /// and (in the upper half) those of them that it won. In a search by a
    /// network: the prior, as the bits of an `f32`.
    pub(super) hint: Half<'t>,
    pub(super) link: Link<'t>,
    /// The cell, and what is proven.
    pub(super) cell: Quarter<'t>,
}

/// The bits of the cell, and where the proof begins.
const CELL: u16 = (1 << PROOF) - 1;
const PROOF: u32 = 14;

/// The cell in a quarter of a word.
#[inline]
pub(super) fn cell(quarter: u16) -> Cell {
    Cell(quarter & CELL)
}

/// What came of the visits of a node. In a word: a proof in two bits, the visits
/// in thirty, and the value. A search reads nothing else of most children. The
/// proof is a copy, which can be lost: the next visit writes it again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Results {
    pub visits: u32,
    /// The mean result.
    pub value: f32,
    pub proof: Proof,
}

impl Results {
    /// More visits than this are not counted.
    const MOST_VISITS: u32 = (1 << 30) - 1;

    #[inline]
    pub(super) fn unpack(word: u64) -> Results {
        let low = word as u32;
        let value = f32::from_bits((word >> 32) as u32);
        Results { visits: low >> 2, value, proof: Proof::of(low & 3) }
    }

    #[inline]
    fn pack(self) -> u64 {
        let visits = self.visits.min(Results::MOST_VISITS);
        u64::from(self.value.to_bits()) << 32 | u64::from(visits << 2 | self.proof as u32)
    }
}

impl Node<'_> {
    /// Below so many visits the children of a node learn from every game.
    pub const RAVE_EVERY_VISIT: u32 = 1 << 7;

    /// The hint of a move before any random game: two games of which one was
    /// won.
    pub const RAVE_PRIOR: u32 = 1 << 16 | 2;

    #[inline]
    pub fn cell(self) -> Cell {
        cell(self.cell.load() as u16)
    }

    #[inline]
    pub fn results(self) -> Results {
        Results::unpack(self.results.load(Relaxed))
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
    pub fn proof(self) -> Proof {
        Proof::of((self.cell.load() >> PROOF) as u32)
    }

    fn change(self, change: impl FnOnce(&mut Results)) {
        let mut results = self.results();
        change(&mut results);
        self.results.store(results.pack(), Relaxed);
    }

    pub fn prove(self, proof: Proof) {
        if self.proof() != proof {
            // Other threads may prove brothers at the same moment.
            self.cell.word.fetch_or(self.cell.bits((proof as u64) << PROOF), Relaxed);
        }
        if self.results().proof != proof {
            self.change(|results| results.proof = proof);
        }
    }

    /// Counts a visit as lost until [`Node::add_result`] adds its result: other
    /// threads search elsewhere in the meantime.
    pub fn add_virtual_loss(self) {
        self.change(|results| {
            results.visits += 1;
            results.value *= 1.0 - 1.0 / results.visits as f32;
        });
    }

    /// Takes a visit back whose result will not be known.
    pub fn remove_virtual_loss(self) {
        self.change(|results| {
            let visits = results.visits.max(1);
            results.visits = visits - 1;
            let others = results.visits.max(1) as f32;
            results.value = (results.value * visits as f32 / others).min(1.0);
        });
    }

    /// Adds the result of the last visit.
    pub fn add_result(self, result: f32) {
        self.change(|results| results.value += result / results.visits as f32);
    }

    /// What speaks for the move besides its visits; more is better.
    #[inline]
    pub fn hint(self) -> u32 {
        self.hint.load() as u32
    }

    /// The network's prior of the move, from 0 to 1.
    #[inline]
    pub fn prior(self) -> f32 {
        f32::from_bits(self.hint())
    }

    /// Changes the prior.
    pub fn set_prior(self, prior: f32) {
        self.hint.store(prior.to_bits());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{agent::tree::Tree, rules::Colour};

    #[test]
    fn a_proof_outlives_the_update_of_another_thread() {
        let tree = Tree::new(1 << 20);
        let root = tree.node(Tree::ROOT);
        tree.expand(root, Colour::Black, (0..9).map(|cell| (Cell(cell), 0)));
        let node = tree.children(root, Colour::Black).unwrap().get(5);
        let before = node.results.load(Relaxed);
        node.prove(Proof::Won);
        // The other thread had read the results before.
        node.results.store(before, Relaxed);
        assert_eq!((node.results().proof, node.proof()), (Proof::Open, Proof::Won));
        node.prove(node.proof());
        assert_eq!((node.results().proof, node.proof()), (Proof::Won, Proof::Won));
        assert_eq!(node.cell(), Cell(5));
    }
}
