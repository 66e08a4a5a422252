//! Proofs that a player wins: made by anybody, checked here.
//!
//! A [`Proof`] is a list of nodes, each of which claims something and relies on
//! nodes before it. [`check`] looks at every node once. It shares nothing with
//! whoever found the proof but the rules. `docs/PROOFS.md` describes the file
//! and says why each rule is sound.

mod book;
mod builder;
mod checker;
mod claim;
mod fault;
mod file;
mod header;
mod node;
mod read;
mod reply;
mod report;
mod rings;
mod start;
mod symmetries;
mod turn;
mod write;

pub use self::{
    book::Book,
    builder::Builder,
    claim::{Claim, Promise},
    fault::{Fault, Why},
    node::{Branch, End, Node, Ref, Reply, Then, Turn},
    report::{EXIT_CODES, check_files},
    start::{BadNode, ProofError, Start},
};

use kring_board::{Cell, Colour};

use self::{
    checker::Checker,
    rings::{cells, one},
    start::set,
};

/// The most cells of a board.
pub const MOST_CELLS: usize = 128;

/// A proof that a player wins a game from its start.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// Where the game starts.
    pub start: Start,
    /// Who wins.
    pub winner: Colour,
    /// What the proof is made of, in such an order that each node relies on
    /// nodes before it.
    pub nodes: Vec<Node>,
    /// How the winner wins from the start.
    pub root: Root,
}

/// How the winner wins from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    /// The winner's first move, if it is to move at the start.
    pub play: Option<Cell>,
    /// What follows it, or holds at the start.
    pub then: Then,
}

/// A proof that was found right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Its nodes.
    pub nodes: usize,
}

/// Checks a proof: every node, and that they prove what the proof says.
pub fn check(proof: &Proof) -> Result<Checked, ProofError> {
    checked(proof)?;
    Ok(Checked { nodes: proof.nodes.len() })
}

/// The claims of a proof that is right.
fn checked(proof: &Proof) -> Result<Checker, ProofError> {
    let start = Start::new(&proof.start.position, proof.start.first)?;
    let mut checker = Checker::new(&start, proof.winner);
    for (i, node) in proof.nodes.iter().enumerate() {
        checker.add(node).map_err(|fault| ProofError::node(proof, Some(i), fault))?;
    }
    checker.root(&proof.root).map_err(|fault| ProofError::node(proof, None, fault))?;
    Ok(checker)
}
