//! The clauses found so far, one line each, so that a search can go on after it was stopped.
//!
//! The first line names the class. A line that was cut off is ignored.

use std::{
    fs::{self, File, OpenOptions},
    io::{BufWriter, Write},
    path::Path,
};

use anyhow::{Context, Result, ensure};
use kring_proof::all_n::{Row, Word};

use crate::prove_all::{
    encoder::Encoder,
    losses,
    model::Violation,
    window::{Side, Way, Window},
};

/// The file that receives the clauses.
pub struct Checkpoint(Option<BufWriter<File>>);

impl Checkpoint {
    /// Appends to a file, which is made if it does not exist.
    pub fn open(path: Option<&Path>, encoder: &Encoder) -> Result<Checkpoint> {
        let Some(path) = path else { return Ok(Checkpoint(None)) };
        let show = || format!("cannot write {}", path.display());
        let file = OpenOptions::new().create(true).append(true).open(path).with_context(show)?;
        let new = file.metadata().with_context(show)?.len() == 0;
        let mut out = BufWriter::new(file);
        if new {
            writeln!(out, "{}", encoder.class)?;
        } else {
            // The last line may have been cut off.
            writeln!(out)?;
        }
        Ok(Checkpoint(Some(out)))
    }

    /// Notes a clause about a window.
    pub fn violation(&mut self, violation: &Violation) -> Result<()> {
        let Some(out) = &mut self.0 else { return Ok(()) };
        match violation {
            Violation::Window(Window { phase, word, played }) => {
                writeln!(out, "window {phase} {played} {}.", text(word))?;
            }
            Violation::Beyond(Side { way, phase, word, distance }, beyond) => {
                let way = *way as usize;
                writeln!(out, "beyond {way} {phase} {distance} {} {beyond}.", text(word))?;
            }
        }
        Ok(())
    }

    /// Notes a word with a ring or path.
    pub fn word(&mut self, phase: usize, word: &[Row]) -> Result<()> {
        let Some(out) = &mut self.0 else { return Ok(()) };
        writeln!(out, "ring {phase} {}.", text(word))?;
        Ok(())
    }

    /// Writes everything to the file.
    pub fn flush(&mut self) -> Result<()> {
        self.0.iter_mut().try_for_each(|out| out.flush().context("cannot write the checkpoint"))
    }
}

/// Rows as numbers.
fn text(word: &[Row]) -> String {
    word.iter().map(Row::to_string).collect::<Vec<_>>().join(" ")
}

/// Adds the clauses of a file. Returns their number.
pub fn resume(path: &Path, encoder: &mut Encoder) -> Result<usize> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut lines = text.lines();
    let class = lines.next().unwrap_or_default();
    ensure!(
        class == encoder.class.to_string(),
        "{} is about another class: {class}",
        path.display()
    );
    let mut count = 0;
    for line in lines {
        let Some((kind, numbers)) = line.strip_suffix('.').and_then(|line| line.split_once(' '))
        else {
            continue;
        };
        let numbers: Option<Vec<Row>> =
            numbers.split(' ').map(|number| number.parse().ok()).collect();
        let known = numbers.is_some_and(|numbers| add(encoder, kind, &numbers));
        ensure!(known, "{} is damaged: {line}", path.display());
        count += 1;
    }
    Ok(count)
}

/// Adds the clause of a line, if the numbers are within their limits.
fn add(encoder: &mut Encoder, kind: &str, numbers: &[Row]) -> bool {
    let fits = |phase: Row, rows: &[Row]| {
        usize::from(phase) < encoder.class.period
            && rows.iter().all(|&row| usize::from(row) < encoder.rows.count)
    };
    let at = encoder.class.tuple - 1;
    match (kind, numbers) {
        ("window", &[phase, played, ref word @ ..])
            if fits(phase, word) && word.len() == 2 * at + 1 =>
        {
            if !encoder.rows.moves[usize::from(word[at])].contains(&played) {
                return false;
            }
            let word = Word::new(word);
            encoder.add_window(Window { phase: phase.into(), word, played });
        }
        ("beyond", &[way, phase, distance, ref word @ .., beyond])
            if way < 2 && fits(phase, word) && fits(phase, &[beyond]) && word.len() == 2 * at =>
        {
            let way = [Way::Up, Way::Down][usize::from(way)];
            let phase = phase.into();
            let word = Word::new(word);
            let side = Side { way, phase, word, distance: distance.into() };
            encoder.add_beyond(side, beyond);
        }
        // That the word has a ring or path is not trusted: a wrong clause could only hide a set. It is
        // read again by the crossing machine.
        ("ring", [phase, word @ ..])
            if fits(*phase, word) && losses::is_lost(encoder, usize::from(*phase), word) =>
        {
            encoder.add_word(usize::from(*phase), word);
        }
        _ => return false,
    }
    true
}
