//! The store: a file of solved positions and answered questions of one game.
//!
//! Lines are only ever added. If the process is killed, at most the last line
//! is incomplete; the next run removes it and continues from there.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use kring_board::{
    Game, Size,
    files::{self, LockedFile},
};

use super::record::StoreRecord;

/// The first words of every store.
const KIND: &str = "kring store ";
const VERSION: &str = "1";

/// The first line of the stores of a game, with its end.
fn header(game: &Game) -> String {
    let mut text = format!("{KIND}{VERSION} {} {}", game.size(), game.rules());
    if game.rules().seasons.count() > 1 {
        text += &format!(" map={}", game.map().to_string().replace(' ', "/"));
    }
    text + "\n"
}

/// An open store. Only one process can have it open.
pub struct Store {
    file: LockedFile,
    path: PathBuf,
    size: Size,
}

impl Store {
    /// Opens a new store, or one of this game; each of its records is passed to
    /// `each`. Any other file is an error and is not changed.
    pub fn open(
        path: &Path,
        game: &Game,
        each: impl FnMut(StoreRecord),
    ) -> Result<Store, StoreError> {
        let io = |error| StoreError::io(path, error);
        let Some(mut file) = files::open_locked(path).map_err(io)? else {
            return Err(StoreError::new(path, " is in use: another run writes to it"));
        };
        let header = header(game);
        let whole = read(path, &mut file, &header, game.size(), each)?;
        file.set_len(whole).map_err(io)?;
        file.seek(SeekFrom::Start(whole)).map_err(io)?;
        if whole == 0 {
            file.write_all(header.as_bytes()).map_err(io)?;
        }
        Ok(Store { file, path: path.to_owned(), size: game.size() })
    }

    /// Adds records. When this returns, they are on the disk.
    pub fn append(&mut self, records: &[StoreRecord]) -> Result<(), StoreError> {
        let lines: String = records.iter().map(|record| record.line(self.size) + "\n").collect();
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| StoreError::io(&self.path, error))
    }
}

/// Reads a store with this first line; returns its length without an incomplete last line.
pub(super) fn read(
    path: &Path,
    file: &mut File,
    header: &str,
    size: Size,
    mut each: impl FnMut(StoreRecord),
) -> Result<u64, StoreError> {
    let io = |error| StoreError::io(path, error);
    file.seek(SeekFrom::Start(0)).map_err(io)?;
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let begin = first_line(&mut reader).map_err(io)?;
    // The process was killed while it wrote the header.
    if !begin.ends_with('\n') && header.starts_with(&begin) {
        return Ok(0);
    }
    check_header(path, &begin, header)?;
    let mut whole = begin.len() as u64;
    let mut line = Vec::new();
    for number in 2.. {
        line.clear();
        let length = reader.read_until(b'\n', &mut line).map_err(io)? as u64;
        let Some((b'\n', text)) = line.split_last() else { break };
        let text = str::from_utf8(text).ok();
        let record = text.and_then(|text| StoreRecord::parse(text, size));
        let what = "this record is damaged. Nothing was changed";
        let damaged = || StoreError::new(path, format!(", line {number}: {what}"));
        each(record.ok_or_else(damaged)?);
        whole += length;
    }
    Ok(whole)
}

/// The first line, up to 4096 bytes; `?` if it is not text.
pub(super) fn first_line(reader: &mut impl BufRead) -> io::Result<String> {
    let mut line = Vec::new();
    reader.take(1 << 12).read_until(b'\n', &mut line)?;
    Ok(String::from_utf8(line).unwrap_or_else(|_| "?".to_owned()))
}

/// An error unless the line is the expected one. If that is empty, the header of any store is
/// accepted.
pub(super) fn check_header(path: &Path, found: &str, expected: &str) -> Result<(), StoreError> {
    let parts = |line: &str| -> Option<(String, String)> {
        let (version, game) = line.strip_prefix(KIND)?.split_once(' ')?;
        Some((version.to_owned(), game.trim_end().to_owned()))
    };
    let Some((version, game)) = parts(found) else { return Err(StoreError::not_a_store(path)) };
    if version != VERSION {
        let what = " was written by another version of Kring. Nothing was changed";
        return Err(StoreError::new(path, what));
    }
    // With the line ends of another system no record could be parsed.
    if found.ends_with("\r\n") {
        let what = ": the lines end in CR LF, as no store does. Nothing was changed";
        return Err(StoreError::new(path, what));
    }
    if expected.is_empty() || found == expected {
        return Ok(());
    }
    let (_, expected) = parts(expected).unwrap_or_default();
    let games = format!(" is a store of another game ({game}, not {expected})");
    Err(StoreError::new(path, games + ". Nothing was changed; choose another file"))
}

/// Whether a file begins like a store.
pub fn is_store(path: &Path) -> io::Result<bool> {
    let mut begin = Vec::new();
    files::open(path)?.take(KIND.len() as u64).read_to_end(&mut begin)?;
    Ok(begin == KIND.as_bytes())
}

/// Why a store cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StoreError(String);

impl StoreError {
    pub(super) fn new(path: &Path, what: impl Display) -> StoreError {
        StoreError(format!("{}{what}", path.display()))
    }

    pub(super) fn io(path: &Path, error: io::Error) -> StoreError {
        StoreError::new(path, format!(": {error}"))
    }

    pub(super) fn not_a_store(path: &Path) -> StoreError {
        StoreError::new(path, " is not a store of solved positions. Nothing was changed")
    }
}
