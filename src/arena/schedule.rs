//! Which games a match has: who is black, from which opening, on which board,
//! with which seed. All of it follows from the match's seed and the game's
//! number; nothing depends on who plays a game when.

use std::{ops::RangeInclusive, sync::Arc};

use super::{
    Colours, Fingerprint, OpeningError, Openings, Plan, Seat,
    openings::Opening,
    starts::{Start, Starts},
};
use crate::{board::Game, chance, rules::Colour};

/// One game of a schedule.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// Its number, counted from one over all matches of a tournament.
    pub number: usize,
    /// Its own seed.
    pub seed: u64,
    /// Who begins as black.
    pub black: Seat,
    /// The colour that is to move after the opening, unless a coin says it;
    /// none: as the rules have it.
    pub starter: Option<Colour>,
    /// The stones that lie already.
    pub opening: Opening,
    /// The board and its seasons.
    pub game: Arc<Game>,
}

/// The games of a match. A copy shares the openings, which can take long to
/// find.
#[derive(Clone, Debug)]
pub struct Schedule {
    plan: Plan,
    games: usize,
    /// The number of games in the matches before this one.
    before: usize,
    starter: Option<Colour>,
    starts: Arc<Starts>,
}

impl Schedule {
    const GAMES: usize = 100;

    /// The schedule of a plan.
    pub fn new(plan: Plan) -> Result<Schedule, OpeningError> {
        let starts = Starts::new(plan.clone())?;
        let games = plan.games.unwrap_or(match (&plan.openings, starts.listed()) {
            (Openings::All | Openings::File(_), Some(listed)) => {
                plan.colours.games_a_start() * listed
            }
            _ => Schedule::GAMES,
        });
        Ok(Schedule { plan, games, before: 0, starter: None, starts: Arc::new(starts) })
    }

    /// The same games, numbered after those of the matches before: their
    /// seeds follow from these numbers, their boards and openings do not.
    pub fn after(mut self, before: usize) -> Schedule {
        self.before = before;
        self
    }

    /// The same games, but this colour makes the first move.
    pub fn started_by(mut self, starter: Colour) -> Schedule {
        self.starter = Some(starter);
        self
    }

    /// The numbers of the games.
    pub fn numbers(&self) -> RangeInclusive<usize> {
        self.before + 1..=self.before + self.games
    }

    /// Whether each start is played twice, with both colours.
    pub fn is_paired(&self) -> bool {
        self.plan.colours.games_a_start() == 2
    }

    /// What all games follow from, for a fingerprint; how many there are is
    /// for the caller to add where it matters.
    pub(super) fn digest(&self, fingerprint: &mut Fingerprint) {
        self.starts.digest(fingerprint);
        fingerprint.text(&format!("{:?} {:?}", self.plan.colours, self.starter));
    }

    /// The network that judges the openings, if one does.
    pub(super) fn network(&self) -> Option<String> {
        self.starts.network()
    }

    /// Finds the first openings, so that those that cannot be found are an
    /// error before the first game. It says how many of how many it has.
    pub(super) fn prepare(&self, mut found: impl FnMut(usize, usize)) -> Result<(), OpeningError> {
        let starts = self.games.div_ceil(self.plan.colours.games_a_start());
        let starts = starts.min(self.starts.block());
        (0..starts).try_for_each(|index| {
            self.starts.get(index)?;
            found(index + 1, starts);
            Ok(())
        })
    }

    /// What the match is about.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// A game by its number, one of [`Schedule::numbers`].
    pub fn fixture(&self, number: usize) -> Result<Fixture, OpeningError> {
        let index = number - 1 - self.before;
        let Start { opening, game } = self.starts.get(index / self.plan.colours.games_a_start())?;
        Ok(Fixture {
            number,
            seed: chance::game_seed(self.plan.seed, number as u64),
            black: match self.plan.colours {
                Colours::Alternate => Seat::ALL[index % 2],
                Colours::Fixed(Colour::Black) => Seat::First,
                Colours::Fixed(Colour::White) => Seat::Second,
            },
            starter: self.starter,
            opening,
            game,
        })
    }
}
