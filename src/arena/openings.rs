//! With which stones games begin.

use std::{
    collections::HashSet,
    fmt, fs, io,
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
};

use crate::{
    board::{Cell, CellSet, Game, IllegalMove, Position},
    rules::{Colour, Size},
};

/// The stones of an opening: black's first, then in turn, also where a coin
/// decides the later turns.
pub type Opening = Arc<[Cell]>;

/// Which openings a match has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// The empty board.
    Empty,
    /// Every first stone once.
    All,
    /// So many random stones, others for each pair of games.
    Random(usize),
    /// The lines of a file.
    File(PathBuf),
}

/// Why a match has no such openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// Not a number of stones.
    #[error("'{0}': expected random:N with N stones, at least 1")]
    Count(String),
    /// The file cannot be read.
    #[error("the openings {} cannot be read: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A line is not an opening.
    #[error("{}, line {line}: {what}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from one.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// No opening leaves anything to play.
    #[error("there is no opening '{openings}' on {size} that leaves the game open")]
    Nothing {
        /// What was asked for.
        openings: Openings,
        /// The board.
        size: Size,
    },
    /// No season map lets it be played.
    #[error("no season map was found that allows the opening {0}")]
    Season(String),
}

impl FromStr for Openings {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Openings, OpeningError> {
        match (text, text.strip_prefix("random:")) {
            ("none", _) => Ok(Openings::Empty),
            ("all", _) => Ok(Openings::All),
            (_, Some(count)) => match count.parse() {
                Ok(count @ 1..) => Ok(Openings::Random(count)),
                _ => Err(OpeningError::Count(text.to_owned())),
            },
            _ => Ok(Openings::File(text.into())),
        }
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Empty => f.write_str("none"),
            Openings::All => f.write_str("all"),
            Openings::Random(count) => write!(f, "random:{count}"),
            Openings::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// The names of an opening's cells.
pub fn names(opening: &[Cell], size: Size) -> String {
    opening.iter().map(|cell| cell.name(size)).collect::<Vec<_>>().join(" ")
}

/// Every first stone that does not win at once.
pub fn all(game: &Arc<Game>) -> Vec<Opening> {
    let cells = CellSet::full(game.size());
    let openings = cells.iter().map(|cell| Opening::from([cell]));
    openings
        .filter(|opening| matches!(set_up(game, opening), Ok(p) if p.winner().is_none()))
        .collect()
}

/// The openings of a file: one a line, cells with spaces between; `#` begins
/// a comment. Lines that lead to the same stones count once.
pub fn from_file(path: &Path, game: &Arc<Game>) -> Result<Vec<Opening>, OpeningError> {
    let text = fs::read_to_string(path)
        .map_err(|error| OpeningError::File { path: path.to_owned(), error })?;
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let bad = |what| OpeningError::Line { path: path.to_owned(), line, what };
        let opening = from_line(text, game.size()).map_err(bad)?;
        if opening.is_empty() {
            continue;
        }
        let position = set_up(game, &opening)
            .map_err(|(cell, illegal)| bad(format!("{} {illegal}", cell.name(game.size()))))?;
        if position.winner().is_some() {
            return Err(bad("the game is over after these stones".to_owned()));
        }
        if seen.insert(position.hash()) {
            openings.push(opening);
        } else {
            log::warn!("{}, line {line}: the same opening again, left out", path.display());
        }
    }
    Ok(openings)
}

fn from_line(line: &str, size: Size) -> Result<Opening, String> {
    let moves = line.split('#').next().unwrap_or_default();
    let cell = |name| {
        Cell::from_name(size, name).ok_or_else(|| format!("'{name}' is not a cell of {size}"))
    };
    moves.split_whitespace().map(cell).collect()
}

/// The stones on the board, whatever their seasons.
fn set_up(game: &Arc<Game>, opening: &[Cell]) -> Result<Position, (Cell, IllegalMove)> {
    let mut position = Position::new(Arc::clone(game));
    for (&cell, colour) in opening.iter().zip(Colour::ALL.into_iter().cycle()) {
        position.set_up(colour, cell).map_err(|illegal| (cell, illegal))?;
    }
    Ok(position)
}
