//! The result of a game, and its row of CSV. The row holds everything that is counted, so that
//! the games of a file can be counted again later.

use std::str::FromStr;
use std::time::Duration;

use kring_board::word::{hex, one_line, seconds, short};
use kring_board::{Colour, Position, Rules, Size};
use sha2::{Digest, Sha256};

use super::event::Event;
use super::event_id::{EventId, TableFormat};
use super::games_table::GamesTableError;
use super::openings;
use super::plan::Fingerprint;
use super::player::Reason;
use super::schedule::GameSetup;
use crate::game::Seat;

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
            moves: self.moves.saturating_add(other.moves),
            total: self.total.saturating_add(other.total),
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
    let game = &setup.game;
    let size = position.size();
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

/// What the rows of an event have in common: its id, and of each player the name and the fingerprint
/// of its program.
pub struct RowWriter<'a> {
    event: &'a Event,
    pub(super) id: EventId,
    /// In the order of the event's players; empty in format 1.
    pub(super) fingerprints: Vec<String>,
}

impl<'a> RowWriter<'a> {
    /// The rows of an event's games. Engines that do not run are started to be asked for their
    /// fingerprints.
    pub fn new(event: &'a Event) -> Result<RowWriter<'a>, GamesTableError> {
        RowWriter::in_format(TableFormat::Two, event)
    }

    /// The rows in a table of this format.
    pub(super) fn in_format(
        format: TableFormat,
        event: &'a Event,
    ) -> Result<RowWriter<'a>, GamesTableError> {
        let fingerprints = match format {
            TableFormat::One => Vec::new(),
            TableFormat::Two => event.fingerprints()?,
        };
        Ok(RowWriter { event, id: EventId::in_format(format, event), fingerprints })
    }

    /// The row of a game, in the order of [`columns`].
    pub fn row(&self, result: &GameResult) -> Vec<String> {
        let number = result.setup.number;
        let players = self.event.pairings[self.event.pairing_of(number)].players;
        let game = RowOfGame {
            id: &self.id,
            names: self.event.names(number),
            fingerprints: players.map(|player| self.fingerprints.get(player)),
            result,
        };
        let is_new = !self.fingerprints.is_empty();
        let table = if is_new { &TABLE[..] } else { &TABLE[..FORMAT_1] };
        let mut row: Vec<String> = table.iter().map(|(_, text)| text(&game)).collect();
        if is_new {
            row.push(checksum(row.iter().map(String::as_str)));
        }
        row
    }
}

/// A game as its row shows it.
struct RowOfGame<'a> {
    id: &'a EventId,
    /// The players, in the order of the seats.
    names: [String; 2],
    fingerprints: [Option<&'a String>; 2],
    result: &'a GameResult,
}

impl RowOfGame<'_> {
    fn fingerprint(&self, seat: Seat) -> String {
        self.fingerprints[seat.index()].map(|text| one_line(text)).unwrap_or_default()
    }

    fn name(&self, seat: Seat) -> String {
        one_line(&self.names[seat.index()])
    }

    fn thinking(&self, seat: Seat) -> ThinkingTime {
        self.result.outcome.thinking[seat.index()]
    }
}

/// The name of a column, and its text for a game.
type Column = (&'static str, fn(&RowOfGame<'_>) -> String);

/// The columns of the CSV file; `docs/ARENA.md` describes them. The last one, [`CHECKSUM`], is made
/// from the others.
const TABLE: [Column; 30] = [
    ("schedule", |row| row.id.schedule.clone()),
    ("event_seed", |row| row.id.seed.to_string()),
    ("game", |row| row.result.setup.number.to_string()),
    ("games", |row| row.id.games.to_string()),
    ("first", |row| match row.result.setup.black {
        Seat::First => "black".to_owned(),
        Seat::Second => "white".to_owned(),
    }),
    ("black", |row| row.name(row.result.setup.black)),
    ("white", |row| row.name(row.result.setup.black.other())),
    ("size", |row| row.result.setup.game.size().to_string()),
    ("variant", |row| row.result.setup.game.rules().to_string()),
    ("seed", |row| row.result.setup.seed.to_string()),
    ("opening", |row| openings::names(&row.result.setup.opening, row.result.position.size())),
    ("starter", |row| starter(row.result)),
    ("swapped", |row| if row.result.outcome.swapped { "yes" } else { "no" }.to_owned()),
    ("winner", |row| row.result.outcome.colour.to_string()),
    ("score", |row| u8::from(row.result.outcome.winner == Seat::First).to_string()),
    ("reason", |row| row.result.outcome.reason.to_string()),
    ("detail", |row| one_line(&row.result.detail)),
    ("moves", |row| row.result.outcome.moves.to_string()),
    ("seconds", |row| format!("{:.6}", row.result.time.as_secs_f64())),
    ("first_moves", |row| row.thinking(Seat::First).moves.to_string()),
    ("first_seconds", |row| nanoseconds(row.thinking(Seat::First).total)),
    ("first_worst", |row| nanoseconds(row.thinking(Seat::First).worst)),
    ("second_moves", |row| row.thinking(Seat::Second).moves.to_string()),
    ("second_seconds", |row| nanoseconds(row.thinking(Seat::Second).total)),
    ("second_worst", |row| nanoseconds(row.thinking(Seat::Second).worst)),
    ("record", |row| format!("{:016x}", row.result.outcome.record_hash)),
    ("networks", |row| one_line(&row.id.networks)),
    ("format", |_| "2".to_owned()),
    (FINGERPRINTS[0], |row| row.fingerprint(Seat::First)),
    (FINGERPRINTS[1], |row| row.fingerprint(Seat::Second)),
];

/// How many columns a table of format 1 has.
const FORMAT_1: usize = 27;

/// The columns with the fingerprints of both players' programs.
pub(super) const FINGERPRINTS: [&str; 2] = ["first_fingerprint", "second_fingerprint"];

const CHECKSUM: &str = "checksum";

/// The names of the columns.
pub fn columns() -> Vec<&'static str> {
    TableFormat::Two.columns()
}

impl TableFormat {
    /// The names of the columns.
    pub(super) fn columns(self) -> Vec<&'static str> {
        let names = TABLE.iter().map(|(name, _)| *name);
        match self {
            TableFormat::One => names.take(FORMAT_1).collect(),
            TableFormat::Two => names.chain([CHECKSUM]).collect(),
        }
    }
}

/// The SHA-256 of the other fields of a row, each with a line feed behind it: its first 16 digits.
fn checksum<'a>(fields: impl Iterator<Item = &'a str>) -> String {
    let mut digest = Sha256::new();
    for field in fields {
        digest.update(field);
        digest.update("\n");
    }
    hex(&digest.finalize()[..8])
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

pub(super) fn field<'a>(row: &'a csv::StringRecord, name: &str) -> Option<&'a str> {
    row.get(TABLE.iter().position(|(column, _)| *column == name)?)
}

/// The number of a row's game, and how it ended; or why it cannot be a game.
pub(super) fn read_row(
    format: TableFormat,
    row: &csv::StringRecord,
) -> Result<(usize, Outcome), String> {
    if format == TableFormat::Two {
        let fields = row.len().saturating_sub(1);
        if checksum(row.iter().take(fields)) != row[fields] {
            return Err("the checksum is wrong: the row was changed after the game".to_owned());
        }
    }
    let thinking = |seat: Seat| {
        Ok::<_, String>(ThinkingTime {
            moves: number(row, &format!("{seat}_moves"))?,
            total: time(row, &format!("{seat}_seconds"))?,
            worst: time(row, &format!("{seat}_worst"))?,
        })
    };
    let outcome = Outcome {
        swapped: one_of(row, "swapped", [("yes", true), ("no", false)])?,
        winner: one_of(row, "score", [("1", Seat::First), ("0", Seat::Second)])?,
        colour: one_of(row, "winner", COLOURS)?,
        reason: one_of(row, "reason", Reason::ALL.map(|(reason, name)| (name, reason)))?,
        moves: number(row, "moves")?,
        thinking: [thinking(Seat::First)?, thinking(Seat::Second)?],
        record_hash: value(row, "record", |text| u64::from_str_radix(text, 16).ok())?,
    };
    check_length(row, &outcome)?;
    check_winner(row, &outcome)?;
    Ok((number(row, "game")?, outcome))
}

const COLOURS: [(&str, Colour); 2] = [("black", Colour::Black), ("white", Colour::White)];

/// An error unless a board of this size can have so many moves.
fn check_length(row: &csv::StringRecord, outcome: &Outcome) -> Result<(), String> {
    let size: Size = parsed(row, "size")?;
    // A stone on every cell, a swap, and an answer that is no move: resigning, or a fault.
    let most = size.cells() as u64 + 2;
    let [first, second] = outcome.thinking.map(|thinking| thinking.moves);
    match [outcome.moves, first, second].into_iter().find(|moves| *moves > most) {
        Some(moves) => Err(format!("{size} has no game of {moves} moves")),
        None => Ok(()),
    }
}

/// An error unless the score is that of the player with the winner's colour.
fn check_winner(row: &csv::StringRecord, outcome: &Outcome) -> Result<(), String> {
    let (size, rules): (Size, Rules) = (parsed(row, "size")?, parsed(row, "variant")?);
    let begun_as = one_of(row, "first", COLOURS)?;
    let changes_colours = outcome.swapped && !rules.swaps_pieces(size);
    let ended_as = if changes_colours { begun_as.other() } else { begun_as };
    if (outcome.winner == Seat::First) == (outcome.colour == ended_as) {
        return Ok(());
    }
    let colour = outcome.colour;
    Err(format!(
        "the score contradicts the winner: {colour} won, and the first player ended as {ended_as}"
    ))
}

fn parsed<T: FromStr>(row: &csv::StringRecord, name: &str) -> Result<T, String> {
    value(row, name, |text| text.parse().ok())
}

/// A number without a sign.
fn number<T: FromStr>(row: &csv::StringRecord, name: &str) -> Result<T, String> {
    value(row, name, |text| text.parse().ok().filter(|_| !text.starts_with('+')))
}

/// A time in seconds. No game takes as long as a thousand million seconds, which are 30 years.
fn time(row: &csv::StringRecord, name: &str) -> Result<Duration, String> {
    value(row, name, |text| seconds(text).ok().filter(|time| time.as_secs() < 1_000_000_000))
}

fn one_of<T: Copy, const N: usize>(
    row: &csv::StringRecord,
    name: &str,
    values: [(&str, T); N],
) -> Result<T, String> {
    value(row, name, |text| values.iter().find(|(word, _)| *word == text).map(|(_, value)| *value))
}

/// The value of a field; the error shows the field.
fn value<T>(
    row: &csv::StringRecord,
    name: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, String> {
    let text = field(row, name).unwrap_or_default();
    read(text).ok_or_else(|| format!("{name}={} is not possible", short(text)))
}
