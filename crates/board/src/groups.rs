//! Connected groups of stones, and whether they wind around the board.
//!
//! A union–find structure in which every stone stores its displacement from its parent in the
//! unwrapped plane. A link between two stones of one group closes a walk, and the mismatch of the
//! displacements is the walk's total displacement: zero unless it winds around the board.
//! Displacements add up, so if no link ever mismatched, no closed walk of the group winds. There
//! is no path compression, so that unions can be undone one by one.

use super::{Colour, STEPS};

/// A displacement (x, y) packed into one integer, `x + 65536 y`, so that displacements add as
/// integers.
pub type Shift = i32;

/// Whether the displacement of a closed walk winds around the board as a ring of the colour does:
/// down (black) or across (white).
#[inline]
pub fn goes_round(shift: Shift, colour: Colour) -> bool {
    let x = i32::from(shift as i16);
    if colour == Colour::Black { shift != x } else { x != 0 }
}

/// The six [`STEPS`] as displacements.
pub const SHIFTS: [Shift; 6] = {
    let mut shifts = [0; 6];
    let mut i = 0;
    while i < 6 {
        shifts[i] = STEPS[i].0 + (STEPS[i].1 << 16);
        i += 1;
    }
    shifts
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GroupNode {
    parent: u16,
    size: u16,
    /// From the parent to this node.
    shift: Shift,
}

/// The groups of both colours. Nodes are cells, or the sides of the board.
#[derive(Debug, PartialEq, Eq)]
pub struct StoneGroups {
    nodes: Vec<GroupNode>,
    /// The roots that unions attached to another root, in order.
    joined: Vec<u16>,
}

impl StoneGroups {
    pub fn new(nodes: usize) -> StoneGroups {
        let alone = |i| GroupNode { parent: i as u16, size: 1, shift: 0 };
        StoneGroups { nodes: (0..nodes).map(alone).collect(), joined: Vec::with_capacity(nodes) }
    }

    /// The root of a node's group, and the shift from the root to the node.
    #[inline]
    pub fn root(&self, node: u16) -> (u16, Shift) {
        let mut at = node;
        let mut shift = 0;
        loop {
            let GroupNode { parent, shift: step, .. } = self.nodes[usize::from(at)];
            if parent == at {
                return (at, shift);
            }
            shift += step;
            at = parent;
        }
    }

    #[inline]
    pub fn together(&self, a: u16, b: u16) -> bool {
        self.root(a).0 == self.root(b).0
    }

    /// Joins node `a` with node `b`, which lies `step` from it. If they are in one group already,
    /// returns the displacement of the walk that the link closes.
    #[inline]
    pub fn link(&mut self, a: u16, b: u16, step: Shift) -> Shift {
        let (root_a, shift_a) = self.root(a);
        let (root_b, shift_b) = self.root(b);
        let between = shift_a + step - shift_b;
        if root_a == root_b {
            return between;
        }
        let size_a = self.nodes[usize::from(root_a)].size;
        let size_b = self.nodes[usize::from(root_b)].size;
        let (top, below, shift) =
            if size_a < size_b { (root_b, root_a, -between) } else { (root_a, root_b, between) };
        self.nodes[usize::from(below)].parent = top;
        self.nodes[usize::from(below)].shift = shift;
        self.nodes[usize::from(top)].size = size_a + size_b;
        self.joined.push(below);
        0
    }

    /// A mark for [`StoneGroups::undo_to`].
    #[inline]
    pub fn mark(&self) -> u16 {
        self.joined.len() as u16
    }

    /// Undoes every union since the mark.
    #[inline]
    pub fn undo_to(&mut self, mark: u16) {
        while self.joined.len() > usize::from(mark) {
            let Some(below) = self.joined.pop() else { return };
            let GroupNode { parent, size, .. } = self.nodes[usize::from(below)];
            self.nodes[usize::from(below)] = GroupNode { parent: below, size, shift: 0 };
            self.nodes[usize::from(parent)].size -= size;
        }
    }
}

impl Clone for StoneGroups {
    fn clone(&self) -> StoneGroups {
        StoneGroups { nodes: self.nodes.clone(), joined: self.joined.clone() }
    }

    /// Reuses the memory, because searches copy positions often.
    fn clone_from(&mut self, other: &StoneGroups) {
        self.nodes.clone_from(&other.nodes);
        self.joined.clone_from(&other.joined);
    }
}
