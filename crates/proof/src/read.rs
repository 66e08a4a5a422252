//! Parses nodes from untrusted bytes.

use kring_board::Cell;

use super::{Branch, NodeRef, ProofError, ProofNode, Then, TurnNode, TurnReply, one};

pub(super) struct ProofReader<'a> {
    pub bytes: &'a [u8],
    pub symmetries: u64,
    pub cells: usize,
    /// The index of the current node.
    pub node: u64,
}

impl ProofReader<'_> {
    fn byte(&mut self) -> Result<u8, ProofError> {
        let (&byte, rest) = self.bytes.split_first().ok_or(ProofError::Short)?;
        self.bytes = rest;
        Ok(byte)
    }

    fn bad(&self) -> ProofError {
        ProofError::Number(self.node)
    }

    pub fn number(&mut self) -> Result<u64, ProofError> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return if byte == 0 && shift > 0 { Err(self.bad()) } else { Ok(number) };
            }
        }
        Err(self.bad())
    }

    pub fn cell(&self, number: u64) -> Result<Cell, ProofError> {
        if number < self.cells as u64 {
            Ok(Cell::unchecked(number as u16))
        } else {
            Err(self.bad())
        }
    }

    fn next_cell(&mut self) -> Result<Cell, ProofError> {
        let number = self.number()?;
        self.cell(number)
    }

    fn reference(&self, number: u64) -> Result<NodeRef, ProofError> {
        let backwards = number % 2 == 1;
        let number = number / 2;
        let back = number / self.symmetries;
        let symmetry = number % self.symmetries;
        match self.node.checked_sub(back) {
            Some(node) if back > 0 => {
                Ok(NodeRef { node: node as u32, symmetry: symmetry as u16, backwards })
            }
            _ => Err(self.bad()),
        }
    }

    fn next_reference(&mut self) -> Result<NodeRef, ProofError> {
        let number = self.number()?;
        self.reference(number)
    }

    pub fn then(&mut self) -> Result<Then, ProofError> {
        match self.number()? {
            0 => Ok(Then::Won),
            number => Ok(Then::Holds(self.reference(number)?)),
        }
    }

    fn branches(&mut self, count: u64) -> Result<Box<[Branch]>, ProofError> {
        let branch = |_| Ok(Branch { play: self.next_cell()?, then: self.next_reference()? });
        (0..count).map(branch).collect()
    }

    pub fn node(&mut self) -> Result<ProofNode, ProofError> {
        let header = self.number()?;
        let kind = header % 4;
        let count = header / 4;
        match kind {
            0 => self.walk(count),
            1 => Ok(ProofNode::Or(self.branches(count)?)),
            2 => Ok(ProofNode::And(
                (0..count).map(|_| self.next_reference()).collect::<Result<_, _>>()?,
            )),
            _ => self.turn(count),
        }
    }

    fn walk(&mut self, count: u64) -> Result<ProofNode, ProofError> {
        let number = self.number()?;
        let start = self.cell(number / 9)?;
        let side = |number: u64| (number > 0).then(|| number as u8 - 1);
        let sides = [side(number / 3 % 3), side(number % 3)];
        let steps = self.digits(count, 6, 3)?.into();
        Ok(ProofNode::Walk { start, steps, sides })
    }

    /// Digits to a base, several in each byte, the first of them in the lowest place.
    fn digits(&mut self, count: u64, base: u8, in_byte: u64) -> Result<Vec<u8>, ProofError> {
        let mut digits = Vec::new();
        for first in (0..count).step_by(in_byte as usize) {
            let mut byte = self.byte()?;
            for _ in first..count.min(first + in_byte) {
                digits.push(byte % base);
                byte /= base;
            }
            if byte > 0 {
                return Err(self.bad());
            }
        }
        Ok(digits)
    }

    fn turn(&mut self, branches: u64) -> Result<ProofNode, ProofError> {
        let replies = self.number()?;
        let stones = self.digits(self.cells as u64, 3, 5)?;
        let set = |digit| {
            let cells =
                (0..).map(Cell::unchecked).zip(&stones).filter(|(_, found)| **found == digit);
            cells.fold(0, |set, (cell, _)| set | one(cell))
        };
        let own = set(1);
        let other = set(2);
        let branches = self.branches(branches)?;
        let mut reply =
            || Ok(TurnReply { to: self.next_cell()?, play: self.next_cell()?, then: self.then()? });
        let replies = (0..replies).map(|_| reply()).collect::<Result<_, _>>()?;
        Ok(ProofNode::Turn(Box::new(TurnNode { own, other, branches, replies })))
    }
}
