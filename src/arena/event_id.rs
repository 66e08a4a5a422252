//! What tells the games of one event from those of another: a fingerprint of its fields, its seed,
//! its networks. Every row of a games table holds them.

use std::fmt::Display;

use kring_board::Colour;
use kring_board::word::{hex, one_line};
use sha2::{Digest, Sha256};

use super::event::{Event, Pairing};
use super::format_1;
use super::game_result::field;
use super::openings::Openings;
use super::plan::{Colours, MatchPlan};

/// The format of a games table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Without the fingerprints of players, and without checksums.
    One,
    /// The format of new tables.
    Two,
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
    /// The values of an event in a new table. All its matches have the same seed.
    pub fn of(event: &Event) -> EventId {
        EventId::in_format(TableFormat::Two, event)
    }

    /// The values of an event in a table of this format.
    pub(super) fn in_format(format: TableFormat, event: &Event) -> EventId {
        EventId {
            schedule: match format {
                TableFormat::One => format_1::fingerprint(event).to_string(),
                TableFormat::Two => fingerprint(event),
            },
            seed: event.pairings.first().map_or(0, |pairing| pairing.schedule.plan().seed),
            games: event.games,
            networks: networks(event),
        }
    }

    /// The event that a row belongs to.
    pub(super) fn read(row: &csv::StringRecord) -> Option<EventId> {
        Some(EventId {
            schedule: field(row, "schedule")?.to_owned(),
            seed: field(row, "event_seed")?.parse().ok()?,
            games: field(row, "games")?.parse().ok()?,
            networks: field(row, "networks")?.to_owned(),
        })
    }
}

/// The networks of all players, and of balanced openings.
fn networks(event: &Event) -> String {
    let players = event.entrants.iter().filter_map(|entrant| entrant.network());
    let openings = event.pairings.iter().filter_map(|pairing| pairing.schedule.network());
    let mut networks: Vec<String> = players.chain(openings).collect();
    networks.sort();
    networks.dedup();
    networks.join(", ")
}

/// The SHA-256 of an event's fields, its first 16 digits. `docs/ARENA.md` lists the fields. The
/// number of games of a single match is none of them: a longer match begins with the games of a
/// shorter one.
fn fingerprint(event: &Event) -> String {
    let mut fields = FieldDigest::default();
    for (name, entrant) in event.players.iter().zip(&event.entrants) {
        fields.add("player", name);
        for (key, value) in entrant.settings() {
            fields.add(key, value);
        }
    }
    for Pairing { players: [first, second], schedule } in &event.pairings {
        let MatchPlan { size, rules, openings, colours, seed, games: _ } = schedule.plan();
        fields.add("match", format_args!("{} {}", first + 1, second + 1));
        fields.add("size", size);
        fields.add("variant", rules);
        fields.add("seed", seed);
        fields.add(
            "colours",
            match colours {
                Colours::Alternate => "alternate".to_owned(),
                Colours::Fixed(colour) => colour.to_string(),
            },
        );
        fields
            .add("starter", schedule.starter.map_or("rules".to_owned(), |c: Colour| c.to_string()));
        match openings {
            // Its openings count, and not its name.
            Openings::File(_) => fields.add("openings", "list"),
            other => fields.add("openings", other),
        }
        for opening in schedule.listed_openings() {
            fields.add("opening", opening);
        }
        if let Some(network) = schedule.network() {
            fields.add("openings-network", network);
        }
        if event.pairings.len() > 1 {
            fields.add("games", schedule.games());
        }
    }
    fields.digits()
}

/// The SHA-256 of lines `NAME=VALUE`.
#[derive(Default)]
struct FieldDigest(Sha256);

impl FieldDigest {
    fn add(&mut self, name: &str, value: impl Display) {
        self.0.update(format!("{name}={}\n", one_line(&value.to_string())));
    }

    fn digits(self) -> String {
        hex(&self.0.finalize()[..8])
    }
}
