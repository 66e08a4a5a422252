//! The memory layout of a child block: a header, then one row per field of the children. First
//! come the cells, which never change; then, on cache lines of their own, the results and priors,
//! which every search reads and changes; last the links, of which a search reads one.

use std::slice;

use kring_board::Colour;

use super::{
    children::Children,
    sync::{AtomicU64, Relaxed},
    word::{BlockLink, Half, SpinLock},
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

/// The children in the block that begins with these words.
#[inline]
pub(super) fn children_of(block: u32, words: &[AtomicU64]) -> Children<'_> {
    let children = BlockHeader::of(words).children();
    let [results, links, end] = rows(children);
    let cells = &words[HEADER..HEADER + children.div_ceil(4)];
    let lock = links - 1;
    let (results, priors) = words[results..lock].split_at(children);
    let lock = SpinLock(&words[lock..links]);
    Children { block, results, priors, lock, cells, links: &words[links..end] }
}
