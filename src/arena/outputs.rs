//! The outputs of a run: for each game a row of the games table and an SGF file.

use std::path::{Path, PathBuf};
use std::{fs, io};

use kring_board::{files, record};

use super::event::ArenaEvent;
use super::game_result::GameResult;
use super::games_table::Result;
use super::games_table::{GamesTable, GamesTableError};
use super::plan::{MissingGames, Shard};
use super::player::Seat;
use super::standings::Standings;

/// Which files a run writes.
#[derive(Clone, Debug, Default)]
pub struct Destinations {
    /// The CSV file: one row for each game.
    pub csv: Option<PathBuf>,
    /// The folder of SGF files: one for each game.
    pub sgf: Option<PathBuf>,
}

impl Destinations {
    /// The file and the folder, as far as they are written.
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.csv.iter().chain(&self.sgf)
    }
}

/// The open files of a run.
pub struct Outputs {
    games_table: Option<GamesTable>,
    /// The folder of SGF files.
    sgf: Option<PathBuf>,
    /// The games that are left.
    pub missing: MissingGames,
}

impl Outputs {
    /// Opens the files. This happens before the first game, so that no game is
    /// lost if they cannot be opened. `standings` gets the games of earlier runs.
    pub fn open(
        shard: Shard,
        destinations: &Destinations,
        standings: &mut Standings<'_>,
    ) -> Result<Outputs> {
        let id = standings.event.id();
        let schedule = id.schedule.clone();
        let mut missing = MissingGames::all(id.games, shard);
        let table = destinations.csv.as_deref();
        let games_table = table.map(|path| GamesTable::open(path, id, &mut missing, standings));
        let games_table = games_table.transpose()?;
        let resumed = games_table.as_ref().is_some_and(|table| table.resumed);
        if let Some(folder) = &destinations.sgf {
            open_folder(folder, &schedule, &missing, resumed)
                .map_err(|error| GamesTableError::io(folder, error))?;
        }
        Ok(Outputs { games_table, sgf: destinations.sgf.clone(), missing })
    }

    /// Writes a game. The row is written last, because a game with a row is not played again.
    pub fn write(&mut self, event: &ArenaEvent<'_>, result: &GameResult) -> Result<()> {
        let number = result.setup.number;
        let names = event.names(number);
        if let Some(folder) = &self.sgf {
            let written = files::write(&sgf_path(folder, number), text(&names, result));
            written.map_err(|e| GamesTableError::io(format!("game {number}").as_ref(), e))?;
        }
        self.games_table.iter_mut().try_for_each(|games_table| games_table.write(&names, result))
    }
}

/// Opens a new folder of SGF files, an empty one, or one with games of the same event. Other runs
/// of the event may be writing to it. A game that is still to be played must not have a file,
/// unless this run continues an earlier one: that one may have written the file of a game but not
/// its row.
fn open_folder(
    folder: &Path,
    schedule: &str,
    missing: &MissingGames,
    resumed: bool,
) -> io::Result<()> {
    let exists = |what: String| Err(io::Error::new(io::ErrorKind::AlreadyExists, what));
    fs::create_dir_all(folder)?;
    // The fingerprint of the event.
    let mark = folder.join("schedule.txt");
    let there: Vec<usize> = fs::read_dir(folder)?.filter_map(|entry| number(&entry)).collect();
    match files::read_text(&mark) {
        Ok(text) if text.trim() == schedule => {}
        Ok(_) => return exists("it holds the games of another schedule".to_owned()),
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Err(_) if !there.is_empty() => return exists("it holds other games".to_owned()),
        // As a whole, because another run may read it now.
        Err(_) => files::replace(&mark, format!("{schedule}\n"))?,
    }
    match there.into_iter().find(|&number| missing.has(number)) {
        Some(number) if !resumed => {
            exists(format!("{} is there already", sgf_path(folder, number).display()))
        }
        _ => Ok(()),
    }
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
        let (letter, loser) = (winner.letter(), winner.other());
        let detail = record::escaped(&result.detail);
        about.push_str(&format!("RE[{letter}+F]C[{loser}: {}: {detail}]", result.outcome.reason));
    }
    let game = record::save(&result.position);
    format!("(;{about}{}", game.strip_prefix("(;").unwrap_or(&game))
}
