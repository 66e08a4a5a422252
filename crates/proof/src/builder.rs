//! Makes proofs, node by node, each checked as it comes.

use std::collections::HashMap;

use kring_board::{Cell, Colour, Position};

use super::{
    Branch, Checker, Claim, Fault, Node, Proof, ProofError, Ref, Reply, Root, Start, Then, Turn,
    Why,
};

/// Makes a proof. Every node is checked when it is added, and equal nodes are
/// kept once.
///
/// A bridge to the second side of a 2×2 board, and a win with it:
///
/// ```
/// use kring_board::{Cell, Colour, Position, chance};
/// use kring_proof::{Branch, Builder, Then};
///
/// let start = Position::new(chance::game("2x2".parse()?, "hex".parse()?, 1));
/// let mut builder = Builder::new(&start, Colour::Black, Colour::Black)?;
/// // b1, then a2 (step 2) or b2 (step 1), from black's first side to its second.
/// let left = builder.walk(Cell(1), &[2], [Some(0), Some(1)])?;
/// let right = builder.walk(Cell(1), &[1], [Some(0), Some(1)])?;
/// let bridge = builder.or(&[
///     Branch { play: Cell(2), then: left },
///     Branch { play: Cell(3), then: right },
/// ])?;
/// assert_eq!(builder.claim(bridge).carrier, 0b1100);
/// let proof = builder.finish(Some(Cell(1)), Then::Holds(bridge))?;
/// assert_eq!(kring_proof::check(&proof)?.nodes, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Builder {
    checker: Checker,
    nodes: Vec<Node>,
    index: HashMap<Node, u32>,
}

impl Builder {
    /// A proof that the winner wins from a position, in which `first` is to move.
    pub fn new(start: &Position, first: Colour, winner: Colour) -> Result<Builder, ProofError> {
        let start = Start::new(start, first)?;
        let checker = Checker::new(&start, winner);
        Ok(Builder { checker, nodes: Vec::new(), index: HashMap::new() })
    }

    /// Stones that are there: from a cell by [`STEPS`](kring_board::STEPS). Where the winner joins
    /// sides, a walk can begin and end at one (0 or 1) rather than at the stone there.
    pub fn walk(
        &mut self,
        start: Cell,
        steps: &[u8],
        sides: [Option<u8>; 2],
    ) -> Result<Ref, Fault> {
        self.add(Node::Walk { start, steps: steps.into(), sides })
    }

    /// Several branches, of which no move of the loser touches all.
    pub fn or(&mut self, branches: &[Branch]) -> Result<Ref, Fault> {
        self.add(Node::Or(branches.into()))
    }

    /// One walk after the other.
    pub fn and(&mut self, parts: &[Ref]) -> Result<Ref, Fault> {
        self.add(Node::And(parts.into()))
    }

    /// A whole position with the loser to move: the stones of the winner and of
    /// the loser, branches, and replies to the moves that touch all of them.
    pub fn turn(
        &mut self,
        own: u128,
        other: u128,
        branches: &[Branch],
        replies: &[Reply],
    ) -> Result<Ref, Fault> {
        let turn = Turn { own, other, branches: branches.into(), replies: replies.into() };
        self.add(Node::Turn(Box::new(turn)))
    }

    fn add(&mut self, node: Node) -> Result<Ref, Fault> {
        if let Some(&known) = self.index.get(&node) {
            return Ok(Ref::to(known));
        }
        self.checker.add(&node)?;
        let new = self.nodes.len() as u32;
        self.nodes.push(node.clone());
        self.index.insert(node, new);
        Ok(Ref::to(new))
    }

    /// What a node claims, as the reference uses it.
    ///
    /// # Panics
    /// If the reference is not from this builder.
    pub fn claim(&self, of: Ref) -> Claim {
        self.checker.claim(of).expect("references are the builder's own")
    }

    /// Whether a claim wins the game with these stones of the winner and of the
    /// loser, and the loser to move; if not, why not.
    pub fn wins_with(&self, claim: &Claim, own: u128, other: u128) -> Result<(), Why> {
        self.checker.wins_with(claim, own, other)
    }

    /// The image of what a reference refers to, under the symmetry of this index
    /// in [`Symmetry::all`](kring_board::Symmetry::all). It must keep the colours.
    pub fn image(&self, of: Ref, symmetry: u16) -> Ref {
        Ref { symmetry: self.checker.symmetries.then(of.symmetry, symmetry), ..of }
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// There is no node yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The proof. If the winner is to move, by its move and what holds then;
    /// otherwise by what holds at the start.
    pub fn finish(self, play: Option<Cell>, then: Then) -> Result<Proof, Fault> {
        let root = Root { play, then };
        self.checker.root(&root)?;
        let Checker { start, winner, .. } = self.checker;
        Ok(Proof { start, winner, nodes: self.nodes, root })
    }
}
