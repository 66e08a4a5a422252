//! The proof file: a line that names the format, a line that says what is proved, the nodes and
//! the root as integers, and a checksum.
//!
//! `docs/PROOFS.md` describes every byte. No memory is reserved for a count that the file claims:
//! lists grow as their elements are read.

use std::{io::Read, path::Path};

use kring_board::files;
use sha2::{Digest, Sha256};

use super::{
    Proof, ProofError, ProofRoot, all_n, header, read::ProofReader, symmetries::Symmetries,
    write::ProofWriter,
};

/// The beginning of a file; a blank, the version and a newline follow.
const NAME: &[u8] = b"kring proof";
const VERSION: &str = "1";
const CHECKSUM: usize = 8;

impl Proof {
    /// The content of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = header::text(&self.start, self.winner, self.nodes.len());
        let mut bytes = [NAME, b" ", VERSION.as_bytes(), b"\n", header.as_bytes()].concat();
        bytes.push(b'\n');
        let symmetries = Symmetries::count(self.start.position.game());
        let cells = self.start.position.size().cells();
        let mut out = ProofWriter { bytes, symmetries: symmetries as u64, cells, node: 0 };
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

    /// Whether a file begins like a proof.
    pub fn is_in(path: &Path) -> std::io::Result<bool> {
        let mut start = Vec::new();
        files::open(path)?.take(NAME.len() as u64).read_to_end(&mut start)?;
        Ok(start == NAME)
    }

    /// Reads a file without checking the proof.
    pub fn load(path: &Path) -> Result<Proof, ProofError> {
        let bytes = files::read(path).map_err(|error| ProofError::File(error.to_string()))?;
        Proof::from_bytes(&bytes)
    }

    /// Parses the content of a file without checking the proof.
    pub fn from_bytes(bytes: &[u8]) -> Result<Proof, ProofError> {
        if bytes.starts_with(all_n::NAME.as_bytes()) {
            return Err(ProofError::EveryHeight);
        }
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
        let (start, winner, count) = header::read(text)?;
        let symmetries = Symmetries::count(start.position.game()) as u64;
        let cells = start.position.size().cells();
        let mut input = ProofReader { bytes: rest, symmetries, cells, node: 0 };
        let mut nodes = Vec::new();
        for _ in 0..count {
            nodes.push(input.node()?);
            input.node += 1;
        }
        let play = match input.number()? {
            0 => None,
            cell => Some(input.cell(cell - 1)?),
        };
        let root = ProofRoot { play, then: input.then()? };
        if !input.bytes.is_empty() {
            return Err(ProofError::Trailing(input.bytes.len()));
        }
        Ok(Proof { start, winner, nodes, root })
    }
}

/// The first bytes of the SHA-256 of the preceding bytes.
fn checksum(bytes: &[u8]) -> [u8; CHECKSUM] {
    let mut sum = [0; CHECKSUM];
    sum.copy_from_slice(&Sha256::digest(bytes)[..CHECKSUM]);
    sum
}

/// The first line as text, and the rest.
fn line(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    Some((str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 1..]))
}
