//! Writes nodes as bytes.

use super::{Branch, NodeRef, ProofNode, Then, TurnNode};

pub(super) struct ProofWriter {
    pub bytes: Vec<u8>,
    pub symmetries: u64,
    pub cells: usize,
    /// The index of the current node.
    pub node: u64,
}

impl ProofWriter {
    /// Seven bits per byte, the lowest first; the eighth bit says that more bytes follow.
    pub fn number(&mut self, mut number: u64) {
        while number >= 128 {
            self.bytes.push(number as u8 | 128);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    fn reference(&mut self, of: NodeRef) {
        let back = self.node - u64::from(of.node);
        let number = back * self.symmetries + u64::from(of.symmetry);
        self.number(number * 2 + u64::from(of.backwards));
    }

    pub fn then(&mut self, then: Then) {
        match then {
            Then::Won => self.number(0),
            Then::Holds(of) => self.reference(of),
        }
    }

    fn branches(&mut self, branches: &[Branch]) {
        for branch in branches {
            self.number(branch.play.number().into());
            self.reference(branch.then);
        }
    }

    pub fn node(&mut self, node: &ProofNode) {
        let mut header = |kind: u64, count: usize| self.number(count as u64 * 4 + kind);
        match node {
            ProofNode::Walk { start, steps, sides } => {
                header(0, steps.len());
                let [from, to] = sides.map(|side| side.map_or(0, |side| u64::from(side) + 1));
                self.number((u64::from(start.number()) * 3 + from) * 3 + to);
                for three in steps.chunks(3) {
                    self.bytes.push(three.iter().rev().fold(0, |byte, step| byte * 6 + step));
                }
            }
            ProofNode::Or(branches) => {
                header(1, branches.len());
                self.branches(branches);
            }
            ProofNode::And(parts) => {
                header(2, parts.len());
                for &part in parts {
                    self.reference(part);
                }
            }
            ProofNode::Turn(turn) => {
                header(3, turn.branches.len());
                self.number(turn.replies.len() as u64);
                self.stones(turn);
                self.branches(&turn.branches);
                for reply in &turn.replies {
                    self.number(reply.to.number().into());
                    self.number(reply.play.number().into());
                    self.then(reply.then);
                }
            }
        }
    }

    /// Five cells per byte: empty 0, the winner's 1, the loser's 2.
    fn stones(&mut self, turn: &TurnNode) {
        let digit = |cell: usize| (turn.own >> cell & 1) as u8 + 2 * (turn.other >> cell & 1) as u8;
        for first in (0..self.cells).step_by(5) {
            let five = (first..self.cells.min(first + 5)).rev();
            self.bytes.push(five.fold(0, |byte, cell| byte * 3 + digit(cell)));
        }
    }
}
