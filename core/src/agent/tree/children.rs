//! The children of a node, and what a search does with all of them at once.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::{
    link::Link,
    node::{Node, cell},
    part::{Half, Quarter},
};
use crate::board::Cell;

/// Where a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId {
    pub(super) family: u32,
    pub(super) at: u16,
}

/// All children of a node, in their order.
#[derive(Clone, Copy, Default)]
pub struct Children<'t> {
    pub(super) family: u32,
    /// A word each; see [`Node`].
    pub(super) results: &'t [AtomicU64],
    /// Half a word each.
    pub(super) hints: &'t [AtomicU64],
    /// A quarter of a word each.
    pub(super) cells: &'t [AtomicU64],
    /// Half a word each.
    pub(super) links: &'t [AtomicU64],
}

impl<'t> Children<'t> {
    pub fn len(self) -> usize {
        self.results.len()
    }

    #[inline]
    pub fn get(self, at: usize) -> Node<'t> {
        Node {
            results: &self.results[at],
            hint: Half::of(self.hints, at),
            cell: Quarter::of(self.cells, at),
            link: Link(Half::of(self.links, at)),
        }
    }

    pub fn id(self, at: usize) -> NodeId {
        NodeId { family: self.family, at: at as u16 }
    }

    #[inline]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Node<'t>> + ExactSizeIterator + Clone {
        (0..self.len()).map(move |at| self.get(at))
    }

    /// More random games: for each cell in how many the mover had it, and in the
    /// upper half how many of them it won; 64 at most.
    #[inline]
    pub fn add_rave(self, games: &[u32]) {
        for (hints, cells) in self.hints.chunks(2).zip(self.cells) {
            let cells = cells.load(Relaxed);
            let games = |shift: u32| u64::from(games[cell((cells >> shift) as u16).index()]);
            for (hint, shift) in hints.iter().zip([0, 32]) {
                let sum = hint.load(Relaxed) + (games(shift) | games(shift + 16) << 32);
                hint.store(if sum & FULL == 0 { sum } else { halve(sum) }, Relaxed);
            }
        }
    }

    /// Begins with these moves, with a hint each.
    pub(super) fn begin(self, moves: impl Iterator<Item = (Cell, u32)>) {
        for (child, (cell, hint)) in self.iter().zip(moves) {
            child.cell.store(cell.0);
            child.hint.store(hint);
        }
    }
}

/// Set in a hint that has many random games.
const FULL: u64 = 1 << 47 | 1 << 15;

/// The hints of a word, in which those that have many games have half as many.
#[cold]
fn halve(hints: u64) -> u64 {
    let [low, high] = [hints as u32, (hints >> 32) as u32]
        .map(|hint| if hint & 1 << 15 == 0 { hint } else { hint >> 1 & 0x7fff_7fff });
    u64::from(high) << 32 | u64::from(low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{agent::tree::Tree, rules::Colour};

    #[test]
    fn random_games_are_halved_before_they_overflow() {
        let tree = Tree::new(1 << 20);
        let root = tree.node(Tree::ROOT);
        let moves = [(Cell(3), Node::RAVE_PRIOR), (Cell(0), Node::RAVE_PRIOR)];
        tree.expand(root, Colour::Black, moves.into_iter());
        let children = tree.children(root, Colour::Black).unwrap();
        // All games of one cell are won, and a quarter of those of the other.
        let games = [16 << 16 | 64, 0, 0, 48 << 16 | 48];
        let share = |at| {
            let hint = children.get(at).hint();
            f64::from(hint >> 16) / f64::from(hint & 0xffff)
        };
        for visit in 1..10_000 {
            children.add_rave(&games);
            let expected = if visit < 100 { 0.03 } else { 0.001 };
            assert!((share(0) - 1.0).abs() < expected, "{visit}");
            assert!((share(1) - 0.25).abs() < expected, "{visit}");
        }
    }
}
