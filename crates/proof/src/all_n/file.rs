//! The certificate file: text that has exactly one spelling, and a checksum.

use std::{collections::BTreeSet, fmt::Write, io, path::Path};

use kring_board::files;

use super::{
    Boards, Certificate, CertificateError, MOST_COLUMNS, MOST_MARKS, MOST_PHASES, MOST_REACH,
    MOST_TUPLES, NAME, Row, Word,
    rows::{marked_text, parse},
};
use crate::sealed_text::{self, TextFault};

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
        sealed_text::seal(out)
    }

    /// Writes the file, replacing an old one.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        files::replace(path, self.to_text())
    }

    /// Parses the content of a file without checking the certificate.
    pub fn from_bytes(bytes: &[u8]) -> Result<Certificate, CertificateError> {
        let (content, version) = sealed_text::open(bytes, NAME, &VERSIONS)?;
        let mut lines = content.lines().enumerate().map(|(i, line)| (i + 1, line)).skip(1);
        let is_plain = version == VERSIONS[0];
        let mut certificate = header(lines.next().unwrap_or_default().1, is_plain)?;
        for (i, line) in lines.take_while(|(_, line)| !line.starts_with("sha256 ")) {
            certificate.read_line(line).ok_or(CertificateError::Line(i))?;
            if certificate.tuples() > MOST_TUPLES {
                return Err(CertificateError::Tuples);
            }
        }
        sealed_text::check_spelling(content, &certificate.to_text())?;
        Ok(certificate)
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
    let columns = number("columns")?;
    let reach = number("reach")?;
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

impl From<TextFault> for CertificateError {
    fn from(fault: TextFault) -> CertificateError {
        match fault {
            TextFault::Version(version) => CertificateError::Version(version),
            TextFault::Damaged => CertificateError::Damaged,
            TextFault::Line(line) => CertificateError::Line(line),
        }
    }
}
