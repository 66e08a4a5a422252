//! The counts of all matches of an event, with their tests.

use std::fmt;
use std::path::PathBuf;

use super::event::{Event, Pairing};
use super::game_result::Outcome;
use super::pairs::PairTally;
use super::sprt::{Sprt, SprtTrial};
use super::tally::MatchTally;
use crate::game::Seat;

/// All counts of a match.
#[derive(Clone, Debug)]
pub struct MatchCounts {
    /// The single games.
    pub tally: MatchTally,
    /// The games two by two, where each opening is played with both colours.
    pub pairs: Option<PairTally>,
    /// The test that ends the match, if there is one.
    pub sprt: Option<SprtTrial>,
    /// How many malfunctions of one player end the match, if they do.
    pub fault_limit: Option<u64>,
}

impl MatchCounts {
    /// Whether the match needs no other game: the test has decided it, or a player fails too often.
    pub fn has_ended(&self) -> bool {
        self.is_decided() || self.failing().is_some()
    }

    fn is_decided(&self) -> bool {
        self.sprt.as_ref().is_some_and(|sprt| sprt.decision.is_some())
    }

    /// The player whose malfunctions end the match. They end none that the test has decided.
    pub fn failing(&self) -> Option<Seat> {
        let limit = self.fault_limit.filter(|_| !self.is_decided())?;
        Seat::ALL.into_iter().find(|seat| self.tally.malfunctions(*seat) >= limit)
    }
}

/// How many games of an event were read from a table.
pub struct GamesRead {
    /// How many.
    pub games: u64,
    /// The table.
    pub path: PathBuf,
    /// Whether its rows name the programs that played.
    pub has_fingerprints: bool,
}

/// The counts of an event; `Display` prints those of a tournament as tables.
pub struct Standings<'a> {
    /// The event.
    pub event: &'a Event,
    /// The counts of each pairing.
    pub matches: Vec<MatchCounts>,
    /// The games that a table of earlier runs held.
    pub read: Option<GamesRead>,
}

impl<'a> Standings<'a> {
    /// The counts before the first game. Each pairing has its own test, if there is one.
    pub fn new(event: &'a Event, sprt: Option<Sprt>) -> Standings<'a> {
        let of = |Pairing { schedule, .. }: &Pairing| MatchCounts {
            tally: MatchTally::default(),
            pairs: PairTally::of(schedule),
            sprt: sprt.map(|sprt| SprtTrial::new(sprt, schedule)),
            fault_limit: None,
        };
        Standings { event, matches: event.pairings.iter().map(of).collect(), read: None }
    }

    /// Counts a game, of this run or of an earlier one.
    ///
    /// # Panics
    ///
    /// If the event has no game with this number.
    pub fn add(&mut self, number: usize, outcome: &Outcome) {
        let counts = &mut self.matches[self.event.pairing_of(number)];
        counts.tally.add(outcome);
        if let Some(pairs) = &mut counts.pairs {
            pairs.add(number, outcome);
        }
        if let Some(sprt) = &mut counts.sprt {
            sprt.add(number, outcome);
        }
    }

    /// How many games have been counted.
    pub fn games(&self) -> u64 {
        self.matches.iter().map(|counts| counts.tally.games).sum()
    }

    /// How many of the games were read from a table, as `34 of 400 games from match.csv`. `None` if
    /// none were.
    pub fn games_read(&self) -> Option<impl fmt::Display> {
        let read = self.read.as_ref().filter(|read| read.games > 0)?;
        Some(format!("{} of {} games from {}", read.games, self.games(), read.path.display()))
    }
}
