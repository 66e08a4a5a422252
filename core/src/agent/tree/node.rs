//! A node of the tree: a move that was made, and what came of it.
//!
//! The numbers of a node lie in rows of its family: a search reads the rows of
//! all brothers, and what threads change often lies apart from what they hardly
//! ever change.
//!
//! Words are relaxed atomics: an update that two threads make at the same
//! moment can be lost, which costs a search nothing but a little accuracy. If
//! that is a proof, the next visit finds it again.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::{half::Half, link::Link};
use crate::board::Cell;

/// What is proven about a node, for the player who moved into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    Open = 0,
    Won = 1,
    Lost = 2,
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
    pub(super) cell: CellWord<'t>,
}

/// Four cells, of which this one is meant.
pub(super) type CellWord<'t> = (&'t AtomicU64, usize);

/// What came of the visits of a node. In a word: a proof in two bits, the visits
/// in thirty, and the value.
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
        let proof = match low & 3 {
            0 => Proof::Open,
            1 => Proof::Won,
            _ => Proof::Lost,
        };
        Results { visits: low >> 2, value: f32::from_bits((word >> 32) as u32), proof }
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
        let (word, number) = self.cell;
        Cell((word.load(Relaxed) >> (16 * (number % 4))) as u16)
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
        self.results().proof
    }

    fn change(self, change: impl FnOnce(&mut Results)) {
        let mut results = self.results();
        change(&mut results);
        self.results.store(results.pack(), Relaxed);
    }

    pub fn prove(self, proof: Proof) {
        if self.proof() != proof {
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
        self.hint.load()
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
