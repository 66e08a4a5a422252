//! The certificate file: text that has exactly one spelling, and a checksum.

use std::{collections::BTreeSet, fmt::Write, io, path::Path};

use kring_board::files;
use sha2::{Digest, Sha256};

use super::{
    Boards, Certificate, CertificateError, MOST_COLUMNS, MOST_MARKS, MOST_PHASES, MOST_REACH,
    MOST_TUPLES, NAME, Row, Word,
    rows::{marked_text, parse},
};

/// The versions: pairs of rows without marks, and other tuples.
const VERSIONS: [&str; 2] = ["1", "2"];

impl Certificate {
    /// The content of the file.
    pub fn to_text(&self) -> String {
        let weakening = if self.weakening { "yes" } else { "no" };
        let (version, tuples) = match (self.tuple, self.marks) {
            (2, 1) => (VERSIONS[0], String::new()),
            (tuple, marks) => (VERSIONS[1], format!("tuples {tuple}; marks {marks}; ")),
        };
        let mut out = format!(
            "{NAME} {version}\n{}columns {}; {tuples}period {}; reach {}; weakening {weakening}\n",
            match self.boards {
                Boards::Cylinder => String::new(),
                Boards::Rhombus { rows } => format!("board rhombus; rows {rows}; "),
            },
            self.columns,
            self.phases.len(),
            self.reach
        );
        for (phase, words) in self.phases.iter().enumerate() {
            let _ = write!(out, "phase {phase}");
            let mut before: &[_] = &[];
            for word in words {
                let (first, last) = word.split_at(word.len().saturating_sub(1));
                if std::mem::replace(&mut before, first) != first {
                    let first = first.iter().map(|&row| marked_text(self, row));
                    let _ = write!(out, "\n{}:", first.collect::<Vec<_>>().join(" "));
                }
                for &row in last {
                    let _ = write!(out, " {}", marked_text(self, row));
                }
            }
            out.push('\n');
        }
        let sum = checksum(&out);
        let _ = writeln!(out, "{sum}");
        out
    }

    /// Writes the file, replacing an old one.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        files::replace(path, self.to_text())
    }

    /// Parses the content of a file without checking the certificate.
    pub fn from_bytes(bytes: &[u8]) -> Result<Certificate, CertificateError> {
        let content = str::from_utf8(bytes).map_err(|_| CertificateError::Damaged)?;
        let mut lines = content.lines().enumerate().map(|(i, line)| (i + 1, line));
        let (_, first) = lines.next().unwrap_or_default();
        let version = first.strip_prefix(NAME);
        let version = version.ok_or(CertificateError::Line(1))?.trim_start();
        if !VERSIONS.contains(&version) {
            return Err(CertificateError::Version(kring_board::grammar::short(version)));
        }
        let is_plain = version == VERSIONS[0];
        let end = content.rfind("sha256 ").ok_or(CertificateError::Damaged)?;
        if format!("{}\n", checksum(&content[..end])) != content[end..] {
            return Err(CertificateError::Damaged);
        }
        let mut certificate = header(lines.next().unwrap_or_default().1, is_plain)?;
        for (i, line) in lines.take_while(|(_, line)| !line.starts_with("sha256 ")) {
            certificate.read_line(line).ok_or(CertificateError::Line(i))?;
            if certificate.tuples() > MOST_TUPLES {
                return Err(CertificateError::Tuples);
            }
        }
        let written = certificate.to_text();
        match content.lines().zip(written.lines()).position(|(a, b)| a != b) {
            None if content == written => Ok(certificate),
            line => Err(CertificateError::Line(line.map_or(3, |i| i + 1))),
        }
    }

    /// Reads `phase 1`, or all rows of a tuple but the last, and the rows that may follow them.
    fn read_line(&mut self, line: &str) -> Option<()> {
        if line.starts_with("phase ") {
            self.phases.push(BTreeSet::new());
            return (self.phases.len() <= MOST_PHASES).then_some(());
        }
        let (first, last) = line.split_once(": ")?;
        let first: Option<Vec<Row>> = first.split(' ').map(|row| parse(self, row)).collect();
        let first = first.filter(|first| first.len() + 1 == self.tuple)?;
        let word = Word::new(&first);
        for row in last.split(' ') {
            let row = parse(self, row)?;
            self.phases.last_mut()?.insert(word.then(row));
        }
        Some(())
    }
}

/// Reads the second line. Fields that follow from others are compared when the certificate is written again.
fn header(line: &str, is_plain: bool) -> Result<Certificate, CertificateError> {
    let field = |key: &str| {
        let of = |part: &str| part.strip_prefix(key)?.strip_prefix(' ').map(str::to_owned);
        line.split("; ").find_map(of).ok_or(CertificateError::Line(2))
    };
    let number = |key| field(key)?.parse::<usize>().map_err(|_| CertificateError::Line(2));
    let (columns, reach) = (number("columns")?, number("reach")?);
    let (tuple, marks) = if is_plain { (2, 1) } else { (number("tuples")?, number("marks")?) };
    let boards = match field("board") {
        Ok(board) if board == "rhombus" => Boards::Rhombus { rows: number("rows")? },
        Ok(_) => return Err(CertificateError::Line(2)),
        Err(_) => Boards::Cylinder,
    };
    let fits = matches!(tuple, 2 | 3) && (1..=MOST_MARKS).contains(&marks);
    if columns > MOST_COLUMNS || reach > MOST_REACH || !fits {
        return Err(CertificateError::Limits);
    }
    let weakening = field("weakening")? == "yes";
    Ok(Certificate { boards, columns, tuple, marks, reach, weakening, phases: Vec::new() })
}

/// The last line: the first eight bytes of the SHA-256 of the text before it.
pub(crate) fn checksum(text: &str) -> String {
    let sum: String = Sha256::digest(text)[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256 {sum}")
}
