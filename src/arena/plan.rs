//! The settings of a match: board, rules, openings, colours, number of games.
//! Also which part of the games is played in this run, which games are left,
//! and the fingerprint that differs between schedules.

use std::{fmt, str::FromStr};

use kring_agents::{Unplayable, UnplayableReason};
use kring_board::{Colour, Rules, Size};

use super::openings::Openings;
use super::player::Entrant;
use crate::game::Seat;

/// The colour of the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// Each opening is played with both colours.
    #[default]
    Alternate,
    /// Always this colour, for players that play only one.
    Fixed(Colour),
}

impl FromStr for Colours {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Colours, &'static str> {
        match text {
            "alternate" => Ok(Colours::Alternate),
            _ => text.parse().map(Colours::Fixed).map_err(|_| "expected alternate, black or white"),
        }
    }
}

impl Colours {
    /// Whether a seat has this colour in any game.
    fn gives(self, seat: Seat, colour: Colour) -> bool {
        match (self, seat) {
            (Colours::Alternate, _) => true,
            (Colours::Fixed(first), Seat::First) => first == colour,
            (Colours::Fixed(first), Seat::Second) => first != colour,
        }
    }

    /// How many games each opening is played.
    pub(super) fn games_a_start(self) -> usize {
        if self == Colours::Alternate { 2 } else { 1 }
    }
}

/// The settings of a match, without the players.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// The board.
    pub size: Size,
    /// The rules.
    pub rules: Rules,
    /// The openings.
    pub openings: Openings,
    /// The colour of the first player.
    pub colours: Colours,
    /// How many games. `None`: each listed opening once with each colour, or a
    /// hundred games if there is no list.
    pub games: Option<usize>,
    /// The seed of all random numbers.
    pub seed: u64,
}

impl MatchPlan {
    /// An error unless both players play the colours that they will get.
    pub fn check_players(&self, players: [&dyn Entrant; 2]) -> Result<(), Unplayable> {
        let plays =
            |seat: Seat, colour| players[seat.index()].plays(&self.rules, self.size, colour);
        self.check_seats(plays).map_err(|(seat, colour, why)| {
            Unplayable::here(players[seat.index()].name(), colour, why)
        })
    }

    /// The first seat and colour that occur in the match and that `plays` refuses, and why.
    pub(super) fn check_seats(
        &self,
        plays: impl Fn(Seat, Colour) -> Result<(), UnplayableReason>,
    ) -> Result<(), (Seat, Colour, UnplayableReason)> {
        for seat in Seat::ALL {
            for colour in Colour::ALL.into_iter().filter(|c| self.colours.gives(seat, *c)) {
                plays(seat, colour).map_err(|why| (seat, colour, why))?;
            }
        }
        Ok(())
    }
}

/// One of several parts of an event that are played separately, for example on
/// different machines: `2/4` is the second of four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    part: usize,
    parts: usize,
}

impl Shard {
    /// The whole event.
    pub const WHOLE: Shard = Shard { part: 1, parts: 1 };

    /// Whether a game belongs to this part. Games 1 and 2, 3 and 4, ... are a pair: the same
    /// opening with both colours. Consecutive pairs go to different parts, so that each part gets
    /// both colours and its share of the large boards.
    ///
    /// # Panics
    ///
    /// If the number is zero, where arithmetic is checked.
    pub fn has(self, number: usize) -> bool {
        (number - 1) / 2 % self.parts == self.part - 1
    }

    /// How many of an event's games belong to this part.
    pub fn size(self, games: usize) -> usize {
        let rounds = games / 2 / self.parts;
        let rest = games - games / 2 / self.parts * 2 * self.parts;
        2 * rounds + rest.saturating_sub(2 * (self.part - 1)).min(2)
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Shard, &'static str> {
        let error = "expected I/N with I from 1 to N, such as 2/4";
        let (part, parts) = text.split_once('/').ok_or(error)?;
        match (part.parse(), parts.parse()) {
            (Ok(part), Ok(parts)) if (1..=parts).contains(&part) => Ok(Shard { part, parts }),
            _ => Err(error),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.parts)
    }
}

/// The games of an event that are left to play. It takes one bit for each game
/// up to the last one played, however many there are in all.
#[derive(Clone, Debug)]
pub struct MissingGames {
    games: usize,
    shard: Shard,
    /// One bit for each number.
    played: Vec<u64>,
    /// The games of this part that have been played.
    own: usize,
}

impl MissingGames {
    /// All games of a part of an event.
    pub fn all(games: usize, shard: Shard) -> MissingGames {
        MissingGames { games, shard, played: Vec::new(), own: 0 }
    }

    /// Marks a game as played; returns whether that is new.
    pub fn remove(&mut self, number: usize) -> bool {
        let word = number / 64;
        let bit = 1 << (number % 64);
        if self.played.len() <= word {
            self.played.resize(word + 1, 0);
        }
        let is_new = self.played[word] & bit == 0;
        self.played[word] |= bit;
        self.own += usize::from(is_new && self.shard.has(number));
        is_new
    }

    /// Whether a game is left to play.
    pub fn has(&self, number: usize) -> bool {
        let word = self.played.get(number / 64).copied().unwrap_or(0);
        let is_played = word & 1 << (number % 64) != 0;
        (1..=self.games).contains(&number) && self.shard.has(number) && !is_played
    }

    /// The games that have been played, of all parts, in order.
    pub fn played(&self) -> impl Iterator<Item = usize> + '_ {
        let is_played = |number: &usize| self.played[number / 64] & 1 << (number % 64) != 0;
        (0..64 * self.played.len()).filter(is_played)
    }

    /// How many games are left.
    pub fn count(&self) -> usize {
        self.shard.size(self.games) - self.own
    }

    /// The games that are left, in order.
    pub fn numbers(&self) -> impl Iterator<Item = usize> + Send + '_ {
        (1..=self.games).filter(|&number| self.has(number))
    }
}

/// A hash (FNV-1a) of everything that determines a schedule. It guards against mistakes, not
/// against attacks. It stands in games tables, so it must be the same in every version; the hasher
/// of the standard library does not promise that. By hand, because the marks between the texts and
/// the four lines below are the definition of the column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint(pub(super) u64);

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// Adds a text and its end.
    pub fn text(&mut self, text: &str) {
        // This byte never occurs in UTF-8.
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
