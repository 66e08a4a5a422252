//! The run of an event: a match, a tournament or the games of an experiment. It reads the games of
//! earlier runs from the table, finds the openings of the others, plays them, and writes each game
//! before it counts it.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::thread;

use super::event::{Event, EventError};
use super::game_result::GameResult;
use super::games_table::GamesTableError;
use super::outputs::{Destinations, Outputs};
use super::plan::{MissingGames, Shard};
use super::standings::{GamesRead, MatchCounts, Standings};

/// How an event is played.
#[derive(Clone, Debug)]
pub struct Run {
    /// The part of the event that this run plays.
    pub shard: Shard,
    /// If set, only this game is played.
    pub only: Option<usize>,
    /// The files of the run, and of the earlier runs that it continues.
    pub files: Destinations,
    /// Concurrent games; none: one for each core.
    pub workers: Option<NonZeroUsize>,
}

impl Default for Run {
    /// A run of the whole event that writes nothing.
    fn default() -> Run {
        Run { shard: Shard::WHOLE, only: None, files: Destinations::default(), workers: None }
    }
}

/// What happens during a run.
pub enum Progress<'a> {
    /// Games of earlier runs were read.
    Resumed {
        /// How many, and from which table.
        read: &'a GamesRead,
        /// How many games of this run's part are left.
        left: usize,
    },
    /// So many openings were found.
    Openings {
        /// The number of openings found so far.
        found: usize,
        /// The number of openings needed.
        all: usize,
    },
    /// The first game begins.
    Begins {
        /// How many games will be played, if no match ends early.
        games: usize,
    },
    /// A game was played, written and counted.
    Played {
        /// The game.
        result: &'a GameResult,
        /// The counts with this game.
        standings: &'a Standings<'a>,
    },
}

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// There is no such game to play.
    #[error("--only {only}: there are {games} games")]
    NoGame {
        /// The number of the wanted game.
        only: usize,
        /// How many games there are.
        games: usize,
    },
    /// A file cannot be read or written, or holds other games.
    #[error(transparent)]
    Files(#[from] GamesTableError),
    /// A game cannot be played.
    #[error(transparent)]
    Event(#[from] EventError),
}

impl Run {
    /// Plays the missing games and counts all. Returns how many games of this run's part are still
    /// missing: those of matches that have ended early.
    pub fn play(
        &self,
        standings: &mut Standings<'_>,
        watch: &mut dyn FnMut(Progress<'_>),
    ) -> Result<usize, RunError> {
        let event = standings.event;
        let mut outputs = Outputs::open(self.shard, &self.files, standings)?;
        let missing = outputs.missing.clone();
        if let Some(read) = standings.read.as_ref().filter(|read| read.games > 0) {
            watch(Progress::Resumed { read, left: missing.count() });
        }
        // For each match, whether it ended in an earlier run.
        let ended: Vec<bool> = standings.matches.iter().map(MatchCounts::has_ended).collect();
        let left = self.left(event, &missing, &ended)?;
        if left > 0 {
            event
                .prepare(|found, all| watch(Progress::Openings { found, all }))
                .map_err(EventError::from)?;
        }
        watch(Progress::Begins { games: left });
        let numbers = missing.numbers().filter(|number| {
            self.only.is_none_or(|only| only == *number) && !ended[event.pairing_of(*number)]
        });
        let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let workers = self.workers.unwrap_or_else(cores).get().min(left);
        let mut unplayed = missing.count();
        event.run(numbers.take(left), workers, |result| {
            outputs.write(&result)?;
            let number = result.setup.number;
            standings.add(number, &result.outcome);
            unplayed -= 1;
            watch(Progress::Played { result: &result, standings });
            let has_ended = standings.matches[event.pairing_of(number)].has_ended();
            let then = if has_ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            Ok::<_, RunError>(then)
        })?;
        outputs.sync()?;
        Ok(unplayed)
    }

    /// The number of games to play, if no match ends early. The games are not listed for this, since
    /// there can be very many.
    fn left(
        &self,
        event: &Event,
        missing: &MissingGames,
        ended: &[bool],
    ) -> Result<usize, RunError> {
        match self.only {
            Some(only) if !missing.has(only) => Err(RunError::NoGame { only, games: event.games }),
            Some(_) => Ok(1),
            None if ended.iter().all(|ended| *ended) => Ok(0),
            None => Ok(missing.count()),
        }
    }
}
