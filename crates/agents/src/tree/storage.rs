//! The search tree: blocks of children in an arena that threads share without locks.
//!
//! A child block holds all children of a node (see `block`). Links to blocks are published with
//! `Release` and read with `Acquire` (see `word`); all other fields are `Relaxed`.

use std::sync::OnceLock;

use kring_board::{Cell, Colour, Size};

use super::{
    block::{BlockHeader, Children, NodeId, SLOT, slots},
    node::TreeNode,
    word::{AtomicU32, AtomicU64, LinkTarget, Relaxed, yield_now},
};

/// Slots in a chunk, the unit of allocation. The largest block takes less than a chunk.
pub(super) const CHUNK: usize = if cfg!(loom) { 8 } else { 4096 };

const CHUNK_BYTES: usize = (CHUNK + 1) * SLOT * size_of::<AtomicU64>();

pub(super) struct Chunk {
    pub words: Box<[AtomicU64]>,
    /// The first word on a cache line boundary.
    pub begin: usize,
}

impl Chunk {
    fn new() -> Chunk {
        let words: Box<[_]> = (0..(CHUNK + 1) * SLOT).map(|_| AtomicU64::new(0)).collect();
        let begin = words.as_ptr().align_offset(SLOT * size_of::<AtomicU64>());
        Chunk { words, begin: begin.min(SLOT) }
    }
}

/// A tree with a limit on its memory.
pub struct Tree {
    pub(super) chunks: Vec<OnceLock<Chunk>>,
    pub(super) used: AtomicU32,
    pub(super) nodes: AtomicU32,
}

impl Tree {
    /// The root: the only child in a block that no link leads to.
    pub const ROOT: NodeId = NodeId { block: 0, at: 0 };

    /// A root alone. The tree never takes more than this number of bytes, or one chunk.
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

    pub(super) fn begin(&self) {
        self.make_block(Colour::Black, [(Cell(0), 0)].into_iter());
    }

    pub fn len(&self) -> u32 {
        self.nodes.load(Relaxed)
    }

    /// The memory that the tree takes, in whole chunks.
    pub fn bytes(&self) -> usize {
        (self.used.load(Relaxed) as usize).div_ceil(CHUNK) * CHUNK_BYTES
    }

    /// Whether there may be no room for the children of another node.
    pub fn is_full(&self) -> bool {
        let used = self.used.load(Relaxed) as usize;
        used + slots(Size::MAX_CELLS) > self.chunks.len() * CHUNK
    }

    #[inline]
    pub fn node(&self, id: NodeId) -> TreeNode<'_> {
        self.block(id.block).get(usize::from(id.at))
    }

    /// The words from a slot to the end of its chunk.
    #[inline]
    pub(super) fn words(&self, slot: u32) -> &[AtomicU64] {
        let chunk = self.chunk(slot as usize / CHUNK);
        &chunk.words[chunk.begin + slot as usize % CHUNK * SLOT..]
    }

    #[inline]
    fn chunk(&self, chunk: usize) -> &Chunk {
        self.chunks[chunk].get_or_init(Chunk::new)
    }

    pub(super) fn header(&self, slot: u32) -> BlockHeader<'_> {
        BlockHeader::of(self.words(slot))
    }

    #[inline]
    fn block(&self, block: u32) -> Children<'_> {
        Children::of(block, self.words(block))
    }

    /// Reserves adjacent slots in one chunk; `None` if the tree is full.
    pub(super) fn allocate(&self, count: usize) -> Option<u32> {
        let fit = |used: u32| {
            let room = CHUNK - used as usize % CHUNK;
            let first = if room < count { used as usize + room } else { used as usize };
            (first + count <= self.chunks.len() * CHUNK).then_some(first)
        };
        let end = |used: u32| fit(used).map(|first| (first + count) as u32);
        let used = self.used.fetch_update(Relaxed, Relaxed, end).ok()?;
        let first = fit(used)?;
        let (chunk, slot) = (first / CHUNK, first % CHUNK);
        // The next chunk is made early, so that the threads do not all wait for it later.
        if (slot..slot + count).contains(&(CHUNK / 2)) && chunk + 1 < self.chunks.len() {
            self.chunk(chunk + 1);
        }
        Some(first as u32)
    }

    /// The children of a node with this colour to move; `None` if it has not been expanded.
    pub fn children(&self, node: TreeNode<'_>, colour: Colour) -> Option<Children<'_>> {
        let mut link = node.link;
        while let LinkTarget::Block(block) = link.target() {
            let header = self.header(block);
            if header.is_for(colour) {
                return Some(self.block(block));
            }
            link = header.link();
        }
        None
    }

    /// Expands a node with these moves and priors, unless it has children for this colour or the
    /// tree is full. If another thread is expanding it, waits for the children.
    pub fn expand(
        &self,
        node: TreeNode<'_>,
        colour: Colour,
        moves: impl ExactSizeIterator<Item = (Cell, u32)>,
    ) {
        let mut link = node.link;
        while !link.reserve() {
            match link.target() {
                LinkTarget::Block(block) => {
                    let header = self.header(block);
                    if header.is_for(colour) {
                        return;
                    }
                    link = header.link();
                }
                LinkTarget::Busy => yield_now(),
                // The other thread found the tree full.
                LinkTarget::Nothing => return,
            }
        }
        link.publish(self.make_block(colour, moves));
    }

    /// Makes a block that no link leads to yet, unless the tree is full.
    fn make_block(
        &self,
        colour: Colour,
        moves: impl ExactSizeIterator<Item = (Cell, u32)>,
    ) -> Option<u32> {
        let count = moves.len();
        let block = self.allocate(slots(count))?;
        self.header(block).begin(colour, count);
        for (child, (cell, prior)) in self.block(block).iter().zip(moves) {
            child.cell.store(cell.0);
            child.prior.store(prior);
        }
        self.nodes.fetch_add(count as u32, Relaxed);
        Some(block)
    }
}
