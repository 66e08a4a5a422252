//! The counts of a match.

use kring_board::Colour;

use super::game_result::{Outcome, ThinkingTime};
use super::pairs::DistinctGames;
use super::player::Reason;
use super::statistics::{self, Estimate, RunningMean};
use crate::game::Seat;

/// The counts of a match. The order of the games does not matter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchTally {
    /// How many games.
    pub games: u64,
    /// How many moves in all games.
    pub moves: u64,
    /// How many games had a swap.
    pub swaps: u64,
    /// How long each seat thought.
    pub thinking: [ThinkingTime; 2],
    /// Black's stones at the end of each game, won or lost.
    pub black_stones: RunningMean,
    /// The wins of each seat with each colour.
    wins: [[u64; 2]; 2],
    /// The losses of each seat for each reason.
    losses: [[u64; Reason::ALL.len()]; 2],
    distinct: DistinctGames,
}

impl MatchTally {
    /// Counts a game.
    pub fn add(&mut self, outcome: &Outcome) {
        self.games += 1;
        self.moves = self.moves.saturating_add(outcome.moves);
        self.swaps += u64::from(outcome.swapped);
        for (time, more) in self.thinking.iter_mut().zip(outcome.thinking) {
            *time = time.with(more);
        }
        let winner = outcome.winner;
        let loser = outcome.winner.other();
        // Black was asked once for each of its stones.
        let black = if outcome.colour == Colour::Black { winner } else { loser };
        self.black_stones.add(outcome.thinking[black.index()].moves as f64);
        self.wins[winner.index()][outcome.colour.index()] += 1;
        self.losses[loser.index()][outcome.reason as usize] += 1;
        self.distinct.add(outcome.record_hash);
    }

    /// How many games are different. The others repeat one of them move for move.
    pub fn different(&self) -> u64 {
        self.distinct.count().min(self.games)
    }

    /// The wins of a seat.
    pub fn wins(&self, seat: Seat) -> u64 {
        self.wins[seat.index()].iter().sum()
    }

    /// The wins of a seat with a colour; under `swap-sides` the colour that it held at the end.
    pub fn wins_as(&self, seat: Seat, colour: Colour) -> u64 {
        self.wins[seat.index()][colour.index()]
    }

    /// The wins of both seats with black.
    pub fn black_wins(&self) -> u64 {
        Seat::ALL.into_iter().map(|seat| self.wins_as(seat, Colour::Black)).sum()
    }

    /// The games that a seat ended as this colour.
    pub fn games_as(&self, seat: Seat, colour: Colour) -> u64 {
        self.wins_as(seat, colour) + self.wins_as(seat.other(), colour.other())
    }

    /// The losses of a seat for a reason.
    pub fn losses(&self, seat: Seat, reason: Reason) -> u64 {
        self.losses[seat.index()][reason as usize]
    }

    /// The losses of a seat by faults, not on the board or by resignation.
    pub fn faults(&self, seat: Seat) -> u64 {
        let faults = Reason::ALL.into_iter().filter(|(reason, _)| reason.is_fault());
        faults.map(|(reason, _)| self.losses(seat, reason)).sum()
    }

    /// The losses of a seat that say nothing about its strength.
    pub fn malfunctions(&self, seat: Seat) -> u64 {
        let reasons = Reason::ALL.into_iter().filter(|(reason, _)| reason.is_malfunction());
        reasons.map(|(reason, _)| self.losses(seat, reason)).sum()
    }

    /// The score of the first player.
    pub fn score(&self) -> Estimate {
        statistics::score(self.wins(Seat::First), self.games)
    }

    /// The score as a short text, for the progress bar.
    pub fn standing(&self) -> String {
        let [first, second] = Seat::ALL.map(|seat| self.wins(seat));
        format!("{first} : {second} ({:.1} %)", 100.0 * self.score().value)
    }

    /// The mean number of moves.
    pub fn mean_length(&self) -> f64 {
        self.moves as f64 / self.games.max(1) as f64
    }
}
