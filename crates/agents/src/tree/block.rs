//! A block: all children of a node, and what it has for itself. The picture is in `storage`.

use std::array::from_fn;

use kring_board::{Colour, Size};

use super::{
    extra::RaveCounts,
    node::{NodeProof, TreeNode},
    storage::{BlockId, Chunk, NodeId},
    sync::{AtomicU16, AtomicU32, AtomicU64, BlockLink, Relaxed, SpinLock},
};

/// A block's own entry.
#[derive(Clone, Copy)]
pub(super) struct BlockHeader<'t> {
    /// The number of children, and above it the code of the colour to move; zero where no block
    /// begins.
    shape: &'t AtomicU16,
    /// While a tree is cut down, in the blocks that stay: the index of the link to this block, plus
    /// one. Zero at all other times.
    pub mark: &'t AtomicU64,
    /// Leads to the block for the other colour.
    pub other: BlockLink<'t>,
}

/// The bit position of the code of a colour, above the number of children.
const COLOUR: u32 = 12;

const _: () = assert!(Size::MAX_CELLS < 1 << COLOUR);

/// The code of a colour, which is not zero.
fn code(colour: Colour) -> u16 {
    1 + colour.index() as u16
}

impl<'t> BlockHeader<'t> {
    #[inline]
    pub fn at(chunk: &'t Chunk, at: usize) -> BlockHeader<'t> {
        BlockHeader {
            shape: &chunk.cells[at],
            mark: &chunk.results[at],
            other: BlockLink(&chunk.links[at]),
        }
    }

    pub fn begin(self, colour: Colour, children: usize) {
        self.shape.store(code(colour) << COLOUR | children as u16, Relaxed);
    }

    #[inline]
    pub fn children(self) -> usize {
        usize::from(self.shape.load(Relaxed) & ((1 << COLOUR) - 1))
    }

    /// Whether a block begins here.
    pub fn is_there(self) -> bool {
        self.shape.load(Relaxed) != 0
    }

    #[inline]
    pub fn is_for(self, colour: Colour) -> bool {
        self.shape.load(Relaxed) >> COLOUR == code(colour)
    }
}

/// All children of a node, in order: their part of each row. By default there are none.
#[derive(Clone, Copy, Default)]
pub struct Children<'t> {
    /// The index of the first child.
    first: u32,
    cells: &'t [AtomicU16],
    results: &'t [AtomicU64],
    extra: &'t [AtomicU32],
    links: &'t [AtomicU32],
    /// Held while the RAVE counts are updated.
    lock: Option<SpinLock<'t>>,
}

impl<'t> Children<'t> {
    /// The children in the block that begins at this index of its chunk.
    #[inline]
    pub(super) fn of(block: BlockId, chunk: &'t Chunk, at: usize) -> Children<'t> {
        let count = BlockHeader::at(chunk, at).children();
        let all = at + 1..at + 1 + count;
        Children {
            first: block.0 + 1,
            cells: &chunk.cells[all.clone()],
            results: &chunk.results[all.clone()],
            extra: &chunk.extra[all.clone()],
            links: &chunk.links[all],
            lock: Some(SpinLock(&chunk.extra[at])),
        }
    }

    pub fn len(self) -> usize {
        self.results.len()
    }

    pub fn is_empty(self) -> bool {
        self.results.is_empty()
    }

    #[inline]
    pub fn get(self, at: usize) -> TreeNode<'t> {
        TreeNode {
            cell: &self.cells[at],
            results: &self.results[at],
            extra: &self.extra[at],
            link: BlockLink(&self.links[at]),
        }
    }

    #[inline]
    pub fn id(self, at: usize) -> NodeId {
        NodeId(self.first + at as u32)
    }

    #[inline]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = TreeNode<'t>> + ExactSizeIterator + Clone {
        (0..self.len()).map(move |at| self.get(at))
    }

    /// The packed results and RAVE counts of `N` children at a time, for vectors; padded with lost
    /// moves. Each number is loaded alone: one wide load would stall on numbers that have just been
    /// stored.
    #[cfg_attr(
        not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))),
        expect(dead_code, reason = "only the selection with vectors reads whole rows")
    )]
    #[inline]
    pub fn lanes<const N: usize>(self) -> impl Iterator<Item = ([u64; N], [u32; N])> {
        let (results, more_results) = self.results.as_chunks::<N>();
        let (rave, more_rave) = self.extra.as_chunks::<N>();
        let whole = results.iter().zip(rave).map(|(results, rave)| {
            (
                results.each_ref().map(|results| results.load(Relaxed)),
                rave.each_ref().map(|counts| counts.load(Relaxed)),
            )
        });
        let rest = move || {
            let lost = NodeProof::Lost as u64;
            let none = RaveCounts::NEW.0;
            (
                from_fn(|i| more_results.get(i).map_or(lost, |results| results.load(Relaxed))),
                from_fn(|i| more_rave.get(i).map_or(none, |counts| counts.load(Relaxed))),
            )
        };
        whole.chain((!more_results.is_empty()).then(rest))
    }

    /// Adds playouts to the RAVE counts: `games` holds packed [`RaveCounts`] of each cell, with at
    /// most 64 games.
    ///
    /// A new node has few counts, and many threads add to them at the same time. No count may be
    /// lost, and one lock for all children is far cheaper than an atomic addition for each.
    /// Searches read the counts without the lock: games and wins of a child are one number.
    #[inline]
    pub fn add_rave(self, games: &[u32]) {
        let Some(lock) = self.lock else { return };
        lock.hold(|| {
            for (counts, cell) in self.extra.iter().zip(self.cells) {
                let more = RaveCounts(games[usize::from(cell.load(Relaxed))]);
                let sum = RaveCounts(counts.load(Relaxed)).plus(more);
                counts.store(sum.0, Relaxed);
            }
        });
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use kring_board::Cell;

    use super::*;
    use crate::tree::Tree;

    #[test]
    fn rave_counts_are_halved_before_they_overflow() {
        let tree = Tree::new(1 << 20);
        let root = tree.node(Tree::ROOT);
        let moves = [
            (Cell::unchecked(3), RaveCounts::NEW.into()),
            (Cell::unchecked(0), RaveCounts::NEW.into()),
        ];
        tree.expand(root, Colour::Black, moves.into_iter());
        let children = tree.children(root, Colour::Black).unwrap();
        // All playouts of one cell are won, and a quarter of those of the other.
        let games = [16 << 16 | 64, 0, 0, 48 << 16 | 48];
        let share = |at| {
            let counts = children.get(at).rave();
            f64::from(counts.won()) / f64::from(counts.games())
        };
        for visit in 1..10_000 {
            children.add_rave(&games);
            let expected = if visit < 100 { 0.03 } else { 0.001 };
            assert!((share(0) - 1.0).abs() < expected, "{visit}");
            assert!((share(1) - 0.25).abs() < expected, "{visit}");
        }
    }
}
