//! An event: the games of one match, or of all matches of a tournament,
//! several at a time. Workers take the next number from a counter and send
//! their results to the calling thread. Only that thread counts and writes.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::game_result::GameResult;
use super::games_table::GamesTableError;
use super::openings::OpeningError;
use super::player::{Entrant, Player, RefereeError};
use super::referee::play;
use super::schedule::Schedule;

/// Two entrants and the games between them.
pub struct Pairing {
    /// Who plays, as numbers of entrants, in the order of [`super::Seat::ALL`].
    pub players: [usize; 2],
    /// The games.
    pub schedule: Schedule,
}

/// Why the games of an event cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// A game has no opening.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The referee cannot go on.
    #[error(transparent)]
    Referee(#[from] RefereeError),
}

/// All players and all games.
pub struct Event {
    /// The names of all players.
    pub players: Vec<String>,
    pub(super) entrants: Vec<Arc<dyn Entrant>>,
    /// The matches.
    pub pairings: Vec<Pairing>,
    /// How many games there are; they have the numbers from one on.
    pub games: usize,
}

impl Event {
    /// How many results may wait to be written.
    const QUEUE: usize = 1024;

    /// The matches between entrants with these names, one after the other. The games are numbered
    /// from one over all matches.
    pub fn new(
        entrants: impl IntoIterator<Item = (String, Arc<dyn Entrant>)>,
        mut pairings: Vec<Pairing>,
    ) -> Event {
        let mut games = 0;
        for Pairing { schedule, .. } in &mut pairings {
            schedule.before = games;
            games += schedule.games();
        }
        let (players, entrants): (Vec<_>, Vec<Arc<dyn Entrant>>) = entrants.into_iter().unzip();
        // In a match the processes that were asked play the first games. Of many engines they
        // would wait too long, and they may be large.
        if pairings.len() > 1 {
            for entrant in &entrants {
                entrant.rest();
            }
        }
        Event { players, entrants, pairings, games }
    }

    /// One match.
    pub fn between(entrants: [Arc<dyn Entrant>; 2], schedule: Schedule) -> Event {
        let named = entrants.map(|entrant| (entrant.name(), entrant));
        Event::new(named, vec![Pairing { players: [0, 1], schedule }])
    }

    /// The match of a game, as an index into [`Event::pairings`].
    pub fn pairing_of(&self, number: usize) -> usize {
        self.pairings.partition_point(|pairing| *pairing.schedule.numbers().end() < number)
    }

    /// The names of both players of a game, in the order of the seats.
    ///
    /// # Panics
    ///
    /// If there is no game with this number.
    pub fn names(&self, number: usize) -> [String; 2] {
        let players = self.pairings[self.pairing_of(number)].players;
        players.map(|player| self.players[player].clone())
    }

    /// Finds the openings of all matches. `found` gets the number of openings found so far and the
    /// number needed. Matches with the same openings share them.
    pub fn prepare(&self, mut found: impl FnMut(usize, usize)) -> Result<(), OpeningError> {
        self.pairings.iter().try_for_each(|pairing| pairing.schedule.prepare(&mut found))
    }

    /// The fingerprints of all players' programs. An engine that does not run is started for this.
    pub(super) fn fingerprints(&self) -> Result<Vec<String>, GamesTableError> {
        let players = self.players.iter().zip(&self.entrants);
        let fingerprint = |(name, entrant): (&String, &Arc<dyn Entrant>)| {
            entrant.fingerprint().map_err(|why| GamesTableError::new(format!("{name}: {why}")))
        };
        players.map(fingerprint).collect()
    }

    /// Plays the games with these numbers, `workers` at a time, and passes each result to the
    /// caller. After a break no other game of the same match begins, and after an error of the referee
    /// none at all; games that have begun are still played and passed on. An error of the caller ends
    /// the run.
    ///
    /// # Panics
    ///
    /// If there is no game with one of the numbers.
    pub fn run<E: From<EventError>>(
        &self,
        numbers: impl Iterator<Item = usize> + Send,
        workers: usize,
        mut result: impl FnMut(GameResult) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let over: Vec<AtomicBool> = self.pairings.iter().map(|_| AtomicBool::new(false)).collect();
        let is_over = |number: &usize| over[self.pairing_of(*number)].load(Ordering::Relaxed);
        let numbers = Mutex::new(numbers.filter(|number| !is_over(number)));
        let next = || numbers.lock().unwrap_or_else(PoisonError::into_inner).next();
        thread::scope(|scope| {
            let (sender, receiver) = sync_channel(Event::QUEUE);
            for worker in 0..workers.max(1) {
                let sender = sender.clone();
                let next = &next;
                let work = move || self.work(next, &sender);
                // Where the system has no more threads, those that there are play all games.
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                    if worker == 0 {
                        let error = RefereeError::Thread(Arc::new(error));
                        return Err(EventError::from(error).into());
                    }
                    log::warn!("only {worker} concurrent games: {error}");
                    break;
                }
            }
            drop(sender);
            let mut failure = None;
            for game in receiver {
                let game = match game {
                    Ok(game) => game,
                    Err(error) => {
                        for over in &over {
                            over.store(true, Ordering::Relaxed);
                        }
                        failure.get_or_insert(error);
                        continue;
                    }
                };
                let pairing = self.pairing_of(game.setup.number);
                if result(game)?.is_break() {
                    over[pairing].store(true, Ordering::Relaxed);
                }
            }
            failure.map_or(Ok(()), |error| Err(error.into()))
        })
    }

    /// Plays until no number is left or the receiver is closed. Only the players
    /// of one match are kept, since they may be large processes.
    fn work(
        &self,
        next: impl Fn() -> Option<usize>,
        results: &SyncSender<Result<GameResult, EventError>>,
    ) {
        let mut seated: Option<(usize, [Box<dyn Player>; 2])> = None;
        while let Some(number) = next() {
            let index = self.pairing_of(number);
            if seated.as_ref().is_some_and(|(before, _)| *before != index) {
                seated = None;
            }
            let pairing = &self.pairings[index];
            let sit = || (index, pairing.players.map(|player| self.entrants[player].player()));
            let (_, players) = seated.get_or_insert_with(sit);
            let setup = pairing.schedule.setup(number).map_err(EventError::from);
            let result = setup.and_then(|setup| Ok(play(setup, players)?));
            let is_last = result.is_err();
            if results.send(result).is_err() || is_last {
                return;
            }
        }
    }
}
