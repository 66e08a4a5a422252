//! The tree: nodes in an arena that threads share without locks.
//!
//! Numbers are relaxed atomics: an update that two threads make at the same
//! moment can be lost, which costs a search nothing but a little accuracy.
//! Only the link from a node to its children is published with care.

use std::sync::{
    OnceLock,
    atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::*},
};

use crate::{
    board::Cell,
    rules::{Colour, Size},
};

/// Nodes are allocated this many at a time, so that a tree takes no more
/// memory than it needs; more than one family of children always fits.
pub(super) const CHUNK: usize = 8192;

/// No board has more cells.
const MOST_CHILDREN: usize = Size::MAX_CELLS;

/// What is proven about a node, for the player who moved into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    Open = 0,
    Won = 1,
    Lost = 2,
}

/// A move that was made, and what came of it for the player who made it.
#[derive(Default)]
pub struct Node {
    visits: AtomicU32,
    /// The mean result, as the bits of an `f32`.
    value: AtomicU32,
    /// What speaks for the move besides its visits. In a search by random
    /// games: those in which the mover had this cell, whenever it was taken,
    /// and (in the upper half) those of them that it won. In a search by a
    /// network: the prior, as the bits of an `f32`.
    hint: AtomicU64,
    /// The children when black (white) is to move: the index of the first and
    /// their number.
    pub(super) families: [AtomicU64; 2],
    /// While a tree is cut down, in the first of the children that stay: one
    /// more than the index of their parent. Zero at all other times.
    pub(super) mark: AtomicU32,
    cell: AtomicU16,
    proof: AtomicU8,
}

/// The families of nodes that are being expanded by some thread.
const BUSY: u64 = u64::MAX;

/// A family: the index of the first child and their number.
pub(super) fn pack(first: u32, count: usize) -> u64 {
    u64::from(first) << 16 | count as u64
}

pub(super) fn unpack(family: u64) -> (u32, usize) {
    ((family >> 16) as u32, (family & 0xffff) as usize)
}

impl Node {
    /// Below so many visits the children of a node learn from every game.
    pub const RAVE_EVERY_VISIT: u32 = 1 << 7;

    /// From so many visits on they learn from none: the numbers have no room for
    /// more.
    pub const RAVE_UNTIL: u32 = 1 << 26;

    /// The hint of a move before any random game: two games of which one was
    /// won.
    pub const RAVE_PRIOR: u64 = 1 << 32 | 2;

    #[inline]
    pub fn cell(&self) -> Cell {
        Cell(self.cell.load(Relaxed))
    }

    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    pub fn value(&self) -> f32 {
        f32::from_bits(self.value.load(Relaxed))
    }

    /// The RAVE value: the share of random games that the mover won when it had
    /// the cell; one half until there are some.
    #[inline]
    pub fn rave_value(&self) -> f32 {
        let games = self.hint.load(Relaxed);
        (games >> 32) as i32 as f32 / games as i32 as f32
    }

    /// Counts a visit as lost until [`Node::add_result`] adds its result: other
    /// threads search elsewhere in the meantime.
    pub fn add_virtual_loss(&self) {
        let visits = self.visits.load(Relaxed) + 1;
        self.visits.store(visits, Relaxed);
        self.set_value(self.value() * (1.0 - 1.0 / visits as f32));
    }

    /// Takes a visit back whose result will not be known.
    pub fn remove_virtual_loss(&self) {
        let visits = self.visits.load(Relaxed).max(1);
        self.visits.store(visits - 1, Relaxed);
        let others = (visits - 1).max(1) as f32;
        self.set_value((self.value() * visits as f32 / others).min(1.0));
    }

    /// Adds the result of the last visit.
    pub fn add_result(&self, result: f32) {
        self.set_value(self.value() + result / self.visits() as f32);
    }

    fn set_value(&self, value: f32) {
        self.value.store(value.to_bits(), Relaxed);
    }

    /// More random games in which the mover had the cell: their number, and
    /// in the upper half how many it won. The numbers have room for the 64
    /// games of one in eight of [`Node::RAVE_UNTIL`] visits.
    #[inline]
    pub fn add_rave(&self, games: u64) {
        self.hint.store(self.hint.load(Relaxed) + games, Relaxed);
    }

    #[inline]
    pub fn proof(&self) -> Proof {
        match self.proof.load(Relaxed) {
            0 => Proof::Open,
            1 => Proof::Won,
            _ => Proof::Lost,
        }
    }

    pub fn prove(&self, proof: Proof) {
        self.proof.store(proof as u8, Relaxed);
    }

    /// What speaks for the move besides its visits; more is better.
    pub fn hint(&self) -> u64 {
        self.hint.load(Relaxed)
    }

    /// The network's prior of the move, from 0 to 1.
    #[inline]
    pub fn prior(&self) -> f32 {
        f32::from_bits(self.hint.load(Relaxed) as u32)
    }

    /// Changes the prior.
    pub fn set_prior(&self, prior: f32) {
        self.hint.store(u64::from(prior.to_bits()), Relaxed);
    }

    fn begin(&self, cell: Cell, hint: u64) {
        self.cell.store(cell.0, Relaxed);
        self.hint.store(hint, Relaxed);
    }

    /// Takes over all of another node but its mark.
    pub(super) fn copy(&self, other: &Node) {
        self.visits.store(other.visits.load(Relaxed), Relaxed);
        self.value.store(other.value.load(Relaxed), Relaxed);
        self.hint.store(other.hint.load(Relaxed), Relaxed);
        for (family, other) in self.families.iter().zip(&other.families) {
            family.store(other.load(Relaxed), Relaxed);
        }
        self.cell.store(other.cell.load(Relaxed), Relaxed);
        self.proof.store(other.proof.load(Relaxed), Relaxed);
    }
}

/// A tree with a limit on its memory.
pub struct Tree {
    pub(super) chunks: Vec<OnceLock<Box<[Node]>>>,
    pub(super) used: AtomicU32,
}

impl Tree {
    /// The root's index.
    pub const ROOT: u32 = 0;

    /// A tree of a root, which will never take more than so many bytes, or
    /// one chunk if that is more.
    pub fn new(bytes: usize) -> Tree {
        let chunks = (bytes / (CHUNK * size_of::<Node>())).max(1);
        let chunks = chunks.min(u32::MAX as usize / CHUNK);
        let tree = Tree {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(0),
        };
        tree.allocate(1);
        tree
    }

    /// The number of nodes.
    pub fn len(&self) -> u32 {
        self.used.load(Relaxed)
    }

    /// The memory that its nodes take.
    pub fn bytes(&self) -> usize {
        (self.len() as usize).div_ceil(CHUNK) * CHUNK * size_of::<Node>()
    }

    #[inline]
    pub fn node(&self, index: u32) -> &Node {
        &self.chunk(index as usize / CHUNK)[index as usize % CHUNK]
    }

    #[inline]
    fn chunk(&self, chunk: usize) -> &[Node] {
        self.chunks[chunk].get_or_init(|| (0..CHUNK).map(|_| Node::default()).collect())
    }

    /// Whether a position like those that were expanded may find no room.
    pub fn is_full(&self) -> bool {
        self.len() as usize + MOST_CHILDREN > self.chunks.len() * CHUNK
    }

    /// Room for neighbouring nodes in one chunk; `None` if the tree is full.
    pub(super) fn allocate(&self, count: usize) -> Option<u32> {
        let fit = |used: u32| {
            let room = CHUNK - used as usize % CHUNK;
            let first = if room < count { used as usize + room } else { used as usize };
            (first + count <= self.chunks.len() * CHUNK).then_some(first)
        };
        let end = |used: u32| fit(used).map(|first| (first + count) as u32);
        let used = self.used.fetch_update(Relaxed, Relaxed, end).ok()?;
        fit(used).map(|first| first as u32)
    }

    /// The children of a node with this colour to move, and the first one's
    /// index; `None` if it has not been expanded.
    pub fn children(&self, node: &Node, colour: Colour) -> Option<(u32, &[Node])> {
        match node.families[colour.index()].load(Acquire) {
            0 | BUSY => None,
            family => {
                let (first, count) = unpack(family);
                let at = first as usize % CHUNK;
                Some((first, &self.chunk(first as usize / CHUNK)[at..at + count]))
            }
        }
    }

    /// Gives a node these children, with a hint each, unless another thread is
    /// at it or the tree is full.
    pub fn expand(
        &self,
        node: &Node,
        colour: Colour,
        moves: impl ExactSizeIterator<Item = (Cell, u64)>,
    ) {
        let family = &node.families[colour.index()];
        if family.compare_exchange(0, BUSY, Relaxed, Relaxed).is_err() {
            return;
        }
        let count = moves.len();
        let Some(first) = self.allocate(count) else {
            family.store(0, Relaxed);
            return;
        };
        for (i, (cell, hint)) in (first..).zip(moves) {
            self.node(i).begin(cell, hint);
        }
        family.store(pack(first, count), Release);
    }
}
