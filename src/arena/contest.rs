//! A match: the games of a schedule, several at a time. Workers take the next
//! number from a counter and hand their results to the calling thread, which
//! alone counts and writes.

use std::{
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc::{SyncSender, sync_channel},
    },
    thread,
};

use super::{Entrant, GameResult, Schedule, play};

/// Two entrants and the games between them.
pub struct Match<'a> {
    /// The games.
    pub schedule: &'a Schedule,
    /// Who plays, in the order of [`super::Seat::ALL`].
    pub entrants: [&'a dyn Entrant; 2],
    /// How many games are played at a time.
    pub workers: usize,
}

impl Match<'_> {
    /// Results that may wait to be written.
    const QUEUE: usize = 1024;

    /// Plays the games with these numbers and hands each result over as it
    /// comes. The first error stops the match.
    pub fn run<E>(
        &self,
        numbers: &[usize],
        result: impl FnMut(GameResult) -> Result<(), E>,
    ) -> Result<(), E> {
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (sender, receiver) = sync_channel(Match::QUEUE);
            for _ in 0..self.workers.clamp(1, numbers.len().max(1)) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.work(numbers, next, &sender));
            }
            drop(sender);
            receiver.into_iter().try_for_each(result)
        })
    }

    /// Plays until no number is left, or nobody wants the results any more.
    fn work(&self, numbers: &[usize], next: &AtomicUsize, results: &SyncSender<GameResult>) {
        let mut players = self.entrants.map(|entrant| entrant.player());
        while let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = play(self.schedule.fixture(number), &mut players);
            if results.send(result).is_err() {
                return;
            }
        }
    }
}
