//! The start of the proved game, and errors that show positions.

use kring_board::{Colour, Position, Setup, Turns};

use super::{
    FaultReason, MOST_CELLS, MOST_NODES, NodeFault, Proof, all_n::CertificateError, cells,
    machine::MachineError,
};

/// The start of a proved game.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofStart {
    /// The stones and the steps in the cycles of seasons.
    pub position: Position,
    /// Who is to move.
    pub first: Colour,
}

impl ProofStart {
    /// A position with a colour to move, if proofs support it.
    pub fn new(position: &Position, first: Colour) -> Result<ProofStart, ProofError> {
        let rules = position.rules();
        if rules.turns == Turns::Random {
            return Err(ProofError::Chance);
        }
        if position.size().cells() > MOST_CELLS {
            return Err(ProofError::Size);
        }
        if position.winner().is_some() {
            return Err(ProofError::Over);
        }
        let stones = |colour| position.stones(colour).len();
        let black = stones(Colour::Black);
        let white = stones(Colour::White);
        // White may swap the first stone, which black has still to place or has just placed.
        let can_swap = white == 0 && (black == 0 || black == 1 && first == Colour::White);
        if rules.swap && can_swap {
            return Err(ProofError::Swap);
        }
        let setup = Setup {
            turn: Some(first),
            steps: position.cycle_steps(),
            ..Setup::of_stones(Colour::each(|colour| *position.stones(colour)))
        };
        let position = Position::from_setup(position.game().clone(), setup)
            .map_err(|error| ProofError::Header(error.to_string()))?;
        Ok(ProofStart { position, first })
    }

    /// The stones of the winner and of the loser.
    pub(super) fn stones(&self, winner: Colour) -> (u128, u128) {
        let of = |colour| self.position.stones(colour).wide();
        (of(winner), of(winner.other()))
    }
}

/// Why a proof is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// Chance decides who moves.
    #[error("nothing can be proved under random turns")]
    Chance,
    /// The board is too large.
    #[error("there are proofs for boards of up to {MOST_CELLS} cells only")]
    Size,
    /// The proof is too long.
    #[error("proofs of up to {MOST_NODES} nodes can be checked")]
    Nodes,
    /// The file is too long.
    #[error("proof files of up to 512 MiB are read")]
    Longest,
    /// The game is over at the start.
    #[error("the game is over at the start")]
    Over,
    /// A swap is possible.
    #[error("with swap there are proofs only for positions in which no swap can follow")]
    Swap,
    /// A proof about another game.
    #[error("the proof is about another game: {0}")]
    Game(String),
    /// A file that cannot be read.
    #[error("{0}")]
    File(String),
    /// A file that is not a proof.
    #[error("this is not a proof: proof files begin with 'kring proof' or 'kring all-n'")]
    NoProof,
    /// A certificate where the proof of a single game is needed.
    #[error("this is a certificate for every number of rows, not the proof of one game")]
    EveryHeight,
    /// A file of another version.
    #[error("this is a proof of version '{0}', but only version 1 can be read")]
    Version(String),
    /// A file that was changed or cut off.
    #[error("the file is damaged or cut off: its checksum is wrong")]
    Damaged,
    /// A header that cannot be read.
    #[error("the line that says what is proved is wrong: {0}")]
    Header(String),
    /// A file that ends too early.
    #[error("the file ends before its last node")]
    Short,
    /// Bytes after the end.
    #[error("the file goes on for {0} bytes after its end")]
    Trailing(usize),
    /// A number without a meaning.
    #[error("node {0}: a number in it means no cell, node or step")]
    Number(u64),
    /// A faulty node.
    #[error("{0}")]
    Node(Box<BadNode>),
    /// The check was stopped.
    #[error("the check was stopped before its end")]
    Stopped,
    /// A faulty certificate for every number of rows.
    #[error("{0}")]
    AllN(CertificateError),
    /// A machine that is wrong.
    #[error("{0}")]
    Machine(MachineError),
}

/// A faulty node.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}: {why}\n{position}", .node.map_or("the root".to_owned(), |n| format!("node {n}")))]
pub struct BadNode {
    /// The node's index; `None` for the root.
    pub node: Option<usize>,
    /// What is wrong.
    pub why: FaultReason,
    /// The position that shows it.
    pub position: Position,
}

impl ProofError {
    pub(super) fn node(proof: &Proof, node: Option<usize>, fault: NodeFault) -> ProofError {
        let NodeFault { why, own, other, played } = fault;
        let loser = proof.winner.other();
        let stones = cells(own).map(|cell| (proof.winner, cell));
        let stones = stones.chain(cells(other).chain(played).map(|cell| (loser, cell)));
        // The stones of a faulty node may lie anywhere: those that fit are shown.
        let game = proof.start.position.game();
        let mut empty = *game.cells();
        let mut setup = Setup::default();
        for (colour, cell) in stones {
            if empty.contains(cell) {
                empty.remove(cell);
                setup.stones.push((colour, cell));
            }
        }
        setup.turn = Some(if played.is_some() { proof.winner } else { loser });
        let position = Position::from_setup(game.clone(), setup).expect("each cell comes once");
        ProofError::Node(Box::new(BadNode { node, why, position }))
    }
}
