//! Merges the stores of the parts of a board that were solved with `--shard`.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use kring_board::{Colour, Size, files};

use super::StoreError;
use super::question::VerdictTable;
use super::record::StoreRecord;
use super::store::{check_header, first_line, read};

/// Writes the records of all stores to a new one, each position and each
/// question once. Stores of different games, or that contradict each other, are
/// errors. Returns the numbers of solved positions and of answered questions.
pub fn merge_stores(paths: &[PathBuf], output: &Path) -> Result<[usize; 2], StoreError> {
    let mut merging = StoreMerge::default();
    for path in paths {
        merging.add(path)?;
    }
    let StoreMerge { size, mut text, winners, verdicts, .. } = merging;
    let questions = verdicts.decided();
    if let Some(size) = size {
        // In a fixed order, so that the same stores give the same file.
        let asked = verdicts.verdicts.into_iter();
        let asked = asked.map(|(asked, verdict)| StoreRecord::Question(asked, verdict).line(size));
        let mut asked: Vec<String> = asked.map(|line| line + "\n").collect();
        asked.sort_unstable();
        text += &asked.concat();
    }
    let error = |error| StoreError::io(output, error);
    // An existing file is not overwritten.
    let mut file = File::create_new(output).map_err(error)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(error)?;
    Ok([winners.len(), questions])
}

#[derive(Default)]
struct StoreMerge {
    header: String,
    size: Option<Size>,
    /// The new file so far: the header and the lines of positions.
    text: String,
    /// By the stones and the colour to move.
    winners: HashMap<([u128; 2], Colour), Colour>,
    verdicts: VerdictTable,
}

impl StoreMerge {
    fn add(&mut self, path: &Path) -> Result<(), StoreError> {
        let io = |error| StoreError::io(path, error);
        let mut file = files::open(path).map_err(io)?;
        let begin = first_line(&mut BufReader::new(&mut file)).map_err(io)?;
        if self.size.is_none() {
            // Only the size is needed, to parse the names of cells.
            check_header(path, &begin, "")?;
            let size = begin.split(' ').nth(3).and_then(|word| word.parse().ok());
            self.size = Some(size.ok_or_else(|| StoreError::not_a_store(path))?);
            self.text.clone_from(&begin);
            self.header = begin;
        }
        let Some(size) = self.size else { return Ok(()) };
        let header = self.header.clone();
        let mut contradiction = None;
        read(path, &mut file, &header, size, |record| {
            if let Some(what) = self.take(record, size) {
                contradiction.get_or_insert(what);
            }
        })?;
        contradiction.map_or(Ok(()), |line| {
            Err(StoreError::new(path, format!(" contradicts the stores before it: {line}")))
        })
    }

    /// Adds a record; returns its line if it contradicts another.
    fn take(&mut self, record: StoreRecord, size: Size) -> Option<String> {
        let line = record.line(size);
        match record {
            StoreRecord::Position(solved) => {
                let key = (solved.stones, solved.to_move);
                let before = self.winners.insert(key, solved.winner);
                if before.is_none() {
                    self.text += &line;
                    self.text.push('\n');
                }
                before.filter(|winner| *winner != solved.winner).map(|_| line)
            }
            StoreRecord::Question(question, verdict) => {
                let before =
                    self.verdicts.verdicts.get(&question).and_then(|verdict| verdict.winner);
                let differs = before.zip(verdict.winner).is_some_and(|(a, b)| a != b);
                self.verdicts.add(question, verdict);
                differs.then_some(line)
            }
        }
    }
}
