//! The result of a game, and its row of CSV. The row holds everything that is counted, so that
//! the games of a file can be counted again later.

use std::time::Duration;

use kring_board::{Colour, Position, grammar::seconds};

use super::openings;
use super::plan::Fingerprint;
use super::player::{Reason, Seat};
use super::schedule::GameSetup;

/// How long a player thought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThinkingTime {
    /// How many moves it was asked for.
    pub moves: u64,
    /// The time of all moves.
    pub total: Duration,
    /// The time of the longest move.
    pub worst: Duration,
}

impl ThinkingTime {
    /// One more move.
    pub fn add(&mut self, time: Duration) {
        *self = self.with(ThinkingTime { moves: 1, total: time, worst: time });
    }

    /// The sum of both; the longest move of either.
    pub fn with(self, other: ThinkingTime) -> ThinkingTime {
        ThinkingTime {
            moves: self.moves + other.moves,
            total: self.total + other.total,
            worst: self.worst.max(other.worst),
        }
    }

    /// The time of an average move.
    pub fn mean(self) -> Duration {
        self.total.div_f64(self.moves.max(1) as f64)
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct GameResult {
    /// Which game it was.
    pub setup: GameSetup,
    /// The last position, record included.
    pub position: Position,
    /// How it ended.
    pub outcome: Outcome,
    /// The fault that ended it; empty if there was none.
    pub detail: String,
    /// How long the game took.
    pub time: Duration,
}

/// The part of a result that is counted. It can be read from a row of CSV.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Whether the first stone was answered with a swap of either kind.
    pub swapped: bool,
    /// Who won.
    pub winner: Seat,
    /// The colour with which it won, after a swap of sides if there was one.
    pub colour: Colour,
    /// Why the game ended.
    pub reason: Reason,
    /// The length of the game. The stones of the opening and a swap count; a resignation does not.
    pub moves: u64,
    /// How long each seat thought.
    pub thinking: [ThinkingTime; 2],
    /// A hash of the game: of its moves, its season map and the player that
    /// began as black. Games with the same hash are taken to be the same.
    pub record_hash: u64,
}

/// The hash of a game; see [`Outcome::record_hash`].
pub(super) fn record_hash(setup: &GameSetup, position: &Position) -> u64 {
    let (game, size) = (&setup.game, position.size());
    let mut record = Fingerprint::default();
    if game.rules().seasons.count() > 1 {
        record.text(&game.map().to_string());
    }
    record.text(&setup.black.to_string());
    for (colour, mv) in position.moves() {
        record.text(if colour == Colour::Black { "b" } else { "w" });
        record.text(&mv.name(size));
    }
    record.0
}

/// The name of a column, and its text for a game between players of these names.
type Column = (&'static str, fn(&EventId, &[String; 2], &GameResult) -> String);

/// The columns of the CSV file. `schedule` is the event's fingerprint, `games` its number of games
/// and `event_seed` its seed. `black` and `white` are the players that began with these colours.
/// `first` is the colour with which the first player began, `starter` the colour of the first move
/// after the opening, and `winner` the colour that won. `score` is 1 if the first player won, else
/// 0. `record` is the hash of the game, and `networks` names the networks of players and openings.
const TABLE: [Column; 27] = [
    ("schedule", |id, _, _| id.schedule.clone()),
    ("event_seed", |id, _, _| id.seed.to_string()),
    ("game", |_, _, game| game.setup.number.to_string()),
    ("games", |id, _, _| id.games.to_string()),
    ("first", |_, _, game| {
        if game.setup.black == Seat::First { "black" } else { "white" }.to_owned()
    }),
    ("black", |_, names, game| one_line(&names[game.setup.black.index()])),
    ("white", |_, names, game| one_line(&names[game.setup.black.other().index()])),
    ("size", |_, _, game| game.setup.game.size().to_string()),
    ("variant", |_, _, game| game.setup.game.rules().to_string()),
    ("seed", |_, _, game| game.setup.seed.to_string()),
    ("opening", |_, _, game| openings::names(&game.setup.opening, game.position.size())),
    ("starter", |_, _, game| starter(game)),
    ("swapped", |_, _, game| if game.outcome.swapped { "yes" } else { "no" }.to_owned()),
    ("winner", |_, _, game| game.outcome.colour.to_string()),
    ("score", |_, _, game| u8::from(game.outcome.winner == Seat::First).to_string()),
    ("reason", |_, _, game| game.outcome.reason.to_string()),
    ("detail", |_, _, game| one_line(&game.detail)),
    ("moves", |_, _, game| game.outcome.moves.to_string()),
    ("seconds", |_, _, game| format!("{:.6}", game.time.as_secs_f64())),
    ("first_moves", |_, _, game| game.outcome.thinking[0].moves.to_string()),
    ("first_seconds", |_, _, game| nanoseconds(game.outcome.thinking[0].total)),
    ("first_worst", |_, _, game| nanoseconds(game.outcome.thinking[0].worst)),
    ("second_moves", |_, _, game| game.outcome.thinking[1].moves.to_string()),
    ("second_seconds", |_, _, game| nanoseconds(game.outcome.thinking[1].total)),
    ("second_worst", |_, _, game| nanoseconds(game.outcome.thinking[1].worst)),
    ("record", |_, _, game| format!("{:016x}", game.outcome.record_hash)),
    ("networks", |id, _, _| one_line(&id.networks)),
];

/// The names of the columns.
pub fn columns() -> [&'static str; TABLE.len()] {
    TABLE.map(|(name, _)| name)
}

/// The row of a game between players of these names.
pub fn write_row(id: &EventId, names: &[String; 2], result: &GameResult) -> [String; TABLE.len()] {
    TABLE.map(|(_, text)| text(id, names, result))
}

/// A time in seconds, as exact as it was measured.
fn nanoseconds(time: Duration) -> String {
    format!("{:.9}", time.as_secs_f64())
}

/// The colour of the first move after the opening; empty if there was none.
fn starter(result: &GameResult) -> String {
    let mut moves = result.position.moves().skip(result.setup.opening.len());
    moves.next().map(|(colour, _)| colour.to_string()).unwrap_or_default()
}

fn field<'a>(row: &'a csv::StringRecord, name: &str) -> Option<&'a str> {
    row.get(TABLE.iter().position(|(column, _)| *column == name)?)
}

/// The values that are the same in all rows of an event, except `games`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventId {
    /// The fingerprint of the schedule.
    pub schedule: String,
    /// The seed of all random numbers.
    pub seed: u64,
    /// How many games there are. Rows may differ: a match can be continued with more games.
    pub games: usize,
    /// The networks that players and openings use.
    pub networks: String,
}

impl EventId {
    /// The event that a row belongs to.
    pub fn read(row: &csv::StringRecord) -> Option<EventId> {
        Some(EventId {
            schedule: field(row, "schedule")?.to_owned(),
            seed: field(row, "event_seed")?.parse().ok()?,
            games: field(row, "games")?.parse().ok()?,
            networks: field(row, "networks")?.to_owned(),
        })
    }
}

/// The text without control characters. So a row is always one line, an incomplete row is always
/// the last line, and no text of an engine controls the terminal.
pub(super) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The number of a row's game, and how it ended.
pub fn read_row(row: &csv::StringRecord) -> Option<(usize, Outcome)> {
    let get = |name: &str| field(row, name);
    let thinking = |seat: Seat| {
        let time = |what: &str| seconds(get(&format!("{seat}_{what}"))?).ok();
        Some(ThinkingTime {
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
    let reason = get("reason")?;
    let outcome = Outcome {
        swapped: get("swapped")? == "yes",
        winner,
        colour: get("winner")?.parse().ok()?,
        reason: Reason::ALL.into_iter().find(|(_, name)| *name == reason)?.0,
        moves: get("moves")?.parse().ok()?,
        thinking: [thinking(Seat::First)?, thinking(Seat::Second)?],
        record_hash: u64::from_str_radix(get("record")?, 16).ok()?,
    };
    Some((get("game")?.parse().ok()?, outcome))
}
