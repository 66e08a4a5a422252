//! Builds proofs node by node and checks each node.

use std::collections::HashMap;

use kring_board::{Cell, Colour, Position};

use super::{
    Checker, Claim, FaultReason, NodeFault, NodeRef, Proof, ProofError, ProofNode, ProofRoot,
    ProofStart, Then,
};

/// Builds a proof. Every node is checked when it is added, and equal nodes are stored once.
///
/// A bridge to the second side of a 2×2 board, and a win with it:
///
/// ```
/// use kring_board::{Cell, Colour, Position, chance};
/// use kring_proof::{Branch, ProofBuilder, ProofNode, Then};
///
/// let start = Position::new(chance::game("2x2".parse()?, "hex".parse()?, 1));
/// let mut builder = ProofBuilder::new(&start, Colour::Black, Colour::Black)?;
/// // b1, then a2 (step 2) or b2 (step 1), from black's first side to its second.
/// let cell = |name| Cell::from_name(start.size(), name).unwrap();
/// let b1 = cell("b1");
/// let sides = [Some(0), Some(1)];
/// let left = builder.add(ProofNode::Walk { start: b1, steps: [2].into(), sides })?;
/// let right = builder.add(ProofNode::Walk { start: b1, steps: [1].into(), sides })?;
/// let branches = [("a2", left), ("b2", right)];
/// let branches = branches.map(|(name, then)| Branch { play: cell(name), then });
/// let bridge = builder.add(ProofNode::Or(branches.into()))?;
/// assert_eq!(builder.claim(bridge).carrier, 0b1100);
/// let proof = builder.finish(Some(b1), Then::Holds(bridge))?;
/// assert_eq!((kring_proof::check(&proof), proof.nodes.len()), (Ok(()), 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ProofBuilder {
    checker: Checker,
    nodes: Vec<ProofNode>,
    index: HashMap<ProofNode, u32>,
}

impl ProofBuilder {
    /// A proof that the winner wins from a position, in which `first` is to move.
    pub fn new(
        start: &Position,
        first: Colour,
        winner: Colour,
    ) -> Result<ProofBuilder, ProofError> {
        let checker = Checker::new(ProofStart::new(start, first)?, winner);
        Ok(ProofBuilder { checker, nodes: Vec::new(), index: HashMap::new() })
    }

    /// Adds a node, unless there is an equal one.
    pub fn add(&mut self, node: ProofNode) -> Result<NodeRef, NodeFault> {
        if let Some(&existing) = self.index.get(&node) {
            return Ok(NodeRef::to(existing));
        }
        self.checker.add(&node)?;
        let new = self.nodes.len() as u32;
        self.nodes.push(node.clone());
        self.index.insert(node, new);
        Ok(NodeRef::to(new))
    }

    /// The claim of a reference.
    ///
    /// # Panics
    /// If the reference is not from this builder.
    pub fn claim(&self, of: NodeRef) -> Claim {
        self.checker.claim(of).expect("references are the builder's own")
    }

    /// Checks that a claim wins the game with these stones of the winner and of the loser and the
    /// loser to move.
    pub fn wins_with(&self, claim: &Claim, own: u128, other: u128) -> Result<(), FaultReason> {
        self.checker.wins_with(claim, own, other)
    }

    /// The image of a reference under the symmetry with this index in
    /// [`Symmetry::all`](kring_board::Symmetry::all). It must keep the colours.
    pub fn image(&self, of: NodeRef, symmetry: u16) -> NodeRef {
        NodeRef { symmetry: self.checker.symmetries.then(of.symmetry, symmetry), ..of }
    }

    /// The number of nodes so far.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The finished proof. If the winner is to move: its move and what holds after it; otherwise
    /// what holds at the start.
    pub fn finish(self, play: Option<Cell>, then: Then) -> Result<Proof, NodeFault> {
        let root = ProofRoot { play, then };
        self.checker.root(&root)?;
        let Checker { start, winner, .. } = self.checker;
        Ok(Proof { start, winner, nodes: self.nodes, root })
    }
}
