//! The file of a machine: text that has exactly one spelling, and a checksum.

use std::{fmt::Write, io, path::Path};

use kring_board::files;

use super::{MOST_COLUMNS, MOST_STATES, Machine, MachineError, NAME, Verdict};
use crate::all_n::checksum;

const VERSION: &str = "1";

impl Machine {
    /// The content of the file.
    pub fn to_text(&self) -> String {
        let mut out =
            format!("{NAME} {VERSION}\ncolumns {}; states {}\n", self.columns, self.states());
        for (state, (next, verdict)) in self.next.iter().zip(&self.verdicts).enumerate() {
            let _ = write!(out, "{state} {}:", verdict.name());
            for state in next {
                let _ = write!(out, " {state}");
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

    /// Parses the content of a file without verifying the machine.
    pub fn from_bytes(bytes: &[u8]) -> Result<Machine, MachineError> {
        let content = str::from_utf8(bytes).map_err(|_| MachineError::Damaged)?;
        let mut lines = content.lines();
        let version = lines.next().unwrap_or_default().strip_prefix(NAME);
        let version = version.ok_or(MachineError::Line(1))?.trim_start();
        if version != VERSION {
            return Err(MachineError::Version(kring_board::grammar::short(version)));
        }
        let end = content.rfind("sha256 ").ok_or(MachineError::Damaged)?;
        if format!("{}\n", checksum(&content[..end])) != content[end..] {
            return Err(MachineError::Damaged);
        }
        let [columns, states] = header(lines.next().unwrap_or_default())?;
        if !(2..=MOST_COLUMNS).contains(&columns) || !(1..=MOST_STATES).contains(&states) {
            return Err(MachineError::Limits);
        }
        let mut machine = Machine { columns, next: Vec::new(), verdicts: Vec::new() };
        for (i, line) in lines.take(states).enumerate() {
            machine.read_line(line, states).ok_or(MachineError::Line(i + 3))?;
        }
        let written = machine.to_text();
        match content.lines().zip(written.lines()).position(|(a, b)| a != b) {
            None if content == written => Ok(machine),
            line => Err(MachineError::Line(line.map_or(3, |i| i + 1))),
        }
    }

    /// Reads a state. Its number is compared when the machine is written again.
    fn read_line(&mut self, line: &str, states: usize) -> Option<()> {
        let (state, next) = line.split_once(": ")?;
        let verdict = state.split_once(' ')?.1;
        self.verdicts.push(Verdict::ALL.into_iter().find(|known| known.name() == verdict)?);
        let number = |text: &str| text.parse().ok().filter(|&state| state < states);
        let next: Vec<usize> = next.split(' ').map(number).collect::<Option<_>>()?;
        self.next.push(next);
        (self.next[self.next.len() - 1].len() == 3usize.pow(self.columns as u32)).then_some(())
    }
}

/// Reads the second line: the numbers of columns and of states.
fn header(line: &str) -> Result<[usize; 2], MachineError> {
    let fields = line.strip_prefix("columns ").and_then(|rest| rest.split_once("; states "));
    let (columns, states) = fields.ok_or(MachineError::Line(2))?;
    let number = |text: &str| text.parse().map_err(|_| MachineError::Line(2));
    Ok([number(columns)?, number(states)?])
}
