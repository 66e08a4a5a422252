use super::Tree;
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
        // Whoever is to move now must be who was expected: proofs depend on it.
        if mover != colour {
            return None;
        }
        if index != Tree::ROOT {
            tree.cut_down_to(index);
        }
        Some(tree)
    }
}
