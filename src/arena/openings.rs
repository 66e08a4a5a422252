//! With which stones games begin.

use std::{
    collections::HashSet,
    fmt, io,
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
};

use crate::{
    board::{Cell, CellSet, Game, IllegalMove, Position},
    files,
    rules::{Colour, Size, text::short},
};

/// The stones of an opening, in order. Usually black's first, then in turn,
/// also where a coin decides the later turns. Whoever did not set the last
/// stone moves next.
pub type Opening = Arc<[(Colour, Cell)]>;

/// Which openings a match has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// The empty board.
    Empty,
    /// Every first stone once.
    All,
    /// So many random stones, others for each pair of games.
    Random(usize),
    /// The same, but such that the network sees even chances.
    Balanced(usize),
    /// The lines of a file.
    File(PathBuf),
}

/// Why a match has no such openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// Not a number of stones.
    #[error("'{0}': expected random:N or balanced:N with N stones, at least 1")]
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
    /// The network does not know the game.
    #[error("balanced openings are for games without seasons and random turns")]
    Unjudged,
    /// No season map lets it be played.
    #[error("no season map was found that allows the opening {0}")]
    Season(String),
}

impl FromStr for Openings {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Openings, OpeningError> {
        let count = |count: &str| match count.parse() {
            Ok(count @ 1..) => Ok(count),
            _ => Err(OpeningError::Count(text.to_owned())),
        };
        match text.split_once(':') {
            None if text == "none" => Ok(Openings::Empty),
            None if text == "all" => Ok(Openings::All),
            Some(("random", stones)) => Ok(Openings::Random(count(stones)?)),
            Some(("balanced", stones)) => Ok(Openings::Balanced(count(stones)?)),
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
            Openings::Balanced(count) => write!(f, "balanced:{count}"),
            Openings::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// The names of an opening's cells; with a colour where it is not that
/// colour's turn.
pub fn names(opening: &[(Colour, Cell)], size: Size) -> String {
    let mut turn = Colour::Black;
    let name = |&(colour, cell): &(Colour, Cell)| {
        let is_turn = std::mem::replace(&mut turn, colour.other()) == colour;
        let prefix = if is_turn { String::new() } else { format!("{colour}:") };
        format!("{prefix}{}", cell.name(size))
    };
    opening.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// Every first stone that does not win at once.
pub fn all(game: &Arc<Game>) -> Vec<Opening> {
    let cells = CellSet::full(game.size());
    let openings = cells.iter().map(|cell| Opening::from([(Colour::Black, cell)]));
    openings
        .filter(|opening| matches!(set_up(game, opening), Ok(p) if p.winner().is_none()))
        .collect()
}

/// The openings of a file: one a line, cells with spaces between; `#` begins
/// a comment. Lines that lead to the same stones count once.
pub fn from_file(path: &Path, game: &Arc<Game>) -> Result<Vec<Opening>, OpeningError> {
    let text = files::read_text(path)
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
    let mut turn = Colour::Black;
    let stone = |text: &str| {
        let (colour, name) = match text.split_once(':') {
            None => (turn, text),
            Some((colour, name)) => match colour.to_ascii_lowercase().as_str() {
                "black" | "b" => (Colour::Black, name),
                "white" | "w" => (Colour::White, name),
                _ => return Err(format!("'{}' is not a colour", short(colour))),
            },
        };
        turn = colour.other();
        let cell = Cell::from_name(size, name);
        cell.map(|cell| (colour, cell)).ok_or_else(|| format!("'{name}' is not a cell of {size}"))
    };
    moves.split_whitespace().map(stone).collect()
}

/// The stones on the board, whatever their seasons.
fn set_up(game: &Arc<Game>, opening: &[(Colour, Cell)]) -> Result<Position, (Cell, IllegalMove)> {
    let mut position = Position::new(Arc::clone(game));
    for &(colour, cell) in opening {
        position.set_up(colour, cell).map_err(|illegal| (cell, illegal))?;
    }
    Ok(position)
}
