use std::{io, path::PathBuf};

/// Why a file cannot take the games, or cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The system says no.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Somebody else is writing to it.
    #[error("{} is in use: another run writes to it", .0.display())]
    Busy(PathBuf),
    /// Its columns are others.
    #[error("{} is not a file of games", .0.display())]
    Columns(PathBuf),
    /// Its columns are those of another version.
    #[error(
        "{} was written by another version of Kring: it does not say which networks played, and \
         whether games were the same. Nothing was changed; choose another file",
        .0.display()
    )]
    Version(PathBuf),
    /// Other networks played.
    #[error(
        "{} holds games with other networks ({found}, not {expected}): players of the same name \
         that play differently. Nothing was changed; choose another file",
        path.display()
    )]
    Networks {
        /// The file.
        path: PathBuf,
        /// The networks in the file.
        found: String,
        /// The networks of this run.
        expected: String,
    },
    /// A row is not a game.
    #[error("{}, line {line}: this is not a game", path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// The line, counted from one.
        line: usize,
    },
    /// The games of another event.
    #[error(
        "{} holds games of another schedule ({found}, not {expected}): players, boards, openings, \
         or seed differ, or the number of games of a tournament. Nothing was changed; choose another file",
        path.display()
    )]
    Schedule {
        /// The file.
        path: PathBuf,
        /// The fingerprint in the file.
        found: String,
        /// The fingerprint that was expected.
        expected: String,
    },
    /// A game twice.
    #[error("game {number} is there twice: {}", path.display())]
    Double {
        /// The file with the second one.
        path: PathBuf,
        /// The game.
        number: usize,
    },
    /// A game that the schedule does not have.
    #[error(
        "{} holds game {number}, but only {games} games were asked for; a \
         match can become longer, but not shorter",
        path.display()
    )]
    Number {
        /// The file.
        path: PathBuf,
        /// The game.
        number: usize,
        /// How many games there are.
        games: usize,
    },
    /// Games are missing.
    #[error("{missing} of {games} games are missing, the first is game {first}")]
    Incomplete {
        /// How many.
        missing: usize,
        /// How many games there are.
        games: usize,
        /// The first that is missing.
        first: usize,
    },
}
