//! The games of a match as SGF files, one a game.

use std::{fs, io, path::PathBuf};

use super::{GameResult, Seat};
use crate::{record, rules::Colour};

/// A folder of games.
pub struct SgfFolder {
    folder: PathBuf,
    names: [String; 2],
}

impl SgfFolder {
    /// A new or empty folder; the games of an earlier match stay untouched.
    pub fn create(folder: PathBuf, names: [String; 2]) -> io::Result<SgfFolder> {
        fs::create_dir_all(&folder)?;
        match fs::read_dir(&folder)?.next() {
            None => Ok(SgfFolder { folder, names }),
            Some(_) => Err(io::Error::new(io::ErrorKind::AlreadyExists, "it is not empty")),
        }
    }

    /// Writes a game to a file of its own.
    pub fn write(&self, result: &GameResult) -> io::Result<()> {
        let name = format!("game-{:06}.sgf", result.fixture.number);
        fs::write(self.folder.join(name), self.text(result))
    }

    /// The record, with what only the referee knows put before it: who began
    /// with which colour, and a result that the board does not show.
    fn text(&self, result: &GameResult) -> String {
        let name = |seat: Seat| escaped(&self.names[seat.index()]);
        let black = result.fixture.black;
        let mut about = format!("PB[{}]PW[{}]", name(black), name(black.other()));
        if result.position.winner().is_none() {
            let (letter, loser) = match result.colour_of(result.winner) {
                Colour::Black => ('B', Colour::White),
                Colour::White => ('W', Colour::Black),
            };
            let detail = escaped(&result.detail);
            about.push_str(&format!("RE[{letter}+F]C[{loser}: {}: {detail}]", result.reason));
        }
        let game = record::save(&result.position);
        format!("(;{about}{}", game.strip_prefix("(;").unwrap_or(&game))
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
