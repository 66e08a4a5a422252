//! The result of a game, and its row of CSV. The row holds everything that is counted, so that
//! the games of a file can be counted again later.

use std::time::Duration;

use kring_board::{Colour, Move, Position, grammar::seconds};

use super::{Fingerprint, GameSetup, Reason, Seat, openings};

/// How long a player thought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerClock {
    /// How many moves it was asked for.
    pub moves: u64,
    /// The time of all moves.
    pub total: Duration,
    /// The time of the longest move.
    pub worst: Duration,
}

impl PlayerClock {
    /// One more move.
    pub fn add(&mut self, time: Duration) {
        *self = self.with(PlayerClock { moves: 1, total: time, worst: time });
    }

    /// The sum of both; the longest move of either.
    pub fn with(self, other: PlayerClock) -> PlayerClock {
        PlayerClock {
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
    /// Who held black at the end, after a swap of sides if there was one.
    pub black: Seat,
    /// Who won.
    pub winner: Seat,
    /// Why the game ended.
    pub reason: Reason,
    /// The fault that ended it; empty if there was none.
    pub detail: String,
    /// How long each seat thought.
    pub clocks: [PlayerClock; 2],
    /// How long the game took.
    pub time: Duration,
}

impl GameResult {
    /// The colour that a seat held at the end.
    pub fn colour_of(&self, seat: Seat) -> Colour {
        if seat == self.black { Colour::Black } else { Colour::White }
    }

    /// The length of the game. The stones of the opening and a swap count; a
    /// resignation does not.
    pub fn moves(&self) -> usize {
        self.position.moves().filter(|&(_, mv)| mv != Move::Resign).count()
    }

    /// A hash of the game: of its moves, its season map and the player that
    /// began as black. Games with the same hash are taken to be the same.
    pub fn record(&self) -> u64 {
        let (game, size) = (&self.setup.game, self.position.size());
        let mut record = Fingerprint::default();
        if game.rules().seasons.count() > 1 {
            record.text(&game.map().to_string());
        }
        record.text(&self.setup.black.to_string());
        for (colour, mv) in self.position.moves() {
            record.text(if colour == Colour::Black { "b" } else { "w" });
            record.text(&mv.name(size));
        }
        record.value()
    }

    /// Whether the first stone was answered with a swap of either kind.
    pub fn swapped(&self) -> bool {
        let second = self.position.moves().nth(1);
        matches!(second, Some((_, Move::SwapPieces | Move::SwapSides)))
    }

    /// The part that is counted.
    pub fn outcome(&self) -> Outcome {
        Outcome {
            swapped: self.swapped(),
            winner: self.winner,
            colour: self.colour_of(self.winner),
            reason: self.reason,
            moves: self.moves() as u64,
            clocks: self.clocks,
            record: self.record(),
        }
    }
}

/// The part of a result that is counted. It can be read from a row of CSV.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Whether the first stone was answered with a swap.
    pub swapped: bool,
    /// Who won.
    pub winner: Seat,
    /// The colour with which it won.
    pub colour: Colour,
    /// Why the game ended.
    pub reason: Reason,
    /// The length of the game.
    pub moves: u64,
    /// How long each seat thought.
    pub clocks: [PlayerClock; 2],
    /// The hash of the game; see [`GameResult::record`].
    pub record: u64,
}

impl Outcome {
    /// The colour that a seat held at the end.
    pub fn colour_of(&self, seat: Seat) -> Colour {
        if seat == self.winner { self.colour } else { self.colour.other() }
    }
}

/// The columns of the CSV file. `schedule` is the event's fingerprint, `games`
/// its number of games and `event_seed` its seed. `black` and `white` are the
/// players that began with these colours. `first` is the colour with which the
/// first player began, `starter` the colour of the first move after the
/// opening, and `winner` the colour that won. `score` is 1 if the first player
/// won, else 0. `record` is the hash of the game, and `networks` names the
/// networks of players and openings.
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

/// The index of a column.
pub fn column(name: &str) -> usize {
    COLUMNS.iter().position(|column| *column == name).unwrap_or(COLUMNS.len())
}

/// The values that are the same in all rows of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventId {
    /// The fingerprint of the schedule.
    pub schedule: String,
    /// The seed of all random numbers.
    pub seed: u64,
    /// How many games there are. This may differ: a match can be continued
    /// with more games.
    pub games: usize,
    /// The networks that players and openings use.
    pub networks: String,
}

impl EventId {
    /// The event that a row belongs to.
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
pub fn write_row(
    id: &EventId,
    names: &[String; 2],
    result: &GameResult,
) -> [String; COLUMNS.len()] {
    let setup = &result.setup;
    let size = setup.game.size();
    let name = |seat: Seat| one_line(&names[seat.index()]);
    let first = if setup.black == Seat::First { Colour::Black } else { Colour::White };
    let [first_clock, second_clock] = result.clocks.map(|clock| {
        let [total, worst] = [clock.total, clock.worst].map(|time| time.as_secs_f64());
        [clock.moves.to_string(), format!("{total:.9}"), format!("{worst:.9}")]
    });
    let [first_moves, first_seconds, first_worst] = first_clock;
    let [second_moves, second_seconds, second_worst] = second_clock;
    [
        id.schedule.clone(),
        id.seed.to_string(),
        setup.number.to_string(),
        id.games.to_string(),
        first.to_string(),
        name(setup.black),
        name(setup.black.other()),
        size.to_string(),
        setup.game.rules().to_string(),
        setup.seed.to_string(),
        openings::names(&setup.opening, size),
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
        one_line(&id.networks),
    ]
}

/// The colour of the first move after the opening; empty if there was none.
fn starter(result: &GameResult) -> String {
    let mut moves = result.position.moves().skip(result.setup.opening.len());
    moves.next().map(|(colour, _)| colour.to_string()).unwrap_or_default()
}

/// The text without control characters. So a row is always one line, an
/// incomplete row is always the last line, and no text of an engine controls
/// the terminal.
pub(super) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The number of a row's game, and how it ended.
pub fn read_row(row: &csv::StringRecord) -> Option<(usize, Outcome)> {
    let get = |name: &str| row.get(column(name));
    let clock = |seat: Seat| {
        let time = |what: &str| seconds(get(&format!("{seat}_{what}"))?).ok();
        Some(PlayerClock {
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
