//! The store: a file of solved positions and answered questions of one game.
//!
//! Lines are only ever added. If the process is killed, at most the last line
//! is incomplete; the next run removes it and continues from there.

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
        let io = |error| StoreError::Io(path.to_owned(), error);
        let Some(mut file) = files::open_locked(path).map_err(io)? else {
            return Err(StoreError::Busy(path.to_owned()));
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
        written.map_err(|error| StoreError::Io(self.path.clone(), error))
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
    let io = |error| StoreError::Io(path.to_owned(), error);
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
        each(record.ok_or_else(|| StoreError::Line(path.to_owned(), number))?);
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
    let path = path.to_owned();
    let Some((version, game)) = found.strip_prefix(KIND).and_then(|line| line.split_once(' '))
    else {
        return Err(StoreError::NotAStore(path));
    };
    if version != VERSION {
        return Err(StoreError::Version(path));
    }
    // With the line ends of another system no record could be parsed.
    if found.ends_with("\r\n") {
        return Err(StoreError::LineEnds(path));
    }
    if expected.is_empty() || found == expected {
        return Ok(());
    }
    let expected = expected.strip_prefix(KIND).and_then(|line| line.split_once(' '));
    let expected = expected.map_or("", |(_, game)| game).trim_end().to_owned();
    Err(StoreError::Game(path, game.trim_end().to_owned(), expected))
}

/// Whether a file begins like a store.
pub fn is_store(path: &Path) -> io::Result<bool> {
    let mut begin = Vec::new();
    files::open(path)?.take(KIND.len() as u64).read_to_end(&mut begin)?;
    Ok(begin == KIND.as_bytes())
}

/// Why a store cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// An error of the operating system.
    #[error("{}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
    /// Another process is writing to it.
    #[error("{} is in use: another run writes to it", .0.display())]
    Busy(PathBuf),
    /// It is not a store.
    #[error("{} is not a store of solved positions. Nothing was changed", .0.display())]
    NotAStore(PathBuf),
    /// A store of another version.
    #[error("{} was written by another version of Kring. Nothing was changed", .0.display())]
    Version(PathBuf),
    /// A store that some other program has changed.
    #[error("{}: the lines end in CR LF, as no store does. Nothing was changed", .0.display())]
    LineEnds(PathBuf),
    /// A store of other boards or rules: its game, and that of this run.
    #[error(
        "{} is a store of another game ({}, not {}). Nothing was changed; choose \
         another file",
        .0.display(), .1, .2
    )]
    Game(PathBuf, String, String),
    /// A line that is no record, or was damaged. Lines are counted from one.
    #[error("{}, line {}: this record is damaged. Nothing was changed", .0.display(), .1)]
    Line(PathBuf, usize),
    /// This record and another of the same position name different winners.
    #[error("{} contradicts the stores before it: {}", .0.display(), .1)]
    Contradiction(PathBuf, String),
}
