//! A folder of games or proofs, and the SGF files in it, which the page can list, open and review.
//! Clients name games by the hash of their file's name, so that no path comes from them.

use std::fs;
use std::path::{Path, PathBuf};

use kring_board::{Colour, Move, Position, Rules, word::hex};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::review::{self, RecordedGame, RecordedGameError};

const MAX_FILES: usize = 2000;

/// A folder of games or proofs.
#[derive(Clone)]
pub struct ServedFolder(PathBuf);

impl ServedFolder {
    /// An existing folder.
    pub fn new(path: &Path) -> Result<ServedFolder, String> {
        let found = fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()));
        found.map(|_| ServedFolder(path.to_owned()))
    }

    /// The files that are listed, in alphabetical order.
    pub(super) fn files(&self, is_listed: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.0).into_iter().flatten();
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mut paths: Vec<PathBuf> =
            paths.filter(|path| is_listed(path) && path.is_file()).collect();
        paths.sort();
        paths.truncate(MAX_FILES);
        paths
    }

    /// The paths of its SGF files in alphabetical order, each with its id.
    pub(super) fn games(&self) -> Vec<(String, PathBuf)> {
        let mut files = review::sgf_files(&self.0).unwrap_or_default();
        files.truncate(MAX_FILES);
        files.into_iter().map(|path| (id(&path), path)).collect()
    }

    /// The path of the file with this id.
    pub(super) fn game(&self, id: &str) -> Option<PathBuf> {
        self.games().into_iter().find(|(of, _)| of == id).map(|(_, path)| path)
    }

    pub(super) fn list(&self) -> Vec<ListedGame> {
        let listed = |(id, path): (String, PathBuf)| {
            let file = name(&path);
            let read = read(&path);
            let error = read.as_ref().err().map(ToString::to_string);
            let game = read.as_ref().ok().map(facts);
            let players = read.map_or([None, None], |game| game.players);
            ListedGame { id, file, players, game, error }
        };
        self.games().into_iter().map(listed).collect()
    }
}

/// A game as the list shows it.
#[derive(Serialize)]
pub struct ListedGame {
    pub id: String,
    pub file: String,
    players: [Option<String>; 2],
    /// Missing if the file holds no game.
    #[serde(flatten)]
    game: Option<GameFacts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct GameFacts {
    size: String,
    rules: String,
    moves: usize,
    winner: Option<String>,
    /// The part of the page's address after the `#`, which opens the game.
    address: String,
}

/// The name of a file without its folder.
pub fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn id(path: &Path) -> String {
    hex(&Sha256::digest(name(path))[..8])
}

/// The game of a file.
pub fn read(path: &Path) -> Result<RecordedGame, RecordedGameError> {
    RecordedGame::read(path, &Rules::default(), 1)
}

fn facts(game: &RecordedGame) -> GameFacts {
    let position = &game.position;
    GameFacts {
        size: position.size().to_string(),
        rules: position.rules().to_string(),
        moves: game.moves(),
        winner: position.winner().map(|colour| colour.to_string()),
        address: address(position),
    }
}

/// The address of a game (`web/page/js/address.js`): size, rules, map, moves, moves ahead, set-up.
fn address(position: &Position) -> String {
    const DEFAULTS: [&str; 4] = ["rhombus", "seasons=1", "turns=alternating", "swap=off"];
    let size = position.size();
    let rules = position.rules();
    let words = rules.to_string();
    let words: Vec<&str> = words.split(' ').filter(|word| !DEFAULTS.contains(word)).collect();
    let map = match rules.seasons.count() {
        1 => String::new(),
        _ => format!("map={}", position.game().map().to_string().replace(' ', ".")),
    };
    let mut moves = String::new();
    let mut expected = Colour::Black;
    for (colour, mv) in position.moves() {
        // The page plays what the rules allow: where they exchange stones, the players of a record
        // may have exchanged their colours instead, and white moves again.
        if mv == Move::SwapSides && position.game().swaps_pieces() {
            continue;
        }
        if colour != expected {
            moves.push(colour.letter());
        }
        match mv {
            Move::SwapPieces => moves.push_str(":s"),
            Move::SwapSides => moves.push_str(":S"),
            Move::Pass => moves.push_str(":p"),
            Move::Resign => moves.push_str(":r"),
            Move::Cell(cell) => moves.push_str(&cell.name(size)),
        }
        expected = if mv == Move::SwapSides { colour } else { colour.other() };
    }
    let mut stones = String::new();
    for &(colour, cell) in &position.setup().stones {
        stones.push(colour.letter());
        stones.push_str(&cell.name(size));
    }
    if !stones.is_empty() && position.first_declared() == Some(Colour::White) {
        stones.push('!');
    }
    let parts = [size.to_string(), words.join(","), map, moves, String::new(), stones];
    format!("#{}", parts.join("/").trim_end_matches('/'))
}
