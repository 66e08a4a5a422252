//! The proof file: a line that names the format, a line that says what is proved, the nodes and
//! the root as integers, and a checksum.
//!
//! `docs/PROOFS.md` describes every byte. No memory is reserved for a count that the file claims:
//! lists grow as their elements are read.

use std::{fmt::Write, io::Read, path::Path};

use kring_board::{
    Cell, Colour, Game, Position, Rules, SeasonMap, Setup, Size, files, word::short,
};
use sha2::{Digest, Sha256};

use super::{
    MOST_CELLS, MOST_NODES, Proof, ProofError, ProofRoot, ProofStart, all_n, read::ProofReader,
    symmetries::Symmetries, write::ProofWriter,
};

/// The beginning of a file; a blank, the version and a newline follow.
pub(super) const NAME: &[u8] = b"kring proof";
const VERSION: &str = "1";
const CHECKSUM: usize = 8;

impl Proof {
    /// The content of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = header(&self.start, self.winner, self.nodes.len());
        let bytes = [NAME, b" ", VERSION.as_bytes(), b"\n", header.as_bytes(), b"\n"].concat();
        let symmetries = Symmetries::count(self.start.position.game());
        let cells = self.start.position.size().cells();
        let mut out = ProofWriter { bytes, symmetries: symmetries as u64, cells, node: 0 };
        for node in &self.nodes {
            out.node(node);
            out.node += 1;
        }
        out.number(self.root.play.map_or(0, |cell| u64::from(cell.number()) + 1));
        out.then(self.root.then);
        out.bytes.extend(checksum(&out.bytes));
        out.bytes
    }

    /// Whether a file begins like a proof.
    pub fn is_in(path: &Path) -> std::io::Result<bool> {
        let mut start = Vec::new();
        files::open(path)?.take(NAME.len() as u64).read_to_end(&mut start)?;
        Ok(start == NAME)
    }

    /// Parses the content of a file without checking the proof.
    pub fn from_bytes(bytes: &[u8]) -> Result<Proof, ProofError> {
        if bytes.starts_with(all_n::NAME.as_bytes()) {
            return Err(ProofError::EveryHeight);
        }
        let rest = bytes.strip_prefix(NAME).ok_or(ProofError::NoProof)?;
        let (version, rest) = line(rest).ok_or(ProofError::NoProof)?;
        if version.trim_start() != VERSION {
            return Err(ProofError::Version(short(version.trim())));
        }
        let at = rest.len().checked_sub(CHECKSUM).ok_or(ProofError::Damaged)?;
        let (rest, sum) = rest.split_at(at);
        if checksum(&bytes[..bytes.len() - CHECKSUM]) != sum {
            return Err(ProofError::Damaged);
        }
        let (text, rest) = line(rest).ok_or(ProofError::Damaged)?;
        let (start, winner, count) = read_header(text)?;
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
fn checksum(bytes: &[u8]) -> Vec<u8> {
    Sha256::digest(bytes)[..CHECKSUM].to_vec()
}

/// The first line as text, and the rest.
fn line(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    Some((str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 1..]))
}

/// The header line without the newline: what is proved, in readable text.
///
/// `board 3x3; rules rhombus seasons=1 turns=alternating swap=off; winner black;
/// first white; black b2; nodes 12`
fn header(start: &ProofStart, winner: Colour, nodes: usize) -> String {
    let position = &start.position;
    let size = position.size();
    let rules = position.rules();
    let first = start.first;
    let mut text = format!("board {size}; rules {rules}; winner {winner}; first {first}");
    for stones in stones(position) {
        text.extend(["; ", &stones]);
    }
    if rules.seasons.count() > 1 {
        let [black, white] = position.cycle_steps();
        let _ = write!(text, "; map {}; places {black} {white}", position.game().map());
    }
    let _ = write!(text, "; nodes {nodes}");
    text
}

/// The stones of each colour that has any: `black b2 c1`.
pub(super) fn stones(position: &Position) -> impl Iterator<Item = String> {
    let colours =
        Colour::ALL.into_iter().filter(move |&colour| !position.stones(colour).is_empty());
    colours.map(move |colour| {
        let names = position.stones(colour).iter().map(|cell| cell.name(position.size()));
        [colour.to_string()].into_iter().chain(names).collect::<Vec<_>>().join(" ")
    })
}

/// Parses a header line, which must be written exactly as [`header`] writes it.
fn read_header(line: &str) -> Result<(ProofStart, Colour, usize), ProofError> {
    let bad = |what: &str| ProofError::Header(short(what));
    let fields: Vec<_> = line.split("; ").map(|field| field.split_once(' ')).collect();
    let find =
        |key: &str| fields.iter().flatten().find(|(name, _)| *name == key).map(|&(_, value)| value);
    let field = |key: &str| find(key).ok_or_else(|| bad(&format!("there is no field '{key}'")));
    let size: Size = field("board")?.parse().map_err(|_| bad("board"))?;
    let rules: Rules = field("rules")?.parse().map_err(|_| bad("rules"))?;
    if size.cells() > MOST_CELLS {
        return Err(ProofError::Size);
    }
    let map = match find("map") {
        Some(map) => SeasonMap::parse(size, &rules.seasons, map).map_err(|_| bad("map"))?,
        None => SeasonMap::fair(size, &rules.seasons, |_| ()),
    };
    let mut setup = Setup::default();
    for colour in Colour::ALL {
        for name in find(&colour.to_string()).unwrap_or_default().split_terminator(' ') {
            let cell = Cell::from_name(size, name).ok_or_else(|| bad(name))?;
            setup.stones.push((colour, cell));
        }
    }
    if let Some(places) = find("places") {
        let places = places.split_once(' ').ok_or_else(|| bad("places"))?;
        let place = |text: &str| text.parse().map_err(|_| bad("places"));
        setup.steps = [place(places.0)?, place(places.1)?];
    }
    let position = Position::from_setup(Game::new(size, rules, map), setup)
        .map_err(|error| bad(&error.cell.name(size)))?;
    let colour = |key| field(key)?.parse().map_err(|_| bad(key));
    let start = ProofStart::new(&position, colour("first")?)?;
    let nodes = field("nodes")?.parse::<u32>().map_err(|_| bad("nodes"))? as usize;
    if nodes > MOST_NODES {
        return Err(ProofError::Nodes);
    }
    let winner = colour("winner")?;
    if header(&start, winner, nodes) == line {
        Ok((start, winner, nodes))
    } else {
        Err(bad("it is not written as it should be"))
    }
}
