//! The file of a machine: text that has exactly one spelling, and a checksum.

use std::{fmt::Write, io, path::Path};

use kring_board::files;

use super::{MOST_COLUMNS, MOST_STATES, Machine, MachineError, NAME, Verdict};
use crate::sealed_text::{self, TextFault};

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
        sealed_text::seal(out)
    }

    /// Writes the file, replacing an old one.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        files::replace(path, self.to_text())
    }

    /// Parses the content of a file without verifying the machine.
    pub fn from_bytes(bytes: &[u8]) -> Result<Machine, MachineError> {
        let (content, _) = sealed_text::open(bytes, NAME, &[VERSION])?;
        let mut lines = content.lines().skip(1);
        let [columns, states] = header(lines.next().unwrap_or_default())?;
        if !(2..=MOST_COLUMNS).contains(&columns) || !(1..=MOST_STATES).contains(&states) {
            return Err(MachineError::Limits);
        }
        let mut machine = Machine { columns, next: Vec::new(), verdicts: Vec::new() };
        for (i, line) in lines.take(states).enumerate() {
            machine.read_line(line, states).ok_or(MachineError::Line(i + 3))?;
        }
        sealed_text::check_spelling(content, &machine.to_text())?;
        Ok(machine)
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

impl From<TextFault> for MachineError {
    fn from(fault: TextFault) -> MachineError {
        match fault {
            TextFault::Version(version) => MachineError::Version(version),
            TextFault::Damaged => MachineError::Damaged,
            TextFault::Line(line) => MachineError::Line(line),
        }
    }
}
