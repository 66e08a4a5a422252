//! The sequential probability ratio test (SPRT): games are played until they
//! decide between two hypotheses about the strength of the first player.
//!
//! By hand, because the crates of statistics only test samples whose size is fixed before.

use std::{collections::BTreeMap, fmt, str::FromStr};

use super::game_result::Outcome;
use super::pairs::PairTally;
use super::schedule::Schedule;
use super::tally::MatchTally;
use crate::game::Seat;

/// Two hypotheses and the error rates of the test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// H0: the first player is stronger by at most this much Elo.
    pub elo0: f64,
    /// H1: the first player is stronger by at least this much Elo.
    pub elo1: f64,
    /// The rate at which H1 may be accepted although H0 holds.
    pub alpha: f64,
    /// The rate at which H0 may be accepted although H1 holds.
    pub beta: f64,
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The first player is not stronger by `elo1`.
    H0,
    /// The first player is stronger than by `elo0`.
    H1,
}

impl Sprt {
    /// The expected score at an Elo difference.
    fn expected(elo: f64) -> f64 {
        1.0 / (1.0 + 10f64.powf(-elo / 400.0))
    }

    /// The log-likelihood ratio of H1 to H0. There are no draws, so the wins
    /// follow a binomial distribution.
    pub fn ratio(&self, wins: u64, losses: u64) -> f64 {
        let [p0, p1] = [self.elo0, self.elo1].map(Sprt::expected);
        wins as f64 * (p1 / p0).ln() + losses as f64 * ((1.0 - p1) / (1.0 - p0)).ln()
    }

    /// The same for pairs of games: the counts of pairs of which the first player won no game,
    /// one game, both games. The dependence of the two results is unknown, so each hypothesis
    /// gets the most likely shares among all with its score (a generalised likelihood ratio).
    pub fn pair_ratio(&self, counts: [u64; 3]) -> f64 {
        // A result that did not occur still gets a small share.
        let counts = counts.map(|count| (count as f64).max(1e-3));
        let [s0, s1] = [self.elo0, self.elo1].map(Sprt::expected);
        let [x0, x1] = [s0, s1].map(|score| tilt(counts, score));
        let term =
            |(count, a): (f64, f64)| count * ((1.0 + x0 * (a - s0)) / (1.0 + x1 * (a - s1))).ln();
        counts.into_iter().zip(SCORES).map(term).sum()
    }

    /// Wald's bounds.
    pub fn bounds(&self) -> SprtBounds {
        SprtBounds {
            lower: (self.beta / (1.0 - self.alpha)).ln(),
            upper: ((1.0 - self.beta) / self.alpha).ln(),
        }
    }

    /// The decision at this ratio, if there is one.
    pub fn decide(&self, ratio: f64) -> Option<Decision> {
        let SprtBounds { lower, upper } = self.bounds();
        if ratio >= upper { Some(Decision::H1) } else { (ratio <= lower).then_some(Decision::H0) }
    }
}

/// The log-likelihood ratios at which a test ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtBounds {
    /// H0 is accepted at or below it.
    pub lower: f64,
    /// H1 is accepted at or above it.
    pub upper: f64,
}

/// The score of a pair of games by how many of them were won.
const SCORES: [f64; 3] = [0.0, 0.5, 1.0];

/// The most likely shares with a given mean are `p / (1 + x (a - mean))`, where
/// p are the observed shares and a their scores. This finds x by bisection.
fn tilt(counts: [f64; 3], mean: f64) -> f64 {
    let mut low = -1.0 / (1.0 - mean);
    let mut high = 1.0 / mean;
    for _ in 0..60 {
        let x = (low + high) / 2.0;
        let term = |(count, a): (f64, f64)| count * (a - mean) / (1.0 + x * (a - mean));
        let sum: f64 = counts.into_iter().zip(SCORES).map(term).sum();
        if sum > 0.0 { low = x } else { high = x }
    }
    (low + high) / 2.0
}

impl FromStr for Sprt {
    type Err = String;

    /// Reads `elo0=0 elo1=30 alpha=0.05 beta=0.05`; these are the defaults.
    fn from_str(text: &str) -> Result<Sprt, String> {
        let mut sprt = Sprt { elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 };
        for word in text.split_whitespace() {
            let bad = || format!("'{word}': expected elo0=, elo1=, alpha= or beta= and a number");
            let (key, value) = word.split_once('=').ok_or_else(bad)?;
            let value = value.parse().ok().filter(|value: &f64| value.is_finite());
            let value = value.ok_or_else(bad)?;
            match key {
                "elo0" => sprt.elo0 = value,
                "elo1" => sprt.elo1 = value,
                "alpha" => sprt.alpha = value,
                "beta" => sprt.beta = value,
                _ => return Err(bad()),
            }
        }
        let chance = |p: f64| p > 0.0 && p < 0.5;
        if !(sprt.elo0 < sprt.elo1 && chance(sprt.alpha) && chance(sprt.beta)) {
            return Err("elo0 must be below elo1, alpha and beta between 0 and 0.5".to_owned());
        }
        Ok(sprt)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta } = self;
        write!(f, "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta}")
    }
}

/// A running test. Games may be added in any order; they are evaluated in the
/// order of their numbers, so the number of workers does not change the result.
/// Pairs are evaluated when both games are over. Repeated games count once. A game that was lost by
/// a malfunction is left out, with the other game of its pair.
#[derive(Clone, Debug)]
pub struct SprtTrial {
    sprt: Sprt,
    early: BTreeMap<usize, Outcome>,
    /// The number of the next game to be evaluated.
    next: usize,
    tally: MatchTally,
    pairs: Option<PairTally>,
    /// How many games are left out.
    left_out: usize,
    /// The decision, and the number of games it took.
    pub decision: Option<(Decision, u64)>,
}

impl SprtTrial {
    /// A test of a match before its first game.
    pub fn new(sprt: Sprt, schedule: &Schedule) -> SprtTrial {
        SprtTrial {
            sprt,
            early: BTreeMap::new(),
            next: *schedule.numbers().start(),
            tally: MatchTally::default(),
            pairs: PairTally::of(schedule),
            left_out: 0,
            decision: None,
        }
    }

    /// Adds a game.
    pub fn add(&mut self, number: usize, outcome: &Outcome) {
        if self.decision.is_some() {
            return;
        }
        self.early.insert(number, *outcome);
        while self.decision.is_none()
            && let Some(outcomes) = self.next_outcomes()
        {
            let numbers = self.next..self.next + outcomes.len();
            self.next = numbers.end;
            if outcomes.iter().any(|outcome| outcome.reason.is_malfunction()) {
                self.left_out += outcomes.len();
                continue;
            }
            for (number, outcome) in numbers.zip(&outcomes) {
                self.tally.add(outcome);
                if let Some(pairs) = &mut self.pairs {
                    pairs.add(number, outcome);
                }
            }
            let decision = self.sprt.decide(self.ratio());
            self.decision = decision.map(|decision| (decision, self.tally.games));
        }
    }

    /// Takes the next game, or the next pair of games, once it is over.
    fn next_outcomes(&mut self) -> Option<Vec<Outcome>> {
        let games = if self.pairs.is_some() { 2 } else { 1 };
        let numbers = self.next..self.next + games;
        let are_over = numbers.clone().all(|number| self.early.contains_key(&number));
        are_over.then(|| numbers.filter_map(|number| self.early.remove(&number)).collect())
    }

    /// The log-likelihood ratio of H1 to H0: of the pairs, if there are pairs.
    fn ratio(&self) -> f64 {
        match &self.pairs {
            Some(pairs) => self.new_share() * self.sprt.pair_ratio(pairs.counts),
            None => self.ratio_of_games(),
        }
    }

    fn ratio_of_games(&self) -> f64 {
        let [wins, losses] = Seat::ALL.map(|seat| self.tally.wins(seat));
        self.new_share() * self.sprt.ratio(wins, losses)
    }

    /// The share of games or pairs that are distinct.
    fn new_share(&self) -> f64 {
        let (different, all) = match &self.pairs {
            Some(pairs) => (pairs.different(), pairs.count()),
            None => (self.tally.different(), self.tally.games),
        };
        different as f64 / all.max(1) as f64
    }
}

impl fmt::Display for SprtTrial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtBounds { lower, upper } = self.sprt.bounds();
        write!(f, "SPRT {}: ", self.sprt)?;
        match self.decision {
            Some((decision, games)) => write!(f, "{decision:?} accepted after {games} games")?,
            None => f.write_str("not decided")?,
        }
        let ratio = self.ratio();
        write!(f, ", log-likelihood ratio {ratio:.2} ({lower:.2} to {upper:.2})")?;
        if self.pairs.is_some() {
            write!(f, " by pairs, {:.2} by games", self.ratio_of_games())?;
        }
        if self.left_out > 0 {
            write!(f, "; games left out because of faults: {}", self.left_out)?;
        }
        Ok(())
    }
}
