//! What every thread of a search has of its own: a position to play on, and its playouts.

use kring_board::{Cell, Colour, Position};
use kring_eval::{PlayoutEvaluator, PlayoutResult, PlayoutRng};

use crate::tree::{Tree, TreeNode};

/// The shared tree, a thread's copy of the position at its root, and the thread's playouts.
pub struct Simulator<'a> {
    pub tree: &'a Tree,
    pub position: Position,
    pub colour: Colour,
    pub evaluator: PlayoutEvaluator,
    pub evaluation: PlayoutResult,
    pub rng: PlayoutRng,
}

impl Simulator<'_> {
    pub fn expand(&self, node: TreeNode<'_>, colour: Colour, cells: Vec<Cell>) {
        let moves = cells.into_iter().map(|cell| (cell, TreeNode::RAVE_PRIOR));
        self.tree.expand(node, colour, moves);
    }

    /// Black's chance in the current position with this colour to move, by playouts.
    pub fn evaluate(&mut self, colour: Colour) -> f32 {
        self.evaluator.evaluate(&self.position, colour, &mut self.rng, &mut self.evaluation);
        self.evaluation.black
    }

    pub fn go_back(&mut self, moves: usize) {
        for _ in 0..moves {
            self.position.undo();
        }
    }
}
