use super::{
    Clock, Distinct, Outcome, Reason, Seat,
    statistics::{self, Estimate},
};
use crate::rules::Colour;

/// The counts of a match; the order of the games does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The games.
    pub games: u64,
    /// How many moves they had.
    pub moves: u64,
    /// How many began with a swap.
    pub swaps: u64,
    /// How long each seat thought.
    pub clocks: [Clock; 2],
    /// The games that the first player ended as each colour.
    held: [u64; 2],
    /// The wins of each seat with each colour.
    wins: [[u64; 2]; 2],
    /// The losses of each seat for each reason.
    losses: [[u64; Reason::ALL.len()]; 2],
    distinct: Distinct,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, outcome: &Outcome) {
        self.games += 1;
        self.moves += outcome.moves;
        self.swaps += u64::from(outcome.swapped);
        for (clock, more) in self.clocks.iter_mut().zip(outcome.clocks) {
            *clock = clock.with(more);
        }
        self.held[outcome.colour_of(Seat::First).index()] += 1;
        let (winner, loser) = (outcome.winner, outcome.winner.other());
        self.wins[winner.index()][outcome.colour.index()] += 1;
        self.losses[loser.index()][outcome.reason as usize] += 1;
        self.distinct.add(outcome.record);
    }

    /// How many games are different; the others repeat one of them move for
    /// move.
    pub fn different(&self) -> u64 {
        self.distinct.count().min(self.games)
    }

    /// The wins of a seat.
    pub fn wins(&self, seat: Seat) -> u64 {
        self.wins[seat.index()].iter().sum()
    }

    /// The wins of a seat with a colour; under `swap-sides` the colour that
    /// it held at the end.
    pub fn wins_as(&self, seat: Seat, colour: Colour) -> u64 {
        self.wins[seat.index()][colour.index()]
    }

    /// The games that a seat ended as this colour.
    pub fn games_as(&self, seat: Seat, colour: Colour) -> u64 {
        let first = match seat {
            Seat::First => colour,
            Seat::Second => colour.other(),
        };
        self.held[first.index()]
    }

    /// The losses of a seat for a reason.
    pub fn losses(&self, seat: Seat, reason: Reason) -> u64 {
        self.losses[seat.index()][reason as usize]
    }

    /// The losses of a seat by anything but the game itself.
    pub fn faults(&self, seat: Seat) -> u64 {
        let fair = [Reason::Connection, Reason::Resignation];
        let faults = Reason::ALL.into_iter().filter(|reason| !fair.contains(reason));
        faults.map(|reason| self.losses(seat, reason)).sum()
    }

    /// The score of the first player.
    pub fn score(&self) -> Estimate {
        statistics::score(self.wins(Seat::First), self.games)
    }

    /// The same, but repeated games tell nothing new: the range is that of as
    /// many games as are different.
    pub fn score_of_different(&self) -> Estimate {
        statistics::range(self.score().value, self.different() as f64)
    }

    /// The moves of an average game.
    pub fn mean_length(&self) -> f64 {
        self.moves as f64 / self.games.max(1) as f64
    }

    /// The score in one word, for people who wait.
    pub fn standing(&self) -> String {
        let [first, second] = Seat::ALL.map(|seat| self.wins(seat));
        format!("{first} : {second} ({:.1} %)", 100.0 * self.score().value)
    }
}
