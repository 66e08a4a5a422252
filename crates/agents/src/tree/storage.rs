//! The memory of the search tree, which threads share without locks.
//!
//! A node has 18 bytes: a field in each of four rows. The children of a node are adjacent, and
//! make a block together with an entry of the block's own, which comes first:
//!
//! ```text
//! index      b             b+1       b+2       …   b+n       up to the next multiple of UNIT
//!          ┌─────────────┬─────────┬─────────┬───┬─────────┬─────────┐
//! cells    │ colour, n   │ cell 1  │ cell 2  │   │ cell n  │    –    │  u16
//!          ├─────────────┼─────────┼─────────┼───┼─────────┼─────────┤
//! results  │ mark        │ value, visits, proof of each child│    –    │  u64
//!          ├─────────────┼─────────┼─────────┼───┼─────────┼─────────┤
//! extra    │ lock        │ RAVE counts or prior of each child│    –    │  u32
//!          ├─────────────┼─────────┼─────────┼───┼─────────┼─────────┤
//! links    │ other block │ block of the children of each     │    –    │  u32
//!          └─────────────┴─────────┴─────────┴───┴─────────┴─────────┘
//! ```
//!
//! A node has a block for each colour that has been to move there: its link leads to the first,
//! and the other block's link to the second. Under alternating turns there is one.
//!
//! Rows, because a search reads the results and the extra numbers of all children, and the cell and
//! the link of one; and because what threads change often then lies apart from what they only
//! read. The rows are divided into chunks, which are allocated as the tree grows. A block lies in
//! one chunk. Children always lie behind their parent.

use std::{array::from_fn, sync::OnceLock};

use kring_board::{Cell, Colour, Size};

use super::{
    block::{BlockHeader, Children},
    extra::Extra,
    node::TreeNode,
    sync::{AtomicU16, AtomicU32, AtomicU64, BlockLink, LinkTarget, Relaxed, yield_now},
};

/// The number of entries in a chunk. The largest block takes less.
pub(super) const CHUNK: usize = if cfg!(loom) { 16 } else { 1 << 14 };

const _: () = assert!(cfg!(loom) || entries(Size::MAX_CELLS) <= CHUNK);

/// Blocks begin at multiples of this number, so that no two of them share a cache line of results.
const UNIT: usize = if cfg!(loom) { 4 } else { 8 };

const CHUNK_BYTES: usize = size_of::<Chunk>();

/// The index of a node in the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(pub(super) u32);

/// The index of a block's own entry, at which the block begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockId(pub u32);

/// The number of entries that a block takes.
pub(super) const fn entries(children: usize) -> usize {
    (1 + children).next_multiple_of(UNIT)
}

/// A part of the four rows, at a cache line boundary. All of it is zero before blocks begin there.
#[repr(align(64))]
pub(super) struct Chunk {
    /// Written before the block is published, and never changed: `Relaxed`.
    pub cells: [AtomicU16; CHUNK],
    /// Changed by atomic read-modify-write operations alone: `Relaxed`.
    pub results: [AtomicU64; CHUNK],
    /// `Relaxed`. RAVE counts are changed under the block's lock and read without it; priors are
    /// changed by atomic read-modify-write operations. For the locks see `SpinLock`.
    pub extra: [AtomicU32; CHUNK],
    /// `Acquire` and `Release`, see `BlockLink`.
    pub links: [AtomicU32; CHUNK],
}

impl Chunk {
    /// The compiler turns this into one allocation of zeros.
    fn new() -> Box<Chunk> {
        Box::new(Chunk {
            cells: from_fn(|_| AtomicU16::new(0)),
            results: from_fn(|_| AtomicU64::new(0)),
            extra: from_fn(|_| AtomicU32::new(0)),
            links: from_fn(|_| AtomicU32::new(0)),
        })
    }
}

/// A tree with a limit on its memory.
pub struct Tree {
    pub(super) chunks: Vec<OnceLock<Box<Chunk>>>,
    /// The number of entries that blocks take, with those that were skipped at ends of chunks.
    pub(super) used: AtomicU32,
    pub(super) nodes: AtomicU32,
}

impl Tree {
    /// The root: the only child in a block that no link leads to.
    pub const ROOT: NodeId = NodeId(1);

    /// A root alone. The tree never takes more than this number of bytes, or one chunk.
    pub fn new(bytes: usize) -> Tree {
        // Indices have 32 bits, and the highest is no index: see `BlockLink`.
        let chunks = (bytes / CHUNK_BYTES).max(1).min(u32::MAX as usize / CHUNK);
        let tree = Tree {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(0),
            nodes: AtomicU32::new(0),
        };
        tree.make_root();
        tree
    }

    pub(super) fn make_root(&self) {
        self.make_block(Colour::Black, [(Cell::unchecked(0), Extra::default())].into_iter());
    }

    /// The number of nodes.
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
        used + entries(Size::MAX_CELLS) > self.chunks.len() * CHUNK
    }

    #[inline]
    pub fn node(&self, NodeId(index): NodeId) -> TreeNode<'_> {
        let (chunk, at) = self.entry(index);
        TreeNode {
            cell: &chunk.cells[at],
            results: &chunk.results[at],
            extra: &chunk.extra[at],
            link: BlockLink(&chunk.links[at]),
        }
    }

    /// The chunk of an entry, and its index there.
    #[inline]
    pub(super) fn entry(&self, index: u32) -> (&Chunk, usize) {
        (self.chunk(index as usize / CHUNK), index as usize % CHUNK)
    }

    #[inline]
    fn chunk(&self, number: usize) -> &Chunk {
        self.chunks[number].get_or_init(Chunk::new)
    }

    #[inline]
    pub(super) fn header(&self, BlockId(index): BlockId) -> BlockHeader<'_> {
        let (chunk, at) = self.entry(index);
        BlockHeader::at(chunk, at)
    }

    #[inline]
    fn block(&self, block: BlockId) -> Children<'_> {
        let (chunk, at) = self.entry(block.0);
        Children::of(block, chunk, at)
    }

    /// The children of a node with this colour to move; `None` if it has not been expanded.
    #[inline]
    pub fn children(&self, node: TreeNode<'_>, colour: Colour) -> Option<Children<'_>> {
        let mut link = node.link;
        while let LinkTarget::Block(block) = link.target() {
            let header = self.header(block);
            if header.is_for(colour) {
                return Some(self.block(block));
            }
            link = header.other;
        }
        None
    }

    /// Expands a node with these moves and what the search knows of them, unless it has children
    /// for this colour or the tree is full. If another thread is expanding it, waits for the
    /// children.
    pub fn expand(
        &self,
        node: TreeNode<'_>,
        colour: Colour,
        moves: impl ExactSizeIterator<Item = (Cell, Extra)>,
    ) {
        let mut link = node.link;
        while !link.reserve() {
            match link.target() {
                LinkTarget::Block(block) => {
                    let header = self.header(block);
                    if header.is_for(colour) {
                        return;
                    }
                    link = header.other;
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
        moves: impl ExactSizeIterator<Item = (Cell, Extra)>,
    ) -> Option<BlockId> {
        let count = moves.len();
        let block = self.allocate(entries(count))?;
        self.header(block).begin(colour, count);
        for (child, (cell, extra)) in self.block(block).iter().zip(moves) {
            child.cell.store(cell.number(), Relaxed);
            child.extra.store(extra.0, Relaxed);
        }
        self.nodes.fetch_add(count as u32, Relaxed);
        Some(block)
    }

    /// Reserves adjacent entries in one chunk; `None` if the tree is full.
    pub(super) fn allocate(&self, count: usize) -> Option<BlockId> {
        let end = |used: u32| self.fit(used, count).map(|first| (first + count) as u32);
        let used = self.used.fetch_update(Relaxed, Relaxed, end).ok()?;
        let first = self.fit(used, count)?;
        // The next chunk is made early, so that the threads do not all wait for it later.
        let chunk = first / CHUNK;
        let middle = chunk * CHUNK + CHUNK / 2;
        if (first..first + count).contains(&middle) && chunk + 1 < self.chunks.len() {
            self.chunk(chunk + 1);
        }
        Some(BlockId(first as u32))
    }

    /// The first of so many adjacent entries in one chunk behind those that are used.
    fn fit(&self, used: u32, count: usize) -> Option<usize> {
        let used = used as usize;
        let room = CHUNK - used % CHUNK;
        let first = if room < count { used + room } else { used };
        (first + count <= self.chunks.len() * CHUNK).then_some(first)
    }
}
