//! The tree of the last search, for the next one: when the game goes on, the
//! node of the new position becomes the root, and all that is below it stays.
//!
//! The nodes that stay move together inside the same memory. A copy would take
//! twice the memory for a moment, and the limit holds at every moment. Children
//! always lie behind their parent. So the families that stay are marked from
//! the new root down, and then, in the order in which they lie, each moves to
//! the first place that is free: never behind its old place.

use std::sync::atomic::Ordering::Relaxed;

use super::nodes::{CHUNK, Header, Node, Tree};
use crate::{board::Position, rules::Colour};

/// A tree, and the position and colour that it is about.
pub struct KeptTree {
    /// The tree.
    pub tree: Tree,
    /// The position at its root.
    pub position: Position,
    /// Who was to move there.
    pub colour: Colour,
}

impl KeptTree {
    /// The part of the tree that is about this position, if it has grown out
    /// of the old one.
    pub fn reuse(self, position: &Position, colour: Colour) -> Option<Tree> {
        let KeptTree { mut tree, position: old, colour: old_colour } = self;
        let same_game = *old.game() == *position.game() && old.ply() <= position.ply();
        if !same_game || !old.moves().eq(position.moves().take(old.ply())) {
            return None;
        }
        let mut index = Tree::ROOT;
        let mut mover = old_colour;
        for (by, mv) in position.moves().skip(old.ply()) {
            let (first, children) = tree.children(tree.node(index), by)?;
            let at = children.iter().position(|child| Some(child.cell()) == mv.cell())?;
            index = first + at as u32;
            mover = by.other();
        }
        // The player to move must be the expected one: proofs depend on it.
        if mover != colour {
            return None;
        }
        if index != Tree::ROOT {
            tree.cut_down_to(index);
        }
        Some(tree)
    }
}

impl Tree {
    /// Cuts the tree down to a node, which becomes the root, and all that is
    /// below it. Memory that is free then is given back.
    pub fn cut_down_to(&mut self, root: u32) {
        self.mark(root);
        let end = self.len();
        self.used.store(1, Relaxed);
        self.settle(root, Tree::ROOT);
        let mut index = root + 1;
        while index < end {
            index += self.gather(index);
        }
        self.clear_behind();
    }

    /// Removes all nodes but the root, which is as new.
    pub fn clear(&mut self) {
        self.used.store(0, Relaxed);
        self.clear_behind();
        self.allocate(1);
    }

    /// Marks the families below a node or header. A game is never longer than the
    /// board has cells, so the recursion is not deep.
    fn mark(&self, index: u32) {
        let family = self.node(index).family.load(Relaxed);
        if let Some(header) = self.header(family) {
            header.mark().store(index + 1, Relaxed);
            (family..=family + header.children()).for_each(|index| self.mark(index));
        }
    }

    /// Moves the family at an index, if one that stays begins there: how far to
    /// go on.
    fn gather(&self, index: u32) -> u32 {
        let Some(header) = self.header(index) else { return 1 };
        let mark = header.mark().swap(0, Relaxed);
        if mark == 0 {
            return 1;
        }
        let size = 1 + header.children();
        // There is room: the same families lay in as much before.
        let Some(to) = self.allocate(size as usize) else { return size };
        self.node(mark - 1).family.store(to, Relaxed);
        (0..size).for_each(|i| self.settle(index + i, to + i));
        size
    }

    /// Moves a node or header, and tells its family, which follows later,
    /// where it is.
    fn settle(&self, from: u32, to: u32) {
        let node = self.node(to);
        if from != to {
            node.copy(self.node(from));
        }
        if let Some(header) = self.header(node.family.load(Relaxed)) {
            header.mark().store(to + 1, Relaxed);
        }
    }

    /// The header at an index, if there is one; the root is none.
    fn header(&self, index: u32) -> Option<Header<'_>> {
        Header::of(self.node(index))
    }

    /// Nodes that are not used are as new, and whole chunks of them are freed.
    fn clear_behind(&mut self) {
        let used = self.len() as usize;
        let last = used / CHUNK;
        for chunk in self.chunks.iter_mut().skip(last + 1) {
            chunk.take();
        }
        if let Some(nodes) = self.chunks[last..].first_mut().and_then(|chunk| chunk.get_mut()) {
            nodes[used % CHUNK..].fill_with(Node::default);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::board::Cell;

    /// All that a tree says below a node.
    fn text(tree: &Tree, node: &Node) -> String {
        let mut text = format!("{}:{}:{:?}", node.cell().0, node.visits(), node.proof());
        for colour in Colour::ALL {
            if let Some((_, children)) = tree.children(node, colour) {
                let children: Vec<String> = children.iter().map(|c| self::text(tree, c)).collect();
                text += &format!("({colour} {})", children.join(" "));
            }
        }
        text
    }

    #[test]
    fn what_is_kept_is_the_same_and_what_is_freed_is_new() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut grow = |tree: &Tree, nodes: u32| {
            while tree.len() < nodes {
                let index = rng.random_range(0..tree.len());
                if tree.header(index).is_some() {
                    continue;
                }
                let node = tree.node(index);
                let count = rng.random_range(1..200);
                let colour = Colour::ALL[usize::from(rng.random::<bool>())];
                let moves: Vec<_> = (0..count).map(|cell| (Cell(cell), Node::RAVE_PRIOR)).collect();
                node.add_virtual_loss();
                tree.expand(node, colour, moves.into_iter());
            }
        };
        let mut tree = Tree::new(8 << 20);
        for _ in 0..4 {
            grow(&tree, 6 * CHUNK as u32);
            let root = tree.node(Tree::ROOT);
            let family = Colour::ALL.into_iter().find_map(|colour| tree.children(root, colour));
            let (first, children) = family.unwrap();
            let size = |node: &Node| text(&tree, node).len();
            let at = (0..children.len()).max_by_key(|&at| size(&children[at])).unwrap();
            let before = text(&tree, &children[at]);
            tree.cut_down_to(first + at as u32);
            assert_eq!(text(&tree, tree.node(Tree::ROOT)), before);
            for index in 0..tree.len() {
                assert!(tree.header(index).is_none_or(|header| header.mark().load(Relaxed) == 0));
            }
            let held = tree.chunks.iter().filter(|chunk| chunk.get().is_some()).count();
            assert!(held <= tree.len() as usize / CHUNK + 1, "{held}");
            let fresh = tree.chunks[tree.len() as usize / CHUNK].get().unwrap();
            let is_new = |node: &Node| node.visits() == 0 && node.hint() == 0;
            assert!(fresh[tree.len() as usize % CHUNK..].iter().all(is_new));
        }
    }
}
