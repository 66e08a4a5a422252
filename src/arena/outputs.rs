//! The outputs of a run: for each game a row of the games table and an SGF file.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use kring_board::{files, record};

use super::event::Event;
use super::event_id::{EventId, TableFormat};
use super::game_result::GameResult;
use super::games_table::Result;
use super::games_table::{GamesTable, GamesTableError, OtherGames};
use super::plan::{MissingGames, Shard};
use super::standings::Standings;
use crate::game::Seat;

/// Which files a run writes.
#[derive(Clone, Debug, Default)]
pub struct Destinations {
    /// The CSV file: one row for each game.
    pub csv: Option<PathBuf>,
    /// The folder of SGF files: one for each game.
    pub sgf: Option<PathBuf>,
    /// Whether files of other players or settings are continued.
    pub other_games: OtherGames,
}

impl Destinations {
    /// The file and the folder, as far as they are written.
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.csv.iter().chain(&self.sgf)
    }
}

/// The open files of a run.
pub struct Outputs<'a> {
    event: &'a Event,
    games_table: Option<GamesTable<'a>>,
    /// The folder of SGF files.
    sgf: Option<PathBuf>,
    /// The games that are left.
    pub missing: MissingGames,
    /// SGF files that may not be on the disk yet.
    unsynced: Vec<PathBuf>,
    next_sync: Instant,
}

impl<'a> Outputs<'a> {
    /// The shortest time between two syncs: games can be shorter than a sync.
    const PAUSE: Duration = Duration::from_secs(1);

    /// Opens the files. This happens before the first game, so that no game is
    /// lost if they cannot be opened. `standings` gets the games of earlier runs.
    pub fn open(
        shard: Shard,
        destinations: &Destinations,
        standings: &mut Standings<'a>,
    ) -> Result<Outputs<'a>> {
        let event = standings.event;
        let other_games = destinations.other_games;
        let mut missing = MissingGames::all(event.games, shard);
        let games_table = match &destinations.csv {
            Some(path) => Some(GamesTable::open(path, other_games, &mut missing, standings)?),
            None => None,
        };
        let resumed = games_table.as_ref().is_some_and(|table| table.resumed);
        if let Some(folder) = &destinations.sgf {
            let schedules = [TableFormat::Two, TableFormat::One]
                .map(|format| EventId::in_format(format, event).schedule);
            open_folder(folder, &schedules, other_games, &missing, resumed)
                .map_err(|error| GamesTableError::io(folder, error))?;
            warn_of_lost_games(folder, &missing);
        }
        Ok(Outputs {
            event,
            games_table,
            sgf: destinations.sgf.clone(),
            missing,
            unsynced: Vec::new(),
            next_sync: Instant::now() + Outputs::PAUSE,
        })
    }

    /// Writes a game. The row is written last, because a game with a row is not played again. When
    /// this returns, the operating system has both; they are on the disk about a second later.
    pub fn write(&mut self, result: &GameResult) -> Result<()> {
        let number = result.setup.number;
        if let Some(folder) = &self.sgf {
            let path = sgf_path(folder, number);
            let written = files::write(&path, text(&self.event.names(number), result));
            written.map_err(|e| GamesTableError::io(format!("game {number}").as_ref(), e))?;
            self.unsynced.push(path);
        }
        if let Some(table) = &mut self.games_table {
            table.write(result)?;
        }
        if Instant::now() >= self.next_sync {
            self.sync()?;
        }
        Ok(())
    }

    /// Returns when all games are on the disk: the SGF files first, because a game with a row is not
    /// played again.
    pub fn sync(&mut self) -> Result<()> {
        let start = Instant::now();
        if let Some(folder) = &self.sgf {
            sync_files(folder, &self.unsynced)
                .map_err(|error| GamesTableError::io(folder, error))?;
            self.unsynced.clear();
        }
        if let Some(table) = &mut self.games_table {
            table.sync()?;
        }
        // On a slow disk at most a tenth of the time is spent here.
        self.next_sync = Instant::now() + Outputs::PAUSE.max(9 * start.elapsed());
        Ok(())
    }
}

impl Drop for Outputs<'_> {
    /// After an error of the run the games before it are kept.
    fn drop(&mut self) {
        if let Err(error) = self.sync() {
            log::warn!("{error}");
        }
    }
}

/// Opens a new folder of SGF files, an empty one, or one with games of the same event. Other runs
/// of the event may be writing to it. A game that is still to be played must not have a file,
/// unless this run continues an earlier one: that one may have written the file of a game but not
/// its row.
fn open_folder(
    folder: &Path,
    schedules: &[String; 2],
    other_games: OtherGames,
    missing: &MissingGames,
    resumed: bool,
) -> io::Result<()> {
    let exists = |what: String| Err(io::Error::new(io::ErrorKind::AlreadyExists, what));
    fs::create_dir_all(folder)?;
    // The fingerprint of the event, in any format of games tables.
    let mark = folder.join("schedule.txt");
    let there: Vec<usize> = fs::read_dir(folder)?.filter_map(|entry| number(&entry)).collect();
    match files::read_text(&mark) {
        Ok(text) if schedules.iter().any(|schedule| text.trim() == schedule) => {}
        Ok(_) if other_games == OtherGames::Accepted => {}
        Ok(_) => return exists("it holds the games of another schedule".to_owned()),
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Err(_) if !there.is_empty() => return exists("it holds other games".to_owned()),
        // As a whole, because another run may read it now.
        Err(_) => files::replace(&mark, format!("{}\n", schedules[0]))?,
    }
    match there.into_iter().find(|&number| missing.has(number)) {
        Some(number) if !resumed => {
            exists(format!("{} is there already", sgf_path(folder, number).display()))
        }
        _ => Ok(()),
    }
}

/// Warns if games of the table have no SGF file, or an empty one: the system lost it, or somebody
/// removed it, and the games are not played again.
fn warn_of_lost_games(folder: &Path, missing: &MissingGames) {
    let is_lost = |number: &usize| {
        fs::metadata(sgf_path(folder, *number)).map_or(true, |found| found.len() == 0)
    };
    let lost: Vec<usize> = missing.played().filter(is_lost).collect();
    if let Some(first) = lost.first() {
        log::warn!(
            "{}: {} games of the table have no SGF here, or an empty one; the first is game {first}",
            folder.display(),
            lost.len()
        );
    }
}

/// Returns when these files of a folder are on the disk. Linux syncs the whole file system in one
/// call: a call for each file takes milliseconds, and games can be shorter.
#[cfg(target_os = "linux")]
fn sync_files(folder: &Path, files: &[PathBuf]) -> io::Result<()> {
    if !files.is_empty() {
        rustix::fs::syncfs(File::open(folder)?)?;
    }
    Ok(())
}

/// Returns when these files of a folder are on the disk.
#[cfg(not(target_os = "linux"))]
fn sync_files(folder: &Path, files: &[PathBuf]) -> io::Result<()> {
    for file in files {
        File::open(file)?.sync_data()?;
    }
    // The names of the files. Not every system can open a folder.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn sgf_path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("game-{number:06}.sgf"))
}

/// The number in the name of an SGF file; zero if the name has another form.
fn number(entry: &io::Result<fs::DirEntry>) -> Option<usize> {
    let name = entry.as_ref().ok()?.file_name();
    let name = name.to_string_lossy();
    let stem = name.strip_suffix(".sgf")?;
    Some(stem.strip_prefix("game-").and_then(|digits| digits.parse().ok()).unwrap_or(0))
}

/// The game as SGF, with the names of the players. A result that the board does
/// not show is added too.
fn text(names: &[String; 2], result: &GameResult) -> String {
    let name = |seat: Seat| record::escaped(&names[seat.index()]);
    let black = result.setup.black;
    let mut about = format!("PB[{}]PW[{}]", name(black), name(black.other()));
    if result.position.winner().is_none() {
        let winner = result.outcome.colour;
        let letter = winner.letter();
        let loser = winner.other();
        let detail = record::escaped(&result.detail);
        about.push_str(&format!("RE[{letter}+F]C[{loser}: {}: {detail}]", result.outcome.reason));
    }
    let game = record::save(&result.position);
    format!("(;{about}{}", game.strip_prefix("(;").unwrap_or(&game))
}
