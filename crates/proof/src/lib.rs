//! Proofs that a player wins, and their checker.
//!
//! A [`Proof`] is a list of nodes, each of which makes a claim that relies on earlier nodes.
//! [`check`] visits every node once. It uses nothing of the program that found the proof; both
//! build on the rules in `kring-board`. `docs/PROOFS.md` describes the file format and why each
//! rule is sound.
//!
//! What must be right if `kring-check` accepts a proof: `kring-board`; the library `nom`, which reads
//! rules, sizes and cells, and `sha2` for the checksum; and of this crate all but `any_book.rs`,
//! `book.rs`, `builder.rs`, `reply.rs`, `write.rs` and `all_n/play.rs`. What a proof may claim is in
//! `node.rs`, `checker.rs`, `turn.rs`; certificates for every number of rows are in `all_n/`, exact
//! machines in `machine/`.

#![forbid(unsafe_code)]

pub mod all_n;
mod any_book;
mod book;
mod builder;
mod checker;
mod fault;
mod file;
pub mod machine;
mod node;
mod read;
mod reply;
mod report;
mod rings;
mod sealed_text;
mod start;
mod symmetries;
mod turn;
mod write;

pub use self::{
    any_book::AnyBook,
    book::Book,
    builder::ProofBuilder,
    fault::{FaultReason, NodeFault},
    node::{Branch, Claim, NodeRef, Promise, ProofNode, Then, TurnNode, TurnReply, WalkEnd},
    report::{EXIT_CODES, check_file, check_files},
    rings::has_diagonal,
    start::{BadNode, ProofError, ProofStart},
};

use kring_board::{Cell, Colour, stop::Stop};

use self::{
    checker::Checker,
    rings::{cells, one},
};

/// The largest number of cells of a board.
pub const MOST_CELLS: usize = 128;

/// The most nodes of a proof that is read, so that a hostile file cannot take all memory: the
/// checker needs less than 100 bytes for a node, beside eight times the length of the file.
pub const MOST_NODES: usize = 4_000_000;

/// A proof that a player wins a game from its start.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// The start of the game.
    pub start: ProofStart,
    /// The winner.
    pub winner: Colour,
    /// The nodes; each relies only on nodes before it.
    pub nodes: Vec<ProofNode>,
    /// The win from the start.
    pub root: ProofRoot,
}

/// How the winner wins from the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofRoot {
    /// The winner's first move, if the winner is to move at the start.
    pub play: Option<Cell>,
    /// What holds after this move, or at the start.
    pub then: Then,
}

/// Checks every node of a proof, and that the nodes prove its conclusion.
pub fn check(proof: &Proof) -> Result<(), ProofError> {
    checked(proof, &Stop::default()).map(drop)
}

/// Checks a proof, unless it is stopped, and returns the checker with its claims.
fn checked(proof: &Proof, stop: &Stop) -> Result<Checker, ProofError> {
    let start = ProofStart::new(&proof.start.position, proof.start.first)?;
    let mut checker = Checker::new(start, proof.winner);
    for (i, node) in proof.nodes.iter().enumerate() {
        if stop.is_set() {
            return Err(ProofError::Stopped);
        }
        checker.add(node).map_err(|fault| ProofError::node(proof, Some(i), fault))?;
    }
    checker.root(&proof.root).map_err(|fault| ProofError::node(proof, None, fault))?;
    Ok(checker)
}
