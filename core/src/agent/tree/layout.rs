//! How a family lies in the memory of a tree: a head, and four rows with numbers
//! of each child. Behind the head are the cells with proofs, which hardly ever change,
//! then what every search reads and changes, and the links, of which a search reads one.

use std::{
    slice,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use super::{children::Children, link::Link, part::Half};
use crate::rules::Colour;

/// Families begin at places that are so many words apart. That is a cache line:
/// what threads change lies apart from what they only read.
pub(super) const STEP: usize = 8;

/// The words of a family in front of its rows.
const HEAD: usize = 2;

/// The numbers of the first word of a family's results, of its links, and behind
/// its last one. A word holds four cells, two hints or two links.
fn rows(children: usize) -> [usize; 3] {
    let results = (HEAD + children.div_ceil(4)).next_multiple_of(STEP);
    let links = results + children + children.div_ceil(2);
    [results, links, links + children.div_ceil(2)]
}

/// The places that a family takes.
pub(super) fn places(children: usize) -> usize {
    rows(children)[2].div_ceil(STEP)
}

/// The number of the first link of a family, half a word each.
pub(super) fn first_link(children: usize) -> usize {
    2 * rows(children)[1]
}

/// A family's head: a link to the family for the other colour to move, the number
/// of children, and a sign with the colour to move.
#[derive(Clone, Copy)]
pub(super) struct Head<'t> {
    word: &'t AtomicU64,
    /// While a tree is cut down, in the families that stay: one more than the
    /// number of the link to it. Zero at all other times.
    pub mark: &'t AtomicU64,
}

/// Where the number of children and the sign begin.
const CHILDREN: u32 = 32;
const SIGN: u32 = 48;

fn sign(colour: Colour) -> u64 {
    1 + colour.index() as u64
}

impl<'t> Head<'t> {
    /// At the beginning of these words.
    #[inline]
    pub fn of(words: &'t [AtomicU64]) -> Head<'t> {
        Head { word: &words[0], mark: &words[1] }
    }

    pub fn begin(self, colour: Colour, children: usize) {
        self.word.store(sign(colour) << SIGN | (children as u64) << CHILDREN, Relaxed);
    }

    pub fn link(self) -> Link<'t> {
        Link(Half::of(slice::from_ref(self.word), 0))
    }

    pub fn children(self) -> usize {
        usize::from((self.word.load(Relaxed) >> CHILDREN) as u16)
    }

    /// Whether there is a family.
    pub fn is_there(self) -> bool {
        self.word.load(Relaxed) >> SIGN != 0
    }

    pub fn is_for(self, colour: Colour) -> bool {
        self.word.load(Relaxed) >> SIGN == sign(colour)
    }
}

/// The children of the family that begins with these words.
#[inline]
pub(super) fn children_of(family: u32, words: &[AtomicU64]) -> Children<'_> {
    let children = Head::of(words).children();
    let [results, links, end] = rows(children);
    let cells = &words[HEAD..HEAD + children.div_ceil(4)];
    let (results, hints) = words[results..links].split_at(children);
    Children { family, results, hints, cells, links: &words[links..end] }
}
