//! Games in pairs, and how many games or pairs are different.

use std::collections::{HashMap, HashSet};

use super::game_result::Outcome;
use super::plan::Colours;
use super::schedule::Schedule;
use super::statistics::{self, Estimate};
use crate::game::Seat;

/// The games of a match in pairs: the same opening with both colours. An opening that favours one
/// colour gives each player a win. Single games show that as noise; pairs do not. Chess counts
/// five results of a pair (pentanomial); without draws there are three.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairTally {
    /// Pairs of which the first player won no game, one game, both games.
    pub counts: [u64; 3],
    distinct: DistinctGames,
    /// The number of the match's first game.
    first: usize,
    /// Pairs of which one game is over: whether the first player won it, and the hash of the game.
    halves: HashMap<usize, (bool, u64)>,
}

impl PairTally {
    /// The pairs of a match before its first game; `None` if each opening is
    /// played with one colour only.
    pub fn of(schedule: &Schedule) -> Option<PairTally> {
        let first = *schedule.numbers().start();
        let is_paired = schedule.plan().colours == Colours::Alternate;
        is_paired.then(|| PairTally { first, ..PairTally::default() })
    }

    /// Counts a game.
    ///
    /// # Panics
    ///
    /// If the number is below those of the match, where arithmetic is checked.
    pub fn add(&mut self, number: usize, outcome: &Outcome) {
        let pair = (number - self.first) / 2;
        let won = outcome.winner == Seat::First;
        match self.halves.remove(&pair) {
            None => drop(self.halves.insert(pair, (won, outcome.record_hash))),
            Some((other, other_hash)) => {
                self.counts[usize::from(won) + usize::from(other)] += 1;
                // Does not depend on which of the two ended first.
                self.distinct.add(other_hash ^ outcome.record_hash);
            }
        }
    }

    /// How many pairs there are.
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// How many of them are different.
    pub fn different(&self) -> u64 {
        self.distinct.count().min(self.count())
    }

    /// The score of the first player over all pairs. Its interval is that of as
    /// many independent games as have the same variance as the different pairs.
    pub fn score(&self) -> Estimate {
        let [lost, split, won] = self.counts.map(|count| count as f64);
        let pairs = lost + split + won;
        let value = if pairs == 0.0 { 0.5 } else { (won + split / 2.0) / pairs };
        // Half a pair of each kind is added, since rare kinds may not have occurred.
        let shares = [lost, split, won].map(|count| (count + 0.5) / (pairs + 1.5));
        let mean = shares[2] + shares[1] / 2.0;
        let variance: f64 =
            [0.0, 0.5, 1.0].iter().zip(shares).map(|(x, p)| p * (x - mean) * (x - mean)).sum();
        // The variance of one game is mean * (1 - mean); of the mean of two, half of it.
        let games = self.different() as f64 * mean * (1.0 - mean) / variance;
        statistics::range(value, games)
    }
}

/// Counts different games. The count is exact up to a million; then only a
/// sample is kept, and the count is an estimate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DistinctGames {
    seen: HashSet<u64>,
    /// Only hashes that end in this many zero bits are kept.
    zeros: u32,
}

impl DistinctGames {
    const MAX_SAMPLE: usize = 1 << 20;

    /// Adds a game by its hash.
    pub fn add(&mut self, record_hash: u64) {
        // The low bits of a product depend on few bits, the high ones on all.
        let hash = record_hash.wrapping_mul(0x9e37_79b9_7f4a_7c15).reverse_bits();
        if hash.trailing_zeros() < self.zeros {
            return;
        }
        self.seen.insert(hash);
        if self.seen.len() > DistinctGames::MAX_SAMPLE {
            self.zeros += 1;
            self.seen.retain(|hash| hash.trailing_zeros() >= self.zeros);
        }
    }

    /// The number of different games.
    pub fn count(&self) -> u64 {
        (self.seen.len() as u64) << self.zeros
    }
}
