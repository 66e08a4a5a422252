//! Proofs as files: a line that names the format, a line that says what is
//! proved, the nodes and the root as whole numbers, and a checksum.
//!
//! `docs/PROOFS.md` describes every byte. Nothing is allocated for a number that
//! the file claims: lists grow as their parts are read.

use std::{io::Read, path::Path};

use kring_board::files;
use sha2::{Digest, Sha256};

use super::{
    Proof, ProofError, Root, header::Header, read::Reader, symmetries::Symmetries, write::Writer,
};

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
        let mut out = Writer { bytes, symmetries: symmetries as u64, cells, node: 0 };
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

    /// Whether a file begins as proofs do.
    pub fn is_in(path: &Path) -> std::io::Result<bool> {
        let mut start = Vec::new();
        files::open(path)?.take(NAME.len() as u64).read_to_end(&mut start)?;
        Ok(start == NAME)
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
            return Err(ProofError::Version(kring_board::grammar::short(version.trim())));
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
        let mut input = Reader { bytes: rest, symmetries, cells, node: 0 };
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
