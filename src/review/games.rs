//! Recorded games as reviews find them: the files of a folder, and what a file holds.

use std::path::{Path, PathBuf};
use std::{fs, io};

use kring_board::{
    Position, Rules, Size, chance,
    grammar::Located,
    record::{self, RecordError},
};

/// What the names of the files that a review writes have before their ending.
pub const REVIEW_MARK: &str = ".review";

/// A game with the names of its players, black's first.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// The end of the main line. Of a link also the moves after the position that it shows.
    pub position: Position,
    /// The names of black and white.
    pub players: [Option<String>; 2],
}

/// Why a game cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum RecordedGameError {
    /// The file cannot be read.
    #[error("it cannot be read: {0}")]
    File(#[from] io::Error),
    /// The text is no game.
    #[error(transparent)]
    Game(#[from] Located<RecordError>),
}

impl RecordedGame {
    /// The game of an SGF file or a link. The rules are those of a game that does not name its own,
    /// and the seed draws the season map if it has none.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or holds no game.
    pub fn read(
        name: impl AsRef<Path>,
        rules: &Rules,
        seed: u64,
    ) -> Result<RecordedGame, RecordedGameError> {
        let text = record::read(name)?;
        let empty = chance::game(Size::STANDARD, rules.clone(), seed);
        let position = record::load(&text, &empty, seed, Some(usize::MAX))?;
        Ok(RecordedGame { position, players: record::players(&text) })
    }

    /// The number of moves, without stones that were set up.
    pub fn moves(&self) -> usize {
        self.position.ply()
    }
}

/// The SGF files of a folder in alphabetical order.
///
/// # Errors
///
/// If the folder cannot be read.
pub fn sgf_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("sgf")) && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Whether a review has written this file.
pub fn is_review(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    stem.to_lowercase().ends_with(REVIEW_MARK)
}
