//! The tree: nodes in an arena that threads share without locks.
//!
//! A search reads all children of every node that it passes, so a node is small,
//! and brothers lie side by side. In front of them lies a header, in the place
//! of one more node: a family.
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

/// No family is larger: a header, and a child for each cell of the largest board.
const LARGEST_FAMILY: usize = 1 + Size::MAX_CELLS;

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
    /// The index of a family of children; zero if there is none. In a header:
    /// of the children for the other colour to move.
    pub(super) family: AtomicU32,
    cell: AtomicU16,
    proof: AtomicU8,
}

/// The family of a node that is being expanded by some thread.
const BUSY: u32 = u32::MAX;

/// In a header, more than any [`Proof`]: plus the index of the colour to move.
const HEADER: u8 = 4;

/// The header of a family. It has the layout of a node: `cell` is the number of
/// children, and `visits` the mark.
#[derive(Clone, Copy)]
pub(super) struct Header<'a>(&'a Node);

impl<'a> Header<'a> {
    /// If this is a header.
    pub fn of(node: &'a Node) -> Option<Header<'a>> {
        (node.proof.load(Relaxed) >= HEADER).then_some(Header(node))
    }

    pub fn children(self) -> u32 {
        u32::from(self.0.cell.load(Relaxed))
    }

    /// While a tree is cut down, in the families that stay: one more than the
    /// index of the node or header whose family it is. Zero at all other times.
    pub fn mark(self) -> &'a AtomicU32 {
        &self.0.visits
    }

    fn is_for(self, colour: Colour) -> bool {
        self.0.proof.load(Relaxed) == HEADER + colour.index() as u8
    }

    fn begin(node: &Node, colour: Colour, children: usize) {
        node.cell.store(children as u16, Relaxed);
        node.proof.store(HEADER + colour.index() as u8, Relaxed);
    }
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

    /// Takes over all of another node.
    pub(super) fn copy(&self, other: &Node) {
        self.visits.store(other.visits.load(Relaxed), Relaxed);
        self.value.store(other.value.load(Relaxed), Relaxed);
        self.hint.store(other.hint.load(Relaxed), Relaxed);
        self.family.store(other.family.load(Relaxed), Relaxed);
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
        self.len() as usize + LARGEST_FAMILY > self.chunks.len() * CHUNK
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
        let mut link = &node.family;
        loop {
            let family = match link.load(Acquire) {
                0 | BUSY => return None,
                family => family,
            };
            let (nodes, at) = (self.chunk(family as usize / CHUNK), family as usize % CHUNK);
            let header = Header(&nodes[at]);
            if header.is_for(colour) {
                return Some((family + 1, &nodes[at + 1..][..header.children() as usize]));
            }
            link = &header.0.family;
        }
    }

    /// Gives a node these children, with a hint each, unless it has them,
    /// another thread is at it or the tree is full.
    pub fn expand(
        &self,
        node: &Node,
        colour: Colour,
        moves: impl ExactSizeIterator<Item = (Cell, u64)>,
    ) {
        let mut link = &node.family;
        while let Err(family) = link.compare_exchange(0, BUSY, Acquire, Acquire) {
            if family == BUSY || Header(self.node(family)).is_for(colour) {
                return;
            }
            link = &self.node(family).family;
        }
        let count = moves.len();
        let Some(family) = self.allocate(1 + count) else {
            link.store(0, Relaxed);
            return;
        };
        Header::begin(self.node(family), colour, count);
        for (i, (cell, hint)) in (family + 1..).zip(moves) {
            self.node(i).begin(cell, hint);
        }
        link.store(family, Release);
    }
}
