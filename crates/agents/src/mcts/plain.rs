//! Textbook UCT, as printed in Kunčarová's thesis (section 2.2): select by UCT, expand all
//! children of the selected node, play one random game from a random one of them, and add the
//! result to every node of the path. It has no forced moves, no proofs, and no tree reuse.

use kring_board::{Cell, Colour, Turns};
use rand::{RngExt, seq::SliceRandom};

use super::search::Simulator;
use crate::{
    choose::swap_aware_value,
    tree::{Children, DescentStep, NodeId, SearchWorker, Tree, TreeNode},
};

/// The player whose wins a node counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinsOf {
    /// The player who moved into the node: as in the thesis's figure 2.3. The opponent then
    /// chooses its own best moves.
    Mover,
    /// The player at the root, in every node: as in the thesis's pseudo-code (lines 50 to 56).
    /// The opponent is then expected to help.
    Root,
}

pub struct PlainUctWorker<'a> {
    exploration: f32,
    wins_of: WinsOf,
    simulator: Simulator<'a>,
    path: Vec<DescentStep>,
}

impl<'a> PlainUctWorker<'a> {
    pub fn new(exploration: f32, wins_of: WinsOf, simulator: Simulator<'a>) -> PlainUctWorker<'a> {
        PlainUctWorker { exploration, wins_of, simulator, path: Vec::new() }
    }

    /// Descends to a node without children or without visits; returns the side to move there.
    fn select(&mut self) -> Colour {
        let tree = self.simulator.tree;
        let mut id = Tree::ROOT;
        let mut colour = self.simulator.colour;
        loop {
            let node = tree.node(id);
            let Some(children) = tree.children(node, colour) else { return colour };
            let new = children.iter().position(|child| child.visits() == 0);
            let chosen = new.unwrap_or_else(|| self.best(node, children));
            let child = children.id(chosen);
            self.step(colour, child);
            id = child;
            colour = self.next(colour);
            if new.is_some() {
                return colour;
            }
        }
    }

    fn next(&mut self, colour: Colour) -> Colour {
        match self.simulator.position.rules().turns {
            Turns::Alternating => colour.other(),
            Turns::Random => Colour::ALL[usize::from(self.simulator.rng.random::<bool>())],
        }
    }

    /// One of the children with the highest upper confidence bound.
    fn best(&mut self, parent: TreeNode<'_>, children: Children<'_>) -> usize {
        let explore = self.exploration * libm::logf(parent.visits().max(1) as f32).sqrt();
        // The thesis has no swap. Here the opponent takes over a better first move.
        let swap_aware =
            self.path.is_empty() && self.simulator.position.can_be_swapped(self.simulator.colour);
        let mut best = 0;
        let mut highest = f32::NEG_INFINITY;
        let mut equal = 0;
        for (i, child) in children.iter().enumerate() {
            let results = child.results();
            let bound = swap_aware_value(results.value, swap_aware)
                + explore / (results.visits as f32).sqrt();
            if bound > highest {
                (best, highest, equal) = (i, bound, 1);
            } else if bound == highest {
                equal += 1;
                if self.simulator.rng.random_range(0..equal) == 0 {
                    best = i;
                }
            }
        }
        best
    }

    fn step(&mut self, colour: Colour, child: NodeId) {
        let node = self.simulator.tree.node(child);
        node.add_virtual_loss();
        self.simulator.position.play_unchecked(colour, node.cell());
        self.path.push(DescentStep { colour, child });
    }

    /// Gives the selected node all its children, in random order because the thesis specifies
    /// none, and moves to a random one. A finished game has none.
    fn expand(&mut self, colour: Colour) {
        let tree = self.simulator.tree;
        let leaf = self.path.last().map_or(Tree::ROOT, |step| step.child);
        if self.simulator.position.winner().is_some() {
            return;
        }
        let mut cells: Vec<Cell> = self.simulator.position.legal_cells(colour).iter().collect();
        cells.shuffle(&mut self.simulator.rng);
        self.simulator.expand(tree.node(leaf), colour, cells);
        // If the tree has no room for children, the playout starts here.
        if let Some(children) = tree.children(tree.node(leaf), colour) {
            let chosen = self.simulator.rng.random_range(0..children.len());
            self.step(colour, children.id(chosen));
        }
    }

    /// Adds the result to the nodes of the path, whose visits `step` has counted. At the root only
    /// the visit is counted: no node chooses the root, so its value is not needed.
    fn backpropagate(&self, black: f32) {
        self.simulator.tree.node(Tree::ROOT).add_virtual_loss();
        for step in &self.path {
            let player =
                if self.wins_of == WinsOf::Mover { step.colour } else { self.simulator.colour };
            self.simulator.tree.node(step.child).add_result(player.chance(black));
        }
    }
}

impl SearchWorker for PlainUctWorker<'_> {
    fn simulate(&mut self, count: u64) {
        for _ in 0..count {
            self.path.clear();
            let colour = self.select();
            self.expand(colour);
            // Under random turns a coin is tossed for each stone of a playout, so only alternating
            // turns use this colour.
            let next = self.path.last().map_or(self.simulator.colour, |step| step.colour.other());
            let black = match self.simulator.position.winner() {
                Some(winner) => f32::from(winner == Colour::Black),
                None => self.simulator.evaluate(next),
            };
            self.simulator.go_back(self.path.len());
            self.backpropagate(black);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use kring_board::{Position, Size, chance};
    use kring_eval::{PlayoutEvaluator, PlayoutResult};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// Every simulation goes through a child and one of its children, except the first and those
    /// that end at the child. So the wins of a child are the wins of its children, or the games
    /// that they lose.
    #[test]
    fn wins_are_credited_to_the_mover_or_to_the_player_at_the_root() {
        let game = chance::game(Size::new(4, 4).unwrap(), "hex".parse().unwrap(), 1);
        let position = Position::new(game);
        for wins_of in [WinsOf::Mover, WinsOf::Root] {
            let tree = Tree::new(1 << 20);
            let simulator = Simulator {
                tree: &tree,
                position: position.clone(),
                colour: Colour::Black,
                evaluator: PlayoutEvaluator::new(&position, 1, false, false),
                evaluation: PlayoutResult::default(),
                rng: ChaCha8Rng::seed_from_u64(1),
            };
            let mut plain = PlainUctWorker::new(1.4, wins_of, simulator);
            plain.simulate(400);
            let root = tree.node(Tree::ROOT);
            let children = tree.children(root, Colour::Black).unwrap();
            assert_eq!(children.iter().map(TreeNode::visits).sum::<u32>(), 400);
            let wins = |node: TreeNode<'_>| node.value() * node.visits() as f32;
            for child in children.iter() {
                let replies = tree.children(child, Colour::White).unwrap();
                let visits: u32 = replies.iter().map(TreeNode::visits).sum();
                let theirs: f32 = replies.iter().map(wins).sum();
                assert!(child.visits() - visits <= 1);
                let expected = match wins_of {
                    WinsOf::Mover => visits as f32 - theirs,
                    WinsOf::Root => theirs,
                };
                assert!((wins(child) - expected).abs() < 1.01, "{wins_of:?}");
            }
        }
    }
}
