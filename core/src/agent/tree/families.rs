//! The tree: families in an arena that threads share without locks.
//!
//! A family is all children of a node; see `layout`. Only links are published
//! with care.

use std::sync::{
    OnceLock,
    atomic::{AtomicU32, AtomicU64, Ordering::Relaxed},
};

use super::{
    children::{Children, NodeId},
    layout::{Head, STEP, children_of, places},
    link::Target,
    node::Node,
};
use crate::{
    board::Cell,
    rules::{Colour, Size},
};

/// Memory is allocated for so many places at a time, so that a tree takes no more
/// than it needs; more than one family always fits.
pub(super) const CHUNK: usize = 4096;

const CHUNK_BYTES: usize = (CHUNK + 1) * STEP * size_of::<AtomicU64>();

/// Some of the memory of a tree.
pub(super) struct Chunk {
    pub words: Box<[AtomicU64]>,
    /// The first word that begins a cache line.
    pub begin: usize,
}

impl Chunk {
    fn new() -> Chunk {
        let words: Box<[_]> = (0..(CHUNK + 1) * STEP).map(|_| AtomicU64::new(0)).collect();
        let begin = words.as_ptr().align_offset(STEP * size_of::<AtomicU64>());
        Chunk { words, begin: begin.min(STEP) }
    }
}

/// A tree with a limit on its memory.
pub struct Tree {
    pub(super) chunks: Vec<OnceLock<Chunk>>,
    /// The places that are used.
    pub(super) used: AtomicU32,
    pub(super) nodes: AtomicU32,
}

impl Tree {
    /// Where the root is: the only child of a family that nothing links to.
    pub const ROOT: NodeId = NodeId { family: 0, at: 0 };

    /// A tree of a root, which will never take more than so many bytes, or
    /// one chunk if that is more.
    pub fn new(bytes: usize) -> Tree {
        let chunks = (bytes / CHUNK_BYTES).max(1).min(u32::MAX as usize / CHUNK);
        let tree = Tree {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(0),
            nodes: AtomicU32::new(0),
        };
        tree.begin();
        tree
    }

    /// Makes the root.
    pub(super) fn begin(&self) {
        self.make_family(Colour::Black, [(Cell(0), 0)].into_iter());
    }

    /// The number of nodes.
    pub fn len(&self) -> u32 {
        self.nodes.load(Relaxed)
    }

    /// The memory that its nodes take.
    pub fn bytes(&self) -> usize {
        (self.used.load(Relaxed) as usize).div_ceil(CHUNK) * CHUNK_BYTES
    }

    /// Whether a position like those that were expanded may find no room.
    pub fn is_full(&self) -> bool {
        let used = self.used.load(Relaxed) as usize;
        used + places(Size::MAX_CELLS) > self.chunks.len() * CHUNK
    }

    #[inline]
    pub fn node(&self, id: NodeId) -> Node<'_> {
        self.family(id.family).get(usize::from(id.at))
    }

    /// The words from a place to the end of its chunk.
    #[inline]
    pub(super) fn words(&self, place: u32) -> &[AtomicU64] {
        let chunk = self.chunk(place as usize / CHUNK);
        &chunk.words[chunk.begin + place as usize % CHUNK * STEP..]
    }

    #[inline]
    fn chunk(&self, chunk: usize) -> &Chunk {
        self.chunks[chunk].get_or_init(Chunk::new)
    }

    pub(super) fn head(&self, place: u32) -> Head<'_> {
        Head::of(self.words(place))
    }

    /// The children in a family.
    #[inline]
    fn family(&self, family: u32) -> Children<'_> {
        children_of(family, self.words(family))
    }

    /// Neighbouring places in one chunk; `None` if the tree is full.
    pub(super) fn allocate(&self, count: usize) -> Option<u32> {
        let fit = |used: u32| {
            let room = CHUNK - used as usize % CHUNK;
            let first = if room < count { used as usize + room } else { used as usize };
            (first + count <= self.chunks.len() * CHUNK).then_some(first)
        };
        let end = |used: u32| fit(used).map(|first| (first + count) as u32);
        let used = self.used.fetch_update(Relaxed, Relaxed, end).ok()?;
        let first = fit(used)?;
        let (chunk, place) = (first / CHUNK, first % CHUNK);
        // Who gets the middle of a chunk prepares the next one, before other
        // threads would have to wait for it.
        if (place..place + count).contains(&(CHUNK / 2)) && chunk + 1 < self.chunks.len() {
            self.chunk(chunk + 1);
        }
        Some(first as u32)
    }

    /// The children of a node with this colour to move; `None` if it has not
    /// been expanded.
    pub fn children(&self, node: Node<'_>, colour: Colour) -> Option<Children<'_>> {
        let mut link = node.link;
        while let Target::Family(family) = link.target() {
            let head = self.head(family);
            if head.is_for(colour) {
                return Some(self.family(family));
            }
            link = head.link();
        }
        None
    }

    /// Gives a node these children, with a hint each, unless it has them,
    /// another thread is at it or the tree is full.
    pub fn expand(
        &self,
        node: Node<'_>,
        colour: Colour,
        moves: impl ExactSizeIterator<Item = (Cell, u32)>,
    ) {
        let mut link = node.link;
        while !link.take() {
            let Target::Family(family) = link.target() else { return };
            let head = self.head(family);
            if head.is_for(colour) {
                return;
            }
            link = head.link();
        }
        link.publish(self.make_family(colour, moves));
    }

    /// A new family, unless the tree is full.
    fn make_family(
        &self,
        colour: Colour,
        moves: impl ExactSizeIterator<Item = (Cell, u32)>,
    ) -> Option<u32> {
        let count = moves.len();
        let family = self.allocate(places(count))?;
        self.head(family).begin(colour, count);
        self.family(family).begin(moves);
        self.nodes.fetch_add(count as u32, Relaxed);
        Some(family)
    }
}
