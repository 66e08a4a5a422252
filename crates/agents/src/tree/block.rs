//! A child block: all children of a node, and how they lie in memory.
//!
//! A block has a header, then one row per field of the children. First come the cells, which never
//! change; then, on cache lines of their own, the results and priors, which every search reads and
//! changes; last the links, of which a search reads one.

use std::{array::from_fn, slice};

use kring_board::Colour;

use super::{
    node::{NodeProof, TreeNode},
    word::{AtomicU64, BlockLink, Half, Quarter, Relaxed, SpinLock},
};

/// Words per slot. Blocks begin at slots. A slot is a cache line, so that the fields that threads
/// change lie apart from those that they only read.
pub(super) const SLOT: usize = 8;

const HEADER: usize = 2;

/// The index of the first word of the results, of the first word of the links, and of the word
/// behind the last link. A word holds four cells, two priors or two links. The lock of the priors
/// lies between priors and links.
fn rows(children: usize) -> [usize; 3] {
    let results = (HEADER + children.div_ceil(4)).next_multiple_of(SLOT);
    let links = results + children + children.div_ceil(2) + 1;
    [results, links, links + children.div_ceil(2)]
}

pub(super) fn slots(children: usize) -> usize {
    rows(children)[2].div_ceil(SLOT)
}

/// The index of the first child's link in its block, counted in half words.
pub(super) fn first_link(children: usize) -> usize {
    2 * rows(children)[1]
}

/// A link to the block for the other colour, the number of children, and the colour to move.
#[derive(Clone, Copy)]
pub(super) struct BlockHeader<'t> {
    word: &'t AtomicU64,
    /// While a tree is cut down, in the blocks that stay: one more than the index of the link to
    /// this block. Zero at all other times.
    pub mark: &'t AtomicU64,
}

/// The bit positions of the number of children and of the colour code.
const CHILDREN: u32 = 32;
const COLOUR: u32 = 48;

/// The code of a colour; zero means that there is no block.
fn code(colour: Colour) -> u64 {
    1 + colour.index() as u64
}

impl<'t> BlockHeader<'t> {
    #[inline]
    pub fn of(words: &'t [AtomicU64]) -> BlockHeader<'t> {
        BlockHeader { word: &words[0], mark: &words[1] }
    }

    pub fn begin(self, colour: Colour, children: usize) {
        self.word.store(code(colour) << COLOUR | (children as u64) << CHILDREN, Relaxed);
    }

    pub fn link(self) -> BlockLink<'t> {
        BlockLink(Half::of(slice::from_ref(self.word), 0))
    }

    pub fn children(self) -> usize {
        usize::from((self.word.load(Relaxed) >> CHILDREN) as u16)
    }

    /// Whether a block begins here.
    pub fn is_there(self) -> bool {
        self.word.load(Relaxed) >> COLOUR != 0
    }

    pub fn is_for(self, colour: Colour) -> bool {
        self.word.load(Relaxed) >> COLOUR == code(colour)
    }
}

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
    /// The children in the block that begins with these words.
    #[inline]
    pub(super) fn of(block: u32, words: &'t [AtomicU64]) -> Children<'t> {
        let children = BlockHeader::of(words).children();
        let [results, links, end] = rows(children);
        let cells = &words[HEADER..HEADER + children.div_ceil(4)];
        let lock = links - 1;
        let (results, priors) = words[results..lock].split_at(children);
        let lock = SpinLock(&words[lock..links]);
        Children { block, results, priors, lock, cells, links: &words[links..end] }
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

    /// The words of the results of `N` children at a time, and of their priors (`M`, half as many),
    /// for vectors; padded with lost moves. Each word is loaded alone: one wide load would stall on
    /// words that have just been stored.
    #[cfg_attr(
        not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))),
        expect(dead_code, reason = "only the selection with vectors reads whole rows")
    )]
    #[inline]
    pub fn words<const N: usize, const M: usize>(
        self,
    ) -> impl Iterator<Item = ([u64; N], [u64; M])> {
        let (results, more_results) = self.results.as_chunks::<N>();
        let (priors, more_priors) = self.priors.split_at(M * results.len());
        let load = |word: &AtomicU64| word.load(Relaxed);
        let whole = results.iter().zip(priors.as_chunks::<M>().0).map(move |(results, priors)| {
            (results.each_ref().map(load), priors.each_ref().map(load))
        });
        let part = move || {
            let lost = NodeProof::Lost as u64;
            (
                from_fn(|i| more_results.get(i).map_or(lost, load)),
                from_fn(|i| more_priors.get(i).map_or(1 << 32 | 1, load)),
            )
        };
        whole.chain((!more_results.is_empty()).then(part))
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
