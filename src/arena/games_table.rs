//! The games table: a CSV file with a row for each game of an event. Each game is added as soon
//! as it is over. If the process is killed, at most the last line is incomplete, and the next run
//! continues from there. The files of the parts of an event can be merged.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use kring_board::files::{self, LockedFile};

use super::game_result::read_row;
use super::game_result::{EventId, GameResult, columns, write_row};
use super::plan::{MissingGames, Shard};
use super::standings::Standings;
use crate::document::csv;

/// An open games table.
pub struct GamesTable {
    file: LockedFile,
    path: PathBuf,
    id: EventId,
    /// Whether the file was begun by an earlier run.
    pub resumed: bool,
}

impl GamesTable {
    /// Opens a new file, or one with games of this event. These games are counted and removed
    /// from `missing`. A file with other games is an error and is not changed.
    pub fn open(
        path: &Path,
        id: EventId,
        missing: &mut MissingGames,
        standings: &mut Standings<'_>,
    ) -> Result<GamesTable> {
        let io = |error| GamesTableError::io(path, error);
        let file = files::open_locked(path).map_err(io)?;
        let mut file = file.ok_or_else(|| GamesTableError::busy(path))?;
        read_games(path, &mut file, &id, missing, standings)?;
        let resumed = file.metadata().map_err(io)?.len() > 0;
        // An incomplete last line is removed.
        let whole = complete_len(&mut file).map_err(io)?;
        file.set_len(whole).map_err(io)?;
        file.seek(SeekFrom::Start(whole)).map_err(io)?;
        if whole == 0 {
            file.write_all(&csv([columns()])).map_err(io)?;
        }
        Ok(GamesTable { file, path: path.to_owned(), id, resumed })
    }

    /// Reads the games of a file without changing it. Another run may be writing
    /// to it; on Windows it cannot be read then, and the error says so.
    pub fn show(path: &Path, standings: &mut Standings<'_>) -> Result<()> {
        let mut file = File::open(path).map_err(|error| GamesTableError::io(path, error))?;
        let id = standings.event.id();
        let mut missing = MissingGames::all(id.games, Shard::WHOLE);
        read_games(path, &mut file, &id, &mut missing, standings)
    }

    /// Adds a game. When this returns, the operating system has the row.
    pub fn write(&mut self, names: &[String; 2], result: &GameResult) -> Result<()> {
        let row = csv([write_row(&self.id, names, result)]);
        let io = |error| GamesTableError::io(&self.path, error);
        // One call for the whole line, so that it is rarely written in part.
        self.file.write_all(&row).map_err(io)
    }
}

/// The seed of the event whose games a file holds; `None` if it has no games.
pub fn seed_of(path: &Path) -> Option<u64> {
    let mut file = files::open(path).ok()?;
    let mut rows = read_rows(path, &mut file).ok()?;
    rows.next()?.ok().as_ref().and_then(EventId::read).map(|id| id.seed)
}

/// The length of the file without an incomplete last line.
fn complete_len(file: &mut File) -> io::Result<u64> {
    const PIECE: u64 = 1 << 16;
    let mut end = file.metadata()?.len();
    while end > 0 {
        let begin = end.saturating_sub(PIECE);
        let mut piece = vec![0; (end - begin) as usize];
        file.seek(SeekFrom::Start(begin))?;
        file.read_exact(&mut piece)?;
        if let Some(at) = piece.iter().rposition(|&byte| byte == b'\n') {
            return Ok(begin + at as u64 + 1);
        }
        end = begin;
    }
    Ok(0)
}

/// The rows of a file, without an incomplete last line. They are read one by
/// one, since there can be more than fit into memory.
fn read_rows<'a>(
    path: &'a Path,
    file: &'a mut File,
) -> Result<impl Iterator<Item = Result<csv::StringRecord>> + 'a> {
    let io = |error| GamesTableError::io(path, error);
    let whole = complete_len(file).map_err(io)?;
    let header = csv([columns()]);
    let mut begin = Vec::new();
    file.seek(SeekFrom::Start(0)).map_err(io)?;
    (&mut *file).take(header.len() as u64).read_to_end(&mut begin).map_err(io)?;
    // A file that is shorter than its header has just been created.
    let is_new = whole == 0 && header.starts_with(&begin);
    if !is_new && begin != header {
        // The first columns are the same in all versions.
        let common = csv([&columns()[..5]]);
        let what = match begin.starts_with(common.trim_ascii_end()) {
            true => {
                "was written by another version of Kring: it does not say which networks played, \
                 and whether games were the same. Nothing was changed; choose another file"
            }
            false => "is not a file of games",
        };
        return Err(GamesTableError(format!("{} {what}", path.display())));
    }
    let rows = whole.saturating_sub(header.len() as u64);
    let reader = BufReader::with_capacity(1 << 16, file.take(rows));
    let reader = csv::ReaderBuilder::new().has_headers(false).from_reader(reader);
    let rows = (2..).zip(reader.into_records());
    Ok(rows.map(|(line, row)| match row {
        Ok(row) if row.len() == columns().len() => Ok(row),
        _ => Err(GamesTableError::row(path, line)),
    }))
}

/// Reads the games of a file. All must belong to this event, and none may appear twice.
fn read_games(
    path: &Path,
    file: &mut File,
    id: &EventId,
    missing: &mut MissingGames,
    standings: &mut Standings<'_>,
) -> Result<()> {
    for (line, row) in (2..).zip(read_rows(path, file)?) {
        let row = row?;
        let bad = || GamesTableError::row(path, line);
        check(path, &EventId::read(&row).ok_or_else(bad)?, id)?;
        let (number, outcome) = read_row(&row).ok_or_else(bad)?;
        if !(1..=id.games).contains(&number) {
            return Err(GamesTableError(format!(
                "{} holds game {number}, but only {} games were asked for; a match can become \
                 longer, but not shorter",
                path.display(),
                id.games
            )));
        }
        if !missing.remove(number) {
            return Err(GamesTableError::double(path, number));
        }
        standings.add(number, &outcome);
    }
    Ok(())
}

/// An error unless both are the same event. The number of games may differ.
fn check(path: &Path, found: &EventId, expected: &EventId) -> Result<()> {
    let path = path.display();
    let ids = [found, expected];
    if found.networks != expected.networks {
        let [found, expected] =
            ids.map(|id| if id.networks.is_empty() { "none" } else { &id.networks });
        return Err(GamesTableError(format!(
            "{path} holds games with other networks ({found}, not {expected}): players of the \
             same name that play differently. Nothing was changed; choose another file"
        )));
    }
    if (&found.schedule, found.seed) != (&expected.schedule, expected.seed) {
        let [found, expected] = ids.map(|id| format!("{} of seed {}", id.schedule, id.seed));
        return Err(GamesTableError(format!(
            "{path} holds games of another schedule ({found}, not {expected}): players, boards, \
             openings, or seed differ, or the number of games of a tournament. Nothing was \
             changed; choose another file"
        )));
    }
    Ok(())
}

/// Writes the games of all files to a new file, in the order of their numbers,
/// as a single run with one worker would. Files of different events and games
/// that appear twice are errors; so are missing games, unless `partial`. Returns the number of
/// games in the new file, and that of the event.
pub fn merge(files: &[PathBuf], output: &Path, partial: bool) -> Result<[usize; 2]> {
    let mut id: Option<EventId> = None;
    let mut games = BTreeMap::new();
    for path in files {
        let error = |error| GamesTableError::io(path, error);
        let mut file = files::open(path).map_err(error)?;
        for (number, row) in (2..).zip(read_rows(path, &mut file)?) {
            let row = row?;
            let bad = || GamesTableError::row(path, number);
            let found = EventId::read(&row).ok_or_else(bad)?;
            let id = id.get_or_insert_with(|| found.clone());
            check(path, &found, id)?;
            id.games = id.games.max(found.games);
            let (number, _) = read_row(&row).ok_or_else(bad)?;
            if games.insert(number, row).is_some() {
                return Err(GamesTableError::double(path, number));
            }
        }
    }
    let total = id.map_or(0, |id| id.games);
    let missing = total - games.len().min(total);
    if let Some(first) = (1..=total).find(|number| !games.contains_key(number))
        && !partial
    {
        return Err(GamesTableError(format!(
            "{missing} of {total} games are missing, the first is game {first}"
        )));
    }
    let text = [csv([columns()]), csv(games.values())].concat();
    let error = |error| GamesTableError::io(output, error);
    // An existing file is not overwritten.
    File::create_new(output).and_then(|mut file| file.write_all(&text)).map_err(error)?;
    Ok([games.len(), total])
}

pub(super) type Result<T> = std::result::Result<T, GamesTableError>;

/// Why a file of games cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct GamesTableError(String);

impl GamesTableError {
    /// An error of the operating system. On Windows a file that another process has
    /// locked cannot even be read.
    pub(super) fn io(path: &Path, error: io::Error) -> GamesTableError {
        const LOCK_VIOLATION: i32 = 33;
        match cfg!(windows) && error.raw_os_error() == Some(LOCK_VIOLATION) {
            true => GamesTableError::busy(path),
            false => GamesTableError(format!("{}: {error}", path.display())),
        }
    }

    fn busy(path: &Path) -> GamesTableError {
        GamesTableError(format!("{} is in use: another run writes to it", path.display()))
    }

    /// A row, with its line counted from one, that is not a game.
    fn row(path: &Path, line: usize) -> GamesTableError {
        GamesTableError(format!("{}, line {line}: this is not a game", path.display()))
    }

    /// A game that appears twice, the second time in this file.
    fn double(path: &Path, number: usize) -> GamesTableError {
        GamesTableError(format!("game {number} is there twice: {}", path.display()))
    }
}
