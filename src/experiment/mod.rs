//! The experiments of the literature, and those of users.
//!
//! A file declares the players and boards, the published numbers, and a discussion of the results.
//! No code is written for a single experiment. [`Experiment`] turns a file into an event of the
//! arena, which plays it and keeps its table of games. [`ExperimentReport`] turns the games into a
//! section of text, a table and pictures. [`insert`] puts the section into a document.

mod convergence;
mod file;
mod first_moves;
mod matches;
mod report;

pub use convergence::{Convergence, correlation};
pub use file::{
    ExperimentFile, ExperimentKind, MatchEntry, Measure, PlayerEntry, Published, RunScale,
};
pub use matches::ExperimentMatch;
pub use report::{ExperimentReport, RunInfo, RunNumbers, insert};

use std::{fs, io, path::Path, sync::Arc};

use file::Result;
use include_dir::{Dir, include_dir};
use kring_board::files;

use crate::arena::{Entrant, Event, EventFileError, PlayerSpec};

/// An experiment that can be run.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The file.
    pub file: ExperimentFile,
    /// The size of the run.
    pub scale: RunScale,
    /// The players.
    pub players: Vec<PlayerSpec>,
    /// The matches; empty if no games are played.
    pub matches: Vec<ExperimentMatch>,
}

impl Experiment {
    /// The experiment of a file.
    pub fn new(file: ExperimentFile, scale: RunScale) -> Result<Experiment> {
        if file.games == 0 || scale.games == Some(0) {
            return Err(EventFileError::invalid("there must be at least one game"));
        }
        let (players, matches) = matches::lineup(&file, &scale)?;
        Ok(Experiment { file, scale, players, matches })
    }

    /// All games, match by match.
    pub fn event(&self) -> Result<Event> {
        let pairing = |game: &ExperimentMatch| game.pairing(&self.players);
        let pairings = self.matches.iter().map(pairing).collect::<Result<_, _>>()?;
        let entrants = self
            .players
            .iter()
            .map(|player| (player.name(), Arc::new(player.clone()) as Arc<dyn Entrant>));
        Ok(Event::new(entrants, pairings))
    }
}

/// The files of experiments, embedded in the program, so that it needs no folder.
static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/data/experiments");

/// The text of an embedded file.
pub fn built_in(name: &str) -> Option<&'static str> {
    BUILT_IN.get_file(format!("{name}.toml"))?.contents_utf8()
}

/// The names and titles of all embedded experiments and of those in a folder, which replace
/// embedded ones of the same name. The folder need not exist. Files without `kind`, such as
/// tournaments, are skipped. The files are read as TOML, but not checked further.
pub fn experiments(folder: &Path) -> io::Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    if folder.is_dir() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if let Some(name) = name(&path) {
                found.extend(described(name, &files::read_text(&path)?));
            }
        }
    }
    for file in BUILT_IN.files() {
        let name = name(file.path()).filter(|name| !found.iter().any(|(other, _)| other == name));
        if let (Some(name), Some(text)) = (name, file.contents_utf8()) {
            found.extend(described(name, text));
        }
    }
    found.sort_by_key(|(name, _)| natural(name));
    Ok(found)
}

/// The name of an experiment: its file without `.toml`.
fn name(path: &Path) -> Option<String> {
    let stem = path.file_stem().filter(|_| path.extension().is_some_and(|end| end == "toml"))?;
    Some(stem.to_string_lossy().into_owned())
}

/// The name and the title of an experiment.
fn described(name: String, text: &str) -> Option<(String, String)> {
    match text.parse::<toml::Table>() {
        Ok(table) if table.contains_key("kind") => {
            let title = table.get("title").and_then(|title| title.as_str());
            Some((name, title.unwrap_or_default().to_owned()))
        }
        Ok(_) => None,
        Err(_) => Some((name, "(this is not TOML)".to_owned())),
    }
}

/// A sort key that puts `5-2` before `5-10`.
fn natural(name: &str) -> Vec<(u64, String)> {
    let part = |part: &str| (part.parse().unwrap_or(u64::MAX), part.to_owned());
    name.split('-').map(part).collect()
}
