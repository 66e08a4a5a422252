//! The counts of all matches of an event, with their tests.

use super::event::{ArenaEvent, Pairing};
use super::game_result::Outcome;
use super::pairs::PairTally;
use super::sprt::{Sprt, SprtTrial};
use super::tally::MatchTally;

/// All counts of a match.
#[derive(Clone, Debug)]
pub struct MatchCounts {
    /// The single games.
    pub tally: MatchTally,
    /// The games two by two, where each opening is played with both colours.
    pub pairs: Option<PairTally>,
    /// The test that ends the match, if there is one.
    pub sprt: Option<SprtTrial>,
}

impl MatchCounts {
    /// Whether the test has decided the match, so that it needs no other game.
    pub fn is_decided(&self) -> bool {
        self.sprt.as_ref().is_some_and(|sprt| sprt.decision.is_some())
    }
}

/// The counts of an event; `Display` prints those of a tournament as tables.
pub struct Standings<'a> {
    /// The event.
    pub event: &'a ArenaEvent<'a>,
    /// The counts of each pairing.
    pub matches: Vec<MatchCounts>,
}

impl<'a> Standings<'a> {
    /// The counts before the first game. Each pairing has its own test, if there is one.
    pub fn new(event: &'a ArenaEvent<'a>, sprt: Option<Sprt>) -> Standings<'a> {
        let of = |Pairing { schedule, .. }: &Pairing| MatchCounts {
            tally: MatchTally::default(),
            pairs: PairTally::of(schedule),
            sprt: sprt.map(|sprt| SprtTrial::new(sprt, schedule)),
        };
        Standings { event, matches: event.pairings.iter().map(of).collect() }
    }

    /// Counts a game, of this run or of an earlier one.
    ///
    /// # Panics
    ///
    /// If the event has no game with this number.
    pub fn add(&mut self, number: usize, outcome: &Outcome) {
        let counts = &mut self.matches[self.event.pairing_of(number)];
        counts.tally.add(outcome);
        counts.pairs.iter_mut().for_each(|pairs| pairs.add(number, outcome));
        counts.sprt.iter_mut().for_each(|sprt| sprt.add(number, outcome));
    }
}
