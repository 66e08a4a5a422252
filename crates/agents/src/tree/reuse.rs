//! Reuse of the tree of the last search: when the game goes on, the node of the new position
//! becomes the root, and the subtree below it stays.
//!
//! The nodes that stay are compacted in place: a copy would take twice the memory for a moment,
//! and the limit always holds. Children always lie behind their parent. So the blocks that stay
//! are marked from the new root down, and then, in memory order, each moves to the first free
//! place, which is never behind its old one.

use kring_board::{Colour, Position};

use super::{
    storage::{BlockId, CHUNK, NodeId, Tree, entries},
    sync::{BlockLink, LinkTarget, Relaxed},
};

/// The index of an entry, for its link: a node's to its children, or a block's to the other block.
#[derive(Clone, Copy)]
struct LinkId(u32);

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
        self.mark_below(LinkId(root.0));
        let root_block = entries(1) as u32;
        let end = self.used.swap(root_block, Relaxed);
        self.nodes.store(1, Relaxed);
        self.copy_entry(root.0, Tree::ROOT.0);
        self.mark_target(LinkId(Tree::ROOT.0));
        let mut index = root_block;
        while index < end {
            index += self.compact(BlockId(index));
        }
        self.clear_behind();
    }

    /// Removes all nodes and makes a new root.
    pub fn clear(&mut self) {
        self.used.store(0, Relaxed);
        self.nodes.store(0, Relaxed);
        self.clear_behind();
        self.make_root();
    }

    /// Marks all blocks below a link. The recursion is at most as deep as the board has cells.
    fn mark_below(&self, link: LinkId) {
        if let Some(block) = self.mark_target(link) {
            for link in self.links_of(block) {
                self.mark_below(link);
            }
        }
    }

    /// Marks the block that a link leads to, if there is one, with the link's index.
    fn mark_target(&self, link: LinkId) -> Option<BlockId> {
        let LinkTarget::Block(block) = self.link(link).target() else { return None };
        self.header(block).mark.store(1 + u64::from(link.0), Relaxed);
        Some(block)
    }

    /// Moves a block, if it is marked. Returns the number of entries to the next one.
    fn compact(&self, block: BlockId) -> u32 {
        let header = self.header(block);
        if !header.is_there() {
            // The rest of this chunk is empty.
            return CHUNK as u32 - block.0 % CHUNK as u32;
        }
        let children = header.children();
        let size = entries(children) as u32;
        let mark = header.mark.swap(0, Relaxed);
        if mark == 0 {
            return size;
        }
        let used = self.used.load(Relaxed);
        // There is room: the blocks moved so far took no less before.
        let Some(to) = self.allocate(size as usize) else { return size };
        // The end of a chunk in which the block has no room.
        for skipped in used..to.0 {
            self.clear_entry(skipped);
        }
        self.link(LinkId((mark - 1) as u32)).0.store(to.0, Relaxed);
        for at in 0..size {
            self.copy_entry(block.0 + at, to.0 + at);
        }
        self.nodes.fetch_add(children as u32, Relaxed);
        for link in self.links_of(to) {
            self.mark_target(link);
        }
        size
    }

    /// The links of a block: to the other block, and of its children.
    fn links_of(&self, block: BlockId) -> impl Iterator<Item = LinkId> + use<> {
        let children = self.header(block).children();
        (block.0..).take(1 + children).map(LinkId)
    }

    fn link(&self, LinkId(index): LinkId) -> BlockLink<'_> {
        let (chunk, at) = self.entry(index);
        BlockLink(&chunk.links[at])
    }

    fn copy_entry(&self, from: u32, to: u32) {
        let (old, from) = self.entry(from);
        let (new, to) = self.entry(to);
        new.cells[to].store(old.cells[from].load(Relaxed), Relaxed);
        new.results[to].store(old.results[from].load(Relaxed), Relaxed);
        new.extra[to].store(old.extra[from].load(Relaxed), Relaxed);
        new.links[to].store(old.links[from].load(Relaxed), Relaxed);
    }

    fn clear_entry(&self, index: u32) {
        let (chunk, at) = self.entry(index);
        chunk.cells[at].store(0, Relaxed);
        chunk.results[at].store(0, Relaxed);
        chunk.extra[at].store(0, Relaxed);
        chunk.links[at].store(0, Relaxed);
    }

    /// Clears the memory behind the entries in use, and frees whole chunks of it.
    fn clear_behind(&mut self) {
        let used = self.used.load(Relaxed) as usize;
        let last = used / CHUNK;
        for chunk in self.chunks.iter_mut().skip(last + 1) {
            chunk.take();
        }
        if let Some(chunk) = self.chunks[last..].first_mut().and_then(|chunk| chunk.get_mut()) {
            let from = used % CHUNK;
            chunk.cells[from..].fill_with(Default::default);
            chunk.results[from..].fill_with(Default::default);
            chunk.extra[from..].fill_with(Default::default);
            chunk.links[from..].fill_with(Default::default);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use kring_board::Cell;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::tree::{Children, Extra, NodeProof, TreeNode};

    /// The subtree of a node as text.
    fn text(tree: &Tree, node: TreeNode<'_>) -> String {
        let mut text = format!("{}:{:?}:{}", node.cell().number(), node.results(), node.extra().0);
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
            let moves: Vec<_> = (0..rng.random_range(1..200))
                .map(|cell| (Cell::unchecked(cell), Extra(rng.random())))
                .collect();
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
