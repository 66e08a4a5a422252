//! Reuse of the tree of the last search: when the game goes on, the node of the new position
//! becomes the root, and the subtree below it stays.
//!
//! The nodes that stay are compacted in place: a copy would take twice the memory for a moment,
//! and the limit always holds. Children always lie behind their parent. So the blocks that stay
//! are marked from the new root down, and then, in memory order, each moves to the first free
//! slot, which is never behind its old one.

use std::iter;

use kring_board::{Colour, Position};

use super::{
    block::{NodeId, SLOT, first_link, slots},
    storage::{CHUNK, Tree},
    word::{BlockLink, Half, LinkTarget, Relaxed},
};

/// The index of a link among all half words of the memory.
type LinkId = u64;

const LINKS: usize = 2 * SLOT;

fn link_in(block: u32, at: usize) -> LinkId {
    LinkId::from(block) * LINKS as LinkId + at as LinkId
}

/// A tree with the position and the colour at its root.
pub struct KeptTree {
    pub tree: Tree,
    pub position: Position,
    pub colour: Colour,
}

impl KeptTree {
    /// The subtree of this position, if the position was reached from the old one.
    pub fn reuse(self, position: &Position, colour: Colour) -> Option<Tree> {
        let KeptTree { mut tree, position: old, colour: mut mover } = self;
        let mut root = Tree::ROOT;
        for (by, mv) in position.moves_since(&old)? {
            let children = tree.children(tree.node(root), by)?;
            let at = children.iter().position(|child| Some(child.cell()) == mv.cell())?;
            root = children.id(at);
            mover = by.other();
        }
        // The side to move must be the expected one: proofs depend on it.
        if mover != colour {
            return None;
        }
        if root != Tree::ROOT {
            tree.cut_down_to(root);
        }
        Some(tree)
    }
}

impl Tree {
    /// Cuts the tree down to the subtree of a node, its new root, and frees the other memory.
    pub fn cut_down_to(&mut self, root: NodeId) {
        self.mark(self.link_of(root));
        let end = self.used.swap(slots(1) as u32, Relaxed);
        self.nodes.store(1, Relaxed);
        self.move_to_root(root);
        let mut slot = slots(1) as u32;
        while slot < end {
            slot += self.compact(slot);
        }
        self.clear_behind();
    }

    fn move_to_root(&self, from: NodeId) {
        let (old, new) = (self.node(from), self.node(Tree::ROOT));
        new.results.store(old.results.load(Relaxed), Relaxed);
        new.prior.store(old.prior_bits());
        new.cell.store(old.cell.load());
        new.link.0.store(old.link.0.load());
        self.mark_target(self.link_of(Tree::ROOT));
    }

    /// Removes all nodes and makes a new root.
    pub fn clear(&mut self) {
        self.used.store(0, Relaxed);
        self.nodes.store(0, Relaxed);
        self.clear_behind();
        self.begin();
    }

    /// Marks all blocks below a link. The recursion is at most as deep as the board has cells.
    fn mark(&self, link: LinkId) {
        if let Some(block) = self.mark_target(link) {
            self.links(block).for_each(|link| self.mark(link));
        }
    }

    /// Marks the block that a link leads to, if there is one, with the link's index.
    fn mark_target(&self, link: LinkId) -> Option<u32> {
        let LinkTarget::Block(block) = self.link(link).target() else { return None };
        self.header(block).mark.store(link + 1, Relaxed);
        Some(block)
    }

    /// Moves the block at a slot, if it is marked. Returns the number of slots to the next one.
    fn compact(&self, slot: u32) -> u32 {
        let header = self.header(slot);
        if !header.is_there() {
            // The rest of this chunk is empty.
            return CHUNK as u32 - slot % CHUNK as u32;
        }
        let children = header.children();
        let size = slots(children) as u32;
        let mark = header.mark.swap(0, Relaxed);
        if mark == 0 {
            return size;
        }
        let used = self.used.load(Relaxed);
        // There is room: the blocks moved so far took no less before.
        let Some(to) = self.allocate(size as usize) else { return size };
        // Clears the end of a chunk in which the block has no room.
        let skipped = (to - used) as usize * SLOT;
        self.words(used).iter().take(skipped).for_each(|word| word.store(0, Relaxed));
        self.link(mark - 1).0.store(to);
        for (new, old) in self.words(to).iter().zip(&self.words(slot)[..size as usize * SLOT]) {
            new.store(old.load(Relaxed), Relaxed);
        }
        self.nodes.fetch_add(children as u32, Relaxed);
        self.links(to).for_each(|link| {
            self.mark_target(link);
        });
        size
    }

    /// The links of a block: of its header, and of its children.
    fn links(&self, block: u32) -> impl Iterator<Item = LinkId> + use<> {
        let children = self.header(block).children();
        let (header, first) = (link_in(block, 0), link_in(block, first_link(children)));
        iter::once(header).chain((first..).take(children))
    }

    fn link_of(&self, NodeId { block, at }: NodeId) -> LinkId {
        link_in(block, first_link(self.header(block).children()) + usize::from(at))
    }

    fn link(&self, link: LinkId) -> BlockLink<'_> {
        let at = link as usize % LINKS;
        BlockLink(Half::of(self.words((link / LINKS as LinkId) as u32), at))
    }

    /// Clears the memory behind the slots in use, and frees whole chunks of it.
    fn clear_behind(&mut self) {
        let used = self.used.load(Relaxed) as usize;
        let last = used / CHUNK;
        for chunk in self.chunks.iter_mut().skip(last + 1) {
            chunk.take();
        }
        if let Some(chunk) = self.chunks[last..].first_mut().and_then(|chunk| chunk.get_mut()) {
            chunk.words[chunk.begin + used % CHUNK * SLOT..].fill_with(Default::default);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use kring_board::Cell;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::tree::{Children, NodeProof, TreeNode};

    /// The subtree of a node as text.
    fn text(tree: &Tree, node: TreeNode<'_>) -> String {
        let mut text = format!("{}:{:?}:{}", node.cell().0, node.results(), node.prior_bits());
        for colour in Colour::ALL {
            if let Some(children) = tree.children(node, colour) {
                let children: Vec<String> = children.iter().map(|c| self::text(tree, c)).collect();
                text += &format!("({colour} {})", children.join(" "));
            }
        }
        text
    }

    /// Adds blocks at random nodes until the tree has this number of nodes.
    fn grow(tree: &Tree, nodes: u32, rng: &mut ChaCha8Rng) {
        while tree.len() < nodes {
            let mut node = tree.node(Tree::ROOT);
            let colour = loop {
                node.add_virtual_loss();
                let colour = Colour::ALL[usize::from(rng.random::<bool>())];
                match tree.children(node, colour) {
                    Some(children) => node = children.get(rng.random_range(0..children.len())),
                    None => break colour,
                }
            };
            node.prove([NodeProof::Open, NodeProof::Won, NodeProof::Lost][rng.random_range(0..3)]);
            let moves: Vec<_> =
                (0..rng.random_range(1..200)).map(|cell| (Cell(cell), rng.random())).collect();
            tree.expand(node, colour, moves.into_iter());
            for child in tree.children(node, colour).unwrap().iter() {
                assert_eq!(
                    (child.visits(), child.value(), child.proof()),
                    (0, 0.0, NodeProof::Open)
                );
                let is_expanded = |&colour: &Colour| tree.children(child, colour).is_some();
                assert!(!Colour::ALL.iter().any(is_expanded), "memory that was freed is not zero");
            }
        }
    }

    #[test]
    fn the_kept_subtree_is_unchanged_and_freed_memory_is_zero() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut tree = Tree::new(8 << 20);
        for _ in 0..4 {
            grow(&tree, if cfg!(miri) { 300 } else { 60_000 }, &mut rng);
            let root = tree.node(Tree::ROOT);
            let size = |children: Children<'_>, at| text(&tree, children.get(at)).len();
            let children = Colour::ALL.into_iter().find_map(|colour| tree.children(root, colour));
            let children = children.unwrap();
            let at = (0..children.len()).max_by_key(|&at| size(children, at)).unwrap();
            let before = text(&tree, children.get(at));
            let id = children.id(at);
            tree.cut_down_to(id);
            assert_eq!(text(&tree, tree.node(Tree::ROOT)), before);
            assert_eq!(before.matches(':').count(), 5 * tree.len() as usize);
        }
    }
}
