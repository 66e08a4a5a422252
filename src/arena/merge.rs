//! Files of games that were played apart, as one.

use std::{
    collections::BTreeMap,
    fs::File,
    io::Write,
    path::{Path, PathBuf},
};

use super::{
    LedgerError,
    ledger::{check, line, read_rows},
    row::{self, COLUMNS, EventId},
};
use crate::files;

/// What a merged file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The games in it.
    pub played: usize,
    /// The games of the event.
    pub games: usize,
}

/// Writes the games of all files to a new one, in the order of their numbers,
/// as one run with one worker would have. Files of different events and games
/// that come twice are refused, and missing ones too unless `partial`.
pub fn merge(files: &[PathBuf], output: &Path, partial: bool) -> Result<Merged, LedgerError> {
    let mut head: Option<EventId> = None;
    let mut games = BTreeMap::new();
    for path in files {
        let error = |error| LedgerError::Io { path: path.clone(), error };
        let mut file = files::open(path).map_err(error)?;
        for (number, row) in (2..).zip(read_rows(path, &mut file)?) {
            let row = row?;
            let bad = || LedgerError::Row { path: path.clone(), line: number };
            let found = EventId::read(&row).ok_or_else(bad)?;
            let head = head.get_or_insert_with(|| found.clone());
            check(path, &found, head)?;
            head.games = head.games.max(found.games);
            let (number, _) = row::read(&row).ok_or_else(bad)?;
            if games.insert(number, row).is_some() {
                return Err(LedgerError::Double { path: path.clone(), number });
            }
        }
    }
    let total = head.map_or(0, |head| head.games);
    let missing = total - games.len().min(total);
    if let Some(first) = (1..=total).find(|number| !games.contains_key(number))
        && !partial
    {
        return Err(LedgerError::Incomplete { missing, games: total, first });
    }
    let mut text = line(&COLUMNS);
    for row in games.values() {
        let fields: Vec<&str> = row.iter().collect();
        text.extend(line(&fields));
    }
    let error = |error| LedgerError::Io { path: output.to_owned(), error };
    // What is there already is nobody's to overwrite.
    File::create_new(output).and_then(|mut file| file.write_all(&text)).map_err(error)?;
    Ok(Merged { played: games.len(), games: total })
}
