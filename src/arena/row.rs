//! A game as one line of CSV: all that the tally counts, so that files can be
//! counted again later; and what can be wrong with a file of such lines.

use std::{io, path::PathBuf};

use super::{Clock, Event, GameResult, Outcome, Reason, Seat, openings};
use crate::{grammar::seconds, rules::Colour};

/// The columns. `schedule` is the event's fingerprint, `games` how many it
/// has, `event_seed` what all follows from. Black and white are who began
/// with these colours, `starter` the colour of the first move after the
/// opening, `first` who of them the score is counted for, `winner`
/// is the colour that won on the board, `score` the first player's, `record`
/// is the same where games are, and `networks` names those that had a say.
pub const COLUMNS: [&str; 27] = [
    "schedule",
    "event_seed",
    "game",
    "games",
    "first",
    "black",
    "white",
    "size",
    "variant",
    "seed",
    "opening",
    "starter",
    "swapped",
    "winner",
    "score",
    "reason",
    "detail",
    "moves",
    "seconds",
    "first_moves",
    "first_seconds",
    "first_worst",
    "second_moves",
    "second_seconds",
    "second_worst",
    "record",
    "networks",
];

/// The place of a column.
pub fn column(name: &str) -> usize {
    COLUMNS.iter().position(|column| *column == name).unwrap_or(COLUMNS.len())
}

/// What is the same in all rows of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventId {
    /// The fingerprint of the schedule.
    pub schedule: String,
    /// What all random numbers follow from.
    pub seed: u64,
    /// How many games there are. A longer match goes on from a shorter one,
    /// so this may differ.
    pub games: usize,
    /// The networks that players and openings use.
    pub networks: String,
}

impl EventId {
    /// The head of an event with this seed.
    pub fn of(event: &Event<'_>, seed: u64) -> EventId {
        let (schedule, networks) = (event.fingerprint().to_string(), event.networks());
        EventId { schedule, seed, games: event.games(), networks }
    }

    /// The head of a row.
    pub fn read(row: &csv::StringRecord) -> Option<EventId> {
        Some(EventId {
            schedule: row.get(column("schedule"))?.to_owned(),
            seed: row.get(column("event_seed"))?.parse().ok()?,
            games: row.get(column("games"))?.parse().ok()?,
            networks: row.get(column("networks"))?.to_owned(),
        })
    }
}

/// The row of a game between players of these names.
pub fn write(head: &EventId, names: &[String; 2], result: &GameResult) -> [String; COLUMNS.len()] {
    let fixture = &result.fixture;
    let size = fixture.game.size();
    let name = |seat: Seat| one_line(&names[seat.index()]);
    let first = if fixture.black == Seat::First { Colour::Black } else { Colour::White };
    let [first_clock, second_clock] = result.clocks.map(|clock| {
        let [total, worst] = [clock.total, clock.worst].map(|time| time.as_secs_f64());
        [clock.moves.to_string(), format!("{total:.9}"), format!("{worst:.9}")]
    });
    let [first_moves, first_seconds, first_worst] = first_clock;
    let [second_moves, second_seconds, second_worst] = second_clock;
    [
        head.schedule.clone(),
        head.seed.to_string(),
        fixture.number.to_string(),
        head.games.to_string(),
        first.to_string(),
        name(fixture.black),
        name(fixture.black.other()),
        size.to_string(),
        fixture.game.rules().to_string(),
        fixture.seed.to_string(),
        openings::names(&fixture.opening, size),
        starter(result),
        if result.swapped() { "yes" } else { "no" }.to_owned(),
        result.colour_of(result.winner).to_string(),
        u8::from(result.winner == Seat::First).to_string(),
        result.reason.to_string(),
        one_line(&result.detail),
        result.moves().to_string(),
        format!("{:.6}", result.time.as_secs_f64()),
        first_moves,
        first_seconds,
        first_worst,
        second_moves,
        second_seconds,
        second_worst,
        format!("{:016x}", result.record()),
        one_line(&head.networks),
    ]
}

/// The colour of the first move after the opening; nothing if nobody moved.
fn starter(result: &GameResult) -> String {
    let mut moves = result.position.moves().skip(result.fixture.opening.len());
    moves.next().map(|(colour, _)| colour.to_string()).unwrap_or_default()
}

/// The text without control characters: a row never breaks over lines, so
/// that a torn one is the last line, and what an engine says commands no
/// terminal.
pub(super) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The number of a row's game, and how it ended.
pub fn read(row: &csv::StringRecord) -> Option<(usize, Outcome)> {
    let get = |name: &str| row.get(column(name));
    let clock = |seat: Seat| {
        let time = |what: &str| seconds(get(&format!("{seat}_{what}"))?).ok();
        Some(Clock {
            moves: get(&format!("{seat}_moves"))?.parse().ok()?,
            total: time("seconds")?,
            worst: time("worst")?,
        })
    };
    let winner = match get("score")? {
        "1" => Seat::First,
        "0" => Seat::Second,
        _ => return None,
    };
    let colour: Colour = get("winner")?.parse().ok()?;
    let outcome = Outcome {
        swapped: get("swapped")? == "yes",
        winner,
        colour,
        reason: Reason::from_name(get("reason")?)?,
        moves: get("moves")?.parse().ok()?,
        clocks: [clock(Seat::First)?, clock(Seat::Second)?],
        record: u64::from_str_radix(get("record")?, 16).ok()?,
    };
    Some((get("game")?.parse().ok()?, outcome))
}

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
