//! The file of an event's games, to which every game is added as soon as it
//! is over. Whatever ends the process, the file is sound but for its last
//! line, and the next run goes on from there.

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use super::{
    GameResult, LedgerError, Outcome,
    row::{self, COLUMNS, Head},
};
use crate::files;

/// An open file of games.
pub struct Ledger {
    file: File,
    path: PathBuf,
    head: Head,
    goes_on: bool,
}

impl Ledger {
    /// A new file, or one that holds games of this event already, which are
    /// given back by their numbers. A file of other games is left as it is.
    pub fn open(
        path: &Path,
        head: Head,
    ) -> Result<(Ledger, BTreeMap<usize, Outcome>), LedgerError> {
        let io = |error| LedgerError::Io { path: path.to_owned(), error };
        files::check(path).map_err(io)?;
        let mut options = OpenOptions::new();
        let mut file =
            options.read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LedgerError::Busy(path.to_owned())),
            // Not every file system has locks.
            Err(TryLockError::Error(error)) => log::warn!("{}: no lock: {error}", path.display()),
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(io)?;
        let rows = read_rows(path, &text)?;
        let games = outcomes(path, &rows, &head)?;
        let goes_on = !text.is_empty();
        let mut ledger = Ledger { file, path: path.to_owned(), head, goes_on };
        ledger.cut(&text).map_err(io)?;
        Ok((ledger, games))
    }

    /// Whether an earlier run has begun the file.
    pub fn goes_on(&self) -> bool {
        self.goes_on
    }

    /// Cuts off what an interrupted run left of its last line.
    fn cut(&mut self, text: &[u8]) -> io::Result<()> {
        let whole = sound(text);
        self.file.set_len(whole as u64)?;
        self.file.seek(SeekFrom::Start(whole as u64))?;
        if whole == 0 { self.file.write_all(&line(&COLUMNS)) } else { Ok(()) }
    }

    /// Adds a game; it is in the system's hands when this returns.
    pub fn write(&mut self, names: &[String; 2], result: &GameResult) -> Result<(), LedgerError> {
        let row = line(&row::write(&self.head, names, result));
        let io = |error| LedgerError::Io { path: self.path.clone(), error };
        // One call for the whole line: a kill leaves it there or not.
        self.file.write_all(&row).map_err(io)
    }
}

/// The seed of the event whose games a file holds; none if it holds none.
pub fn seed_of(path: &Path) -> Option<u64> {
    let text = files::read(path).ok()?;
    read_rows(path, &text).ok()?.first().and_then(Head::read).map(|head| head.seed)
}

/// A record as a line of CSV.
pub(super) fn line<T: AsRef<[u8]>>(record: &[T]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Neither fails in memory.
    let _ = writer.write_record(record);
    writer.into_inner().unwrap_or_default()
}

/// How many bytes are whole lines.
fn sound(text: &[u8]) -> usize {
    text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
}

/// The rows of a file without its torn last line.
pub(super) fn read_rows(path: &Path, text: &[u8]) -> Result<Vec<csv::StringRecord>, LedgerError> {
    let whole = &text[..sound(text)];
    let header = line(&COLUMNS);
    // A file that is shorter than its first line was only just begun.
    if whole.is_empty() && header.starts_with(text) {
        return Ok(Vec::new());
    }
    if !whole.starts_with(&header) {
        return Err(LedgerError::Columns(path.to_owned()));
    }
    let reader = csv::Reader::from_reader(whole);
    let rows = (2..).zip(reader.into_records());
    rows.map(|(line, row)| row.map_err(|_| LedgerError::Row { path: path.to_owned(), line }))
        .collect()
}

/// The games of these rows, all of them of this event and none twice.
fn outcomes(
    path: &Path,
    rows: &[csv::StringRecord],
    head: &Head,
) -> Result<BTreeMap<usize, Outcome>, LedgerError> {
    let mut games = BTreeMap::new();
    for (line, row) in (2..).zip(rows) {
        let bad = || LedgerError::Row { path: path.to_owned(), line };
        check(path, &Head::read(row).ok_or_else(bad)?, head)?;
        let (number, outcome) = row::read(row).ok_or_else(bad)?;
        if !(1..=head.games).contains(&number) {
            let games = head.games;
            return Err(LedgerError::Number { path: path.to_owned(), number, games });
        }
        if games.insert(number, outcome).is_some() {
            return Err(LedgerError::Double { path: path.to_owned(), number });
        }
    }
    Ok(games)
}

/// Whether both heads are those of the same event.
pub(super) fn check(path: &Path, found: &Head, expected: &Head) -> Result<(), LedgerError> {
    if found == expected {
        return Ok(());
    }
    let [found, expected] = [found, expected]
        .map(|head| format!("{} of seed {}, {} games", head.schedule, head.seed, head.games));
    Err(LedgerError::Schedule { path: path.to_owned(), found, expected })
}
