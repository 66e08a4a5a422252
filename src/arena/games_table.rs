//! The games table: a CSV file with a row for each game of an event. Each game is added as soon
//! as it is over. If the process is killed, at most the last line is incomplete, and the next run
//! continues from there. The files of the parts of an event can be merged.
//!
//! New tables have format 2. A table of format 1 is continued in format 1.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use kring_board::files::{self, LockedFile};

use super::event_id::{EventId, TableFormat};
use super::game_result::{FINGERPRINTS, GameResult, RowWriter, field, read_row};
use super::plan::{MissingGames, Shard};
use super::standings::{GamesRead, Standings};
use crate::document::csv;

/// Whether a table of other players or settings is continued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OtherGames {
    /// It is an error.
    #[default]
    Refused,
    /// Its games count as if they were of this event.
    Accepted,
}

/// An open games table.
pub struct GamesTable<'a> {
    file: LockedFile,
    path: PathBuf,
    rows: RowWriter<'a>,
    /// Whether the file was begun by an earlier run.
    pub resumed: bool,
}

impl<'a> GamesTable<'a> {
    /// Opens a new file, or one with games of this event. These games are counted and removed
    /// from `missing`. A file with other games is an error and is not changed.
    pub fn open(
        path: &Path,
        other_games: OtherGames,
        missing: &mut MissingGames,
        standings: &mut Standings<'a>,
    ) -> Result<GamesTable<'a>> {
        let io = |error| GamesTableError::io(path, error);
        let file = files::open_locked(path).map_err(io)?;
        let mut file = file.ok_or_else(|| GamesTableError::busy(path))?;
        let format = format(path, &mut file)?;
        let rows = RowWriter::in_format(format, standings.event)?;
        let check =
            TableCheck { path, id: &rows.id, fingerprints: &rows.fingerprints, other_games };
        check.read(&mut file, missing, standings)?;
        let resumed = file.metadata().map_err(io)?.len() > 0;
        // An incomplete last line is removed.
        let whole = complete_len(&mut file).map_err(io)?;
        file.set_len(whole).map_err(io)?;
        file.seek(SeekFrom::Start(whole)).map_err(io)?;
        if whole == 0 {
            file.write_all(&csv([format.columns()])).map_err(io)?;
        }
        Ok(GamesTable { file, path: path.to_owned(), rows, resumed })
    }

    /// Reads the games of a file without changing it. Another run may be writing
    /// to it; on Windows it cannot be read then, and the error says so. No engine is started, so
    /// the programs that played are not compared.
    pub fn show(path: &Path, standings: &mut Standings<'_>) -> Result<()> {
        let mut file = File::open(path).map_err(|error| GamesTableError::io(path, error))?;
        let format = format(path, &mut file)?;
        let id = EventId::in_format(format, standings.event);
        let mut missing = MissingGames::all(id.games, Shard::WHOLE);
        let check =
            TableCheck { path, id: &id, fingerprints: &[], other_games: OtherGames::Refused };
        check.read(&mut file, &mut missing, standings)?;
        // It would say that all games are from the table.
        standings.read = None;
        Ok(())
    }

    /// Adds a game. When this returns, the operating system has the row.
    pub fn write(&mut self, result: &GameResult) -> Result<()> {
        let row = csv([self.rows.row(result)]);
        let io = |error| GamesTableError::io(&self.path, error);
        // One call for the whole line, so that it is rarely written in part.
        self.file.write_all(&row).map_err(io)
    }

    /// Returns when all rows are on the disk.
    pub fn sync(&mut self) -> Result<()> {
        self.file.sync_data().map_err(|error| GamesTableError::io(&self.path, error))
    }
}

/// The seed of the event whose games a file holds; `None` if it has no games.
pub fn seed_of(path: &Path) -> Option<u64> {
    let mut file = files::open(path).ok()?;
    let format = format(path, &mut file).ok()?;
    let mut rows = read_rows(path, format, &mut file).ok()?;
    rows.next()?.ok().and_then(|(_, row)| EventId::read(&row)).map(|id| id.seed)
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

/// The format of a file, as its first line says; that of new tables if it is empty.
fn format(path: &Path, file: &mut File) -> Result<TableFormat> {
    let io = |error| GamesTableError::io(path, error);
    let mut begin = Vec::new();
    file.seek(SeekFrom::Start(0)).map_err(io)?;
    let header = csv([TableFormat::Two.columns()]);
    file.take(header.len() as u64).read_to_end(&mut begin).map_err(io)?;
    // A file that is shorter than its header has just been created.
    let is_new = !begin.contains(&b'\n') && header.starts_with(&begin);
    if is_new || begin == header {
        return Ok(TableFormat::Two);
    }
    if begin.starts_with(&csv([TableFormat::One.columns()])) {
        return Ok(TableFormat::One);
    }
    // The first columns are the same in all versions.
    let common = csv([&TableFormat::One.columns()[..5]]);
    let what = if begin.starts_with(common.trim_ascii_end()) {
        "was written by another version of Kring, with other columns. Nothing was changed; choose \
         another file"
    } else {
        "is not a file of games"
    };
    Err(GamesTableError::new(format!("{} {what}", path.display())))
}

/// A row, and the number of its line.
type NumberedRow = (usize, csv::StringRecord);

/// The rows of a file, without an incomplete last line. They are read one by
/// one, since there can be more than fit into memory.
fn read_rows<'a>(
    path: &'a Path,
    format: TableFormat,
    file: &'a mut File,
) -> Result<impl Iterator<Item = Result<NumberedRow>> + 'a> {
    let io = |error| GamesTableError::io(path, error);
    let whole = complete_len(file).map_err(io)?;
    let columns = format.columns().len();
    let header = csv([format.columns()]).len() as u64;
    file.seek(SeekFrom::Start(header)).map_err(io)?;
    let reader = BufReader::with_capacity(1 << 16, file.take(whole.saturating_sub(header)));
    let reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(reader);
    let rows = (2..).zip(reader.into_records());
    Ok(rows.map(move |(line, row)| match row {
        Ok(row) if row.len() == columns => Ok((line, row)),
        _ => Err(GamesTableError::row(path, line, "this is not a game")),
    }))
}

/// What the rows of a table are compared with.
struct TableCheck<'a> {
    path: &'a Path,
    id: &'a EventId,
    /// Those of the event's players; empty if they are not compared.
    fingerprints: &'a [String],
    other_games: OtherGames,
}

impl TableCheck<'_> {
    /// Reads the games of a file. All must belong to this event, and none may appear twice.
    fn read(
        &self,
        file: &mut File,
        missing: &mut MissingGames,
        standings: &mut Standings<'_>,
    ) -> Result<()> {
        let TableCheck { path, id, .. } = *self;
        let format = format(path, file)?;
        let mut games = 0;
        for row in read_rows(path, format, file)? {
            let (line, row) = row?;
            let bad = |what: &str| GamesTableError::row(path, line, what);
            let found = EventId::read(&row).ok_or_else(|| bad("this is not a game"))?;
            let (number, outcome) = read_row(format, &row).map_err(|what| bad(&what))?;
            if self.other_games == OtherGames::Refused {
                check_event(path, &found, id)?;
            }
            if !(1..=id.games).contains(&number) {
                return Err(GamesTableError::new(format!(
                    "{} holds game {number}, but only {} games were asked for; a match can become \
                     longer, but not shorter",
                    path.display(),
                    id.games
                )));
            }
            if self.other_games == OtherGames::Refused && !self.fingerprints.is_empty() {
                self.check_programs(line, number, &row, standings)?;
            }
            if !missing.remove(number) {
                return Err(GamesTableError::double(path, number));
            }
            standings.add(number, &outcome);
            games += 1;
        }
        let has_fingerprints = format != TableFormat::One;
        standings.read = Some(GamesRead { games, path: path.to_owned(), has_fingerprints });
        Ok(())
    }

    /// An error unless the programs that played a game are those that would play it now.
    fn check_programs(
        &self,
        line: usize,
        number: usize,
        row: &csv::StringRecord,
        standings: &Standings<'_>,
    ) -> Result<()> {
        let event = standings.event;
        let players = event.pairings[event.pairing_of(number)].players;
        for (player, column) in players.into_iter().zip(FINGERPRINTS) {
            let found = field(row, column).unwrap_or_default();
            let expected = &self.fingerprints[player];
            if found != expected {
                let name = &event.players[player];
                return Err(GamesTableError::other_program(
                    self.path,
                    line,
                    name,
                    [found, expected],
                ));
            }
        }
        Ok(())
    }
}

/// An error unless both are the same event. The number of games may differ.
fn check_event(path: &Path, found: &EventId, expected: &EventId) -> Result<()> {
    let path = path.display();
    let ids = [found, expected];
    if found.networks != expected.networks {
        let [found, expected] =
            ids.map(|id| if id.networks.is_empty() { "none" } else { &id.networks });
        return Err(GamesTableError::new(format!(
            "{path} holds games with other networks ({found}, not {expected}): players of the \
             same name that play differently. Nothing was changed; choose another file, or give \
             --resume-anyway"
        )));
    }
    if (&found.schedule, found.seed) != (&expected.schedule, expected.seed) {
        let [found, expected] = ids.map(|id| format!("{} of seed {}", id.schedule, id.seed));
        return Err(GamesTableError::new(format!(
            "{path} holds games of another schedule ({found}, not {expected}): players, boards, \
             openings, or seed differ, or the number of games of a tournament. Nothing was \
             changed; choose another file, or give --resume-anyway"
        )));
    }
    Ok(())
}

/// Writes the games of all files to a new file, in the order of their numbers,
/// as a single run with one worker would. Files of different formats and games that appear twice
/// are errors; so are missing games, unless `partial`, and different events or players, unless
/// they are accepted. Returns the number of games in the new file, and that of the event.
pub fn merge(
    files: &[PathBuf],
    output: &Path,
    partial: bool,
    other_games: OtherGames,
) -> Result<[usize; 2]> {
    let mut merged: Option<(TableFormat, EventId, &Path)> = None;
    let mut games = BTreeMap::new();
    // The program of each player, by its seat and name.
    let mut programs: HashMap<(usize, String), String> = HashMap::new();
    for path in files {
        let error = |error| GamesTableError::io(path, error);
        let mut file = files::open(path).map_err(error)?;
        let format = format(path, &mut file)?;
        for row in read_rows(path, format, &mut file)? {
            let (line, row) = row?;
            let bad = |what: &str| GamesTableError::row(path, line, what);
            let found = EventId::read(&row).ok_or_else(|| bad("this is not a game"))?;
            let (number, _) = read_row(format, &row).map_err(|what| bad(&what))?;
            let (first_format, id, first_path) =
                merged.get_or_insert_with(|| (format, found.clone(), path));
            if format != *first_format {
                let [one, two] = match format {
                    TableFormat::One => [path.as_path(), *first_path],
                    TableFormat::Two => [*first_path, path],
                };
                return Err(GamesTableError::new(format!(
                    "{} has format 1, of an earlier version of Kring, and {} has format 2: tables \
                     of different formats cannot be merged",
                    one.display(),
                    two.display()
                )));
            }
            if other_games == OtherGames::Refused {
                check_event(path, &found, id)?;
                check_same_programs(path, line, &row, &mut programs)?;
            }
            id.games = id.games.max(found.games);
            if !(1..=found.games).contains(&number) {
                return Err(bad("there is no game with this number"));
            }
            if games.insert(number, row).is_some() {
                return Err(GamesTableError::double(path, number));
            }
        }
    }
    let (format, total) =
        merged.map_or((TableFormat::Two, 0), |(format, id, _)| (format, id.games));
    let missing = total - games.len().min(total);
    if let Some(first) = (1..=total).find(|number| !games.contains_key(number))
        && !partial
    {
        return Err(GamesTableError::new(format!(
            "{missing} of {total} games are missing, the first is game {first}"
        )));
    }
    let text = [csv([format.columns()]), csv(games.values())].concat();
    let error = |error| GamesTableError::io(output, error);
    // An existing file is not overwritten.
    let mut file = File::create_new(output).map_err(error)?;
    file.write_all(&text).and_then(|()| file.sync_all()).map_err(error)?;
    Ok([games.len(), total])
}

/// An error if a player of this row was another program in an earlier one.
fn check_same_programs(
    path: &Path,
    line: usize,
    row: &csv::StringRecord,
    programs: &mut HashMap<(usize, String), String>,
) -> Result<()> {
    let columns =
        if field(row, "first") == Some("black") { ["black", "white"] } else { ["white", "black"] };
    for (seat, column) in columns.into_iter().enumerate() {
        let name = field(row, column).unwrap_or_default();
        // Tables of format 1 have none.
        let Some(found) = field(row, FINGERPRINTS[seat]) else { continue };
        let expected = programs.entry((seat, name.to_owned())).or_insert_with(|| found.to_owned());
        if found != expected {
            return Err(GamesTableError::other_program(path, line, name, [found, expected]));
        }
    }
    Ok(())
}

pub(super) type Result<T> = std::result::Result<T, GamesTableError>;

/// Why a file of games cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct GamesTableError(String);

impl GamesTableError {
    pub(super) fn new(what: String) -> GamesTableError {
        GamesTableError(what)
    }

    /// An error of the operating system. On Windows a file that another process has
    /// locked cannot even be read.
    pub(super) fn io(path: &Path, error: io::Error) -> GamesTableError {
        const LOCK_VIOLATION: i32 = 33;
        if cfg!(windows) && error.raw_os_error() == Some(LOCK_VIOLATION) {
            return GamesTableError::busy(path);
        }
        GamesTableError(format!("{}: {error}", path.display()))
    }

    fn busy(path: &Path) -> GamesTableError {
        GamesTableError(format!("{} is in use: another run writes to it", path.display()))
    }

    /// A row, with its line counted from one, that is not a game.
    fn row(path: &Path, line: usize, what: &str) -> GamesTableError {
        GamesTableError(format!("{}, line {line}: {what}", path.display()))
    }

    /// A game that was played by another program under the same name.
    fn other_program(
        path: &Path,
        line: usize,
        name: &str,
        [found, expected]: [&str; 2],
    ) -> GamesTableError {
        GamesTableError(format!(
            "{}, line {line}: '{name}' was another program ({found}, not {expected}): its games say \
             nothing about this one. Nothing was changed; choose another file, or give \
             --resume-anyway",
            path.display()
        ))
    }

    /// A game that appears twice, the second time in this file.
    fn double(path: &Path, number: usize) -> GamesTableError {
        GamesTableError(format!("game {number} is there twice: {}", path.display()))
    }
}
