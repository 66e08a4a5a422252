//! The children of a node, and updates of all of them at once.

use super::{
    node::TreeNode,
    sync::{AtomicU64, Relaxed},
    word::{BlockLink, Half, Quarter, SpinLock},
};

/// The address of a node: the slot of its block, and its index in the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId {
    pub(super) block: u32,
    pub(super) at: u16,
}

/// All children of a node, in order.
#[derive(Clone, Copy, Default)]
pub struct Children<'t> {
    pub(super) block: u32,
    /// One word per child; see [`TreeNode`].
    pub(super) results: &'t [AtomicU64],
    /// Half a word per child, as in `links`.
    pub(super) priors: &'t [AtomicU64],
    /// Held while the RAVE counts in the priors are updated.
    pub(super) lock: SpinLock<'t>,
    /// A quarter of a word per child.
    pub(super) cells: &'t [AtomicU64],
    pub(super) links: &'t [AtomicU64],
}

impl<'t> Children<'t> {
    pub fn len(self) -> usize {
        self.results.len()
    }

    pub fn is_empty(self) -> bool {
        self.results.is_empty()
    }

    #[inline]
    pub fn get(self, at: usize) -> TreeNode<'t> {
        TreeNode {
            results: &self.results[at],
            prior: Half::of(self.priors, at),
            cell: Quarter::of(self.cells, at),
            link: BlockLink(Half::of(self.links, at)),
        }
    }

    pub fn id(self, at: usize) -> NodeId {
        NodeId { block: self.block, at: at as u16 }
    }

    #[inline]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = TreeNode<'t>> + ExactSizeIterator + Clone {
        (0..self.len()).map(move |at| self.get(at))
    }

    /// Adds playouts to the RAVE counts. `games` holds for each cell the playouts in which the
    /// mover had it, and in the upper half those of them that it won; 64 at most.
    ///
    /// A new node has few counts, and many threads add to them at the same time. No count may be
    /// lost, and one lock for all children is far cheaper than an atomic addition for each.
    /// Searches read the counts without the lock: playouts and wins of a child are in one word.
    #[inline]
    pub fn add_rave(self, games: &[u32]) {
        self.lock.hold(|| {
            for (counts, cells) in self.priors.chunks(2).zip(self.cells) {
                let cells = cells.load(Relaxed);
                let games = |shift: u32| u64::from(games[usize::from((cells >> shift) as u16)]);
                for (count, shift) in counts.iter().zip([0, 32]) {
                    let sum = count.load(Relaxed) + (games(shift) | games(shift + 16) << 32);
                    count.store(if sum & LARGE == 0 { sum } else { halve(sum) }, Relaxed);
                }
            }
        });
    }
}

/// The bits that show that the RAVE counts in a word have to be halved.
const LARGE: u64 = 1 << 47 | 1 << 15;

/// A word of RAVE counts, with the large ones halved.
#[cold]
fn halve(counts: u64) -> u64 {
    let [low, high] = [counts as u32, (counts >> 32) as u32]
        .map(|count| if count & 1 << 15 == 0 { count } else { count >> 1 & 0x7fff_7fff });
    u64::from(high) << 32 | u64::from(low)
}
