//! Proofs as files: a line that names the format, a line that says what is
//! proved, the nodes and the root as whole numbers, and a checksum.
//!
//! `docs/PROOFS.md` describes every byte. Nothing is allocated for a number that
//! the file claims: lists grow as their parts are read.

use std::path::Path;

use sha2::{Digest, Sha256};

use super::{
    Branch, Node, Proof, ProofError, Ref, Reply, Root, Then, Turn, header::Header, one,
    symmetries::Symmetries,
};
use crate::{board::Cell, files};

/// What a file begins with; then come a blank, the version and the end of the line.
const NAME: &[u8] = b"kring proof";
const VERSION: &str = "1";
const CHECKSUM: usize = 8;

impl Proof {
    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = Header::of(self);
        let mut bytes = [NAME, b" ", VERSION.as_bytes(), b"\n", header.text().as_bytes()].concat();
        bytes.push(b'\n');
        let symmetries = Symmetries::count(self.start.position.game());
        let cells = self.start.position.size().cells();
        let mut out = Out { bytes, symmetries: symmetries as u64, cells, node: 0 };
        for node in &self.nodes {
            out.node(node);
            out.node += 1;
        }
        out.number(self.root.play.map_or(0, |cell| u64::from(cell.0) + 1));
        out.then(self.root.then);
        let mut bytes = out.bytes;
        let sum = checksum(&bytes);
        bytes.extend(sum);
        bytes
    }

    /// Writes the file, in place of an old one.
    pub fn write(&self, path: &Path) -> std::io::Result<()> {
        files::replace(path, self.to_bytes())
    }

    /// Reads a file. What it claims to prove is not checked.
    pub fn load(path: &Path) -> Result<Proof, ProofError> {
        let bytes = files::read(path).map_err(|error| ProofError::File(error.to_string()))?;
        Proof::from_bytes(&bytes)
    }

    /// What the bytes of a file say. What it claims to prove is not checked.
    pub fn from_bytes(bytes: &[u8]) -> Result<Proof, ProofError> {
        let rest = bytes.strip_prefix(NAME).ok_or(ProofError::NoProof)?;
        let (version, rest) = line(rest).ok_or(ProofError::NoProof)?;
        if version.trim_start() != VERSION {
            return Err(ProofError::Version(crate::grammar::short(version.trim())));
        }
        let at = rest.len().checked_sub(CHECKSUM).ok_or(ProofError::Damaged)?;
        let (rest, sum) = rest.split_at(at);
        if checksum(&bytes[..bytes.len() - CHECKSUM]) != sum {
            return Err(ProofError::Damaged);
        }
        let (text, rest) = line(rest).ok_or(ProofError::Damaged)?;
        let Header { start, winner, nodes: count } = Header::read(text)?;
        let symmetries = Symmetries::count(start.position.game()) as u64;
        let cells = start.position.size().cells();
        let mut input = In { bytes: rest, symmetries, cells, node: 0 };
        let mut nodes = Vec::new();
        for _ in 0..count {
            nodes.push(input.node()?);
            input.node += 1;
        }
        let play = match input.number()? {
            0 => None,
            cell => Some(input.cell(cell - 1)?),
        };
        let root = Root { play, then: input.then()? };
        if !input.bytes.is_empty() {
            return Err(ProofError::Trailing(input.bytes.len()));
        }
        Ok(Proof { start, winner, nodes, root })
    }
}

/// The first bytes of the SHA-256 of what stands before them.
fn checksum(bytes: &[u8]) -> [u8; CHECKSUM] {
    let mut sum = [0; CHECKSUM];
    sum.copy_from_slice(&Sha256::digest(bytes)[..CHECKSUM]);
    sum
}

/// The first line as text, and what follows it.
fn line(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    Some((str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 1..]))
}

struct Out {
    bytes: Vec<u8>,
    symmetries: u64,
    cells: usize,
    /// The index of the node that is written.
    node: u64,
}

impl Out {
    /// Seven bits a byte, the lowest first; the eighth bit says that more follow.
    fn number(&mut self, mut number: u64) {
        while number >= 128 {
            self.bytes.push(number as u8 | 128);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    fn cell(&mut self, cell: Cell) {
        self.number(u64::from(cell.0));
    }

    fn reference(&mut self, of: Ref) {
        let back = self.node - u64::from(of.node);
        let number = back * self.symmetries + u64::from(of.symmetry);
        self.number(number * 2 + u64::from(of.backwards));
    }

    fn then(&mut self, then: Then) {
        match then {
            Then::Won => self.number(0),
            Then::Holds(of) => self.reference(of),
        }
    }

    fn branches(&mut self, branches: &[Branch]) {
        for branch in branches {
            self.cell(branch.play);
            self.reference(branch.then);
        }
    }

    fn node(&mut self, node: &Node) {
        let mut head = |kind: u64, count: usize| self.number(count as u64 * 4 + kind);
        match node {
            Node::Walk { start, steps, sides } => {
                head(0, steps.len());
                let [from, to] = sides.map(|side| side.map_or(0, |side| u64::from(side) + 1));
                self.number((u64::from(start.0) * 3 + from) * 3 + to);
                for three in steps.chunks(3) {
                    self.bytes.push(three.iter().rev().fold(0, |byte, step| byte * 6 + step));
                }
            }
            Node::Or(branches) => {
                head(1, branches.len());
                self.branches(branches);
            }
            Node::And(parts) => {
                head(2, parts.len());
                parts.iter().for_each(|&part| self.reference(part));
            }
            Node::Turn(turn) => {
                head(3, turn.branches.len());
                self.number(turn.replies.len() as u64);
                self.stones(turn);
                self.branches(&turn.branches);
                for reply in &turn.replies {
                    self.cell(reply.to);
                    self.cell(reply.play);
                    self.then(reply.then);
                }
            }
        }
    }

    /// Five cells a byte: empty 0, winner's 1, loser's 2.
    fn stones(&mut self, turn: &Turn) {
        let digit = |cell: usize| (turn.own >> cell & 1) as u8 + 2 * (turn.other >> cell & 1) as u8;
        for first in (0..self.cells).step_by(5) {
            let five = (first..self.cells.min(first + 5)).rev();
            self.bytes.push(five.fold(0, |byte, cell| byte * 3 + digit(cell)));
        }
    }
}

struct In<'a> {
    bytes: &'a [u8],
    symmetries: u64,
    cells: usize,
    /// The index of the node that is read.
    node: u64,
}

impl In<'_> {
    fn byte(&mut self) -> Result<u8, ProofError> {
        let (&byte, rest) = self.bytes.split_first().ok_or(ProofError::Short)?;
        self.bytes = rest;
        Ok(byte)
    }

    fn bad(&self) -> ProofError {
        ProofError::Number(self.node)
    }

    fn number(&mut self) -> Result<u64, ProofError> {
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

    fn cell(&self, number: u64) -> Result<Cell, ProofError> {
        if number < self.cells as u64 { Ok(Cell(number as u16)) } else { Err(self.bad()) }
    }

    fn next_cell(&mut self) -> Result<Cell, ProofError> {
        let number = self.number()?;
        self.cell(number)
    }

    fn reference(&self, number: u64) -> Result<Ref, ProofError> {
        let (number, backwards) = (number / 2, number % 2 == 1);
        let (back, symmetry) = (number / self.symmetries, number % self.symmetries);
        match self.node.checked_sub(back) {
            Some(node) if back > 0 => {
                Ok(Ref { node: node as u32, symmetry: symmetry as u16, backwards })
            }
            _ => Err(self.bad()),
        }
    }

    fn next_reference(&mut self) -> Result<Ref, ProofError> {
        let number = self.number()?;
        self.reference(number)
    }

    fn then(&mut self) -> Result<Then, ProofError> {
        match self.number()? {
            0 => Ok(Then::Won),
            number => Ok(Then::Holds(self.reference(number)?)),
        }
    }

    fn branches(&mut self, count: u64) -> Result<Box<[Branch]>, ProofError> {
        let branch =
            |_| Ok(Branch { play: self.next_cell()?, then: self.next_reference()? });
        (0..count).map(branch).collect()
    }

    fn node(&mut self) -> Result<Node, ProofError> {
        let head = self.number()?;
        let (kind, count) = (head % 4, head / 4);
        match kind {
            0 => self.walk(count),
            1 => Ok(Node::Or(self.branches(count)?)),
            2 => Ok(Node::And((0..count).map(|_| self.next_reference()).collect::<Result<_, _>>()?)),
            _ => self.turn(count),
        }
    }

    fn walk(&mut self, count: u64) -> Result<Node, ProofError> {
        let number = self.number()?;
        let start = self.cell(number / 9)?;
        let side = |number: u64| (number > 0).then(|| number as u8 - 1);
        let sides = [side(number / 3 % 3), side(number % 3)];
        let mut steps = Vec::new();
        for first in (0..count).step_by(3) {
            let mut byte = self.byte()?;
            for _ in first..count.min(first + 3) {
                steps.push(byte % 6);
                byte /= 6;
            }
            if byte > 0 {
                return Err(self.bad());
            }
        }
        Ok(Node::Walk { start, steps: steps.into(), sides })
    }

    fn turn(&mut self, branches: u64) -> Result<Node, ProofError> {
        let replies = self.number()?;
        let (mut own, mut other) = (0, 0);
        for first in (0..self.cells).step_by(5) {
            let mut byte = self.byte()?;
            for cell in first..self.cells.min(first + 5) {
                let cell = one(Cell(cell as u16));
                match byte % 3 {
                    0 => {}
                    1 => own |= cell,
                    _ => other |= cell,
                }
                byte /= 3;
            }
            if byte > 0 {
                return Err(self.bad());
            }
        }
        let branches = self.branches(branches)?;
        let mut reply = || {
            Ok(Reply { to: self.next_cell()?, play: self.next_cell()?, then: self.then()? })
        };
        let replies = (0..replies).map(|_| reply()).collect::<Result<_, _>>()?;
        Ok(Node::Turn(Box::new(Turn { own, other, branches, replies })))
    }
}
