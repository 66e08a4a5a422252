//! The sequential probability ratio test (SPRT): games are played until they
//! decide between two hypotheses about the strength of the first player.

use std::{collections::BTreeMap, fmt, str::FromStr};

use crate::arena::{game_result::Outcome, player::Seat, schedule::Schedule, tally::DistinctGames};

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

    /// Wald's bounds: H0 is accepted at or below the first, H1 at or above
    /// the second.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The decision at this ratio, if there is one.
    pub fn decide(&self, ratio: f64) -> Option<Decision> {
        let (low, high) = self.bounds();
        if ratio >= high { Some(Decision::H1) } else { (ratio <= low).then_some(Decision::H0) }
    }
}

/// The score of a pair of games by how many of them were won.
const SCORES: [f64; 3] = [0.0, 0.5, 1.0];

/// The most likely shares with a given mean are `p / (1 + x (a - mean))`, where
/// p are the observed shares and a their scores. This finds x by bisection.
fn tilt(counts: [f64; 3], mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
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
/// Pairs are evaluated when both games are over. Repeated games count once.
#[derive(Clone, Debug)]
pub struct SprtTrial {
    sprt: Sprt,
    is_paired: bool,
    early: BTreeMap<usize, (Seat, u64)>,
    /// The number of the match's first game, and of the next to be evaluated.
    first: usize,
    next: usize,
    wins: u64,
    /// The first game of an incomplete pair: wins and hash.
    open: (u64, u64),
    pairs: [u64; 3],
    distinct: DistinctGames,
    decided: Option<(Decision, usize)>,
}

impl SprtTrial {
    /// A test of a match before its first game.
    pub fn new(sprt: Sprt, schedule: &Schedule) -> SprtTrial {
        SprtTrial::starting(sprt, *schedule.numbers().start(), schedule.is_paired())
    }

    fn starting(sprt: Sprt, first: usize, is_paired: bool) -> SprtTrial {
        SprtTrial {
            sprt,
            is_paired,
            early: BTreeMap::new(),
            first,
            next: first,
            wins: 0,
            open: (0, 0),
            pairs: [0; 3],
            distinct: DistinctGames::default(),
            decided: None,
        }
    }

    /// Adds a game.
    pub fn add(&mut self, number: usize, outcome: &Outcome) {
        self.take(number, outcome.winner, outcome.record);
    }

    fn take(&mut self, number: usize, winner: Seat, record: u64) {
        if self.decided.is_some() {
            return;
        }
        self.early.insert(number, (winner, record));
        while self.decided.is_none()
            && let Some((winner, record)) = self.early.remove(&self.next)
        {
            self.next += 1;
            let won = u64::from(winner == Seat::First);
            self.wins += won;
            self.open = (self.open.0 + won, self.open.1 ^ record);
            if !self.is_paired || self.games().is_multiple_of(2) {
                let (won, record) = std::mem::take(&mut self.open);
                self.distinct.add(record);
                if self.is_paired {
                    self.pairs[won as usize] += 1;
                }
                let decision = self.sprt.decide(self.ratio());
                self.decided = decision.map(|decision| (decision, self.games()));
            }
        }
    }

    /// How many games have been evaluated.
    fn games(&self) -> usize {
        self.next - self.first
    }

    /// The log-likelihood ratio of H1 to H0: of the pairs, if there are pairs.
    fn ratio(&self) -> f64 {
        match self.is_paired {
            true => self.new_share() * self.sprt.pair_ratio(self.pairs),
            false => self.ratio_of_games(),
        }
    }

    fn ratio_of_games(&self) -> f64 {
        self.new_share() * self.sprt.ratio(self.wins, self.games() as u64 - self.wins)
    }

    /// The share of games or pairs that are distinct.
    fn new_share(&self) -> f64 {
        let samples = self.games() / if self.is_paired { 2 } else { 1 };
        (self.distinct.count() as f64 / samples.max(1) as f64).min(1.0)
    }

    /// The decision, and the number of games it took.
    pub fn decision(&self) -> Option<(Decision, usize)> {
        self.decided
    }
}

impl fmt::Display for SprtTrial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, high) = self.sprt.bounds();
        write!(f, "SPRT {}: ", self.sprt)?;
        match self.decided {
            Some((Decision::H1, games)) => write!(f, "H1 accepted after {games} games")?,
            Some((Decision::H0, games)) => write!(f, "H0 accepted after {games} games")?,
            None => f.write_str("not decided")?,
        }
        let ratio = self.ratio();
        write!(f, ", log-likelihood ratio {ratio:.2} ({low:.2} to {high:.2})")?;
        if self.is_paired {
            write!(f, " by pairs, {:.2} by games", self.ratio_of_games())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use kring_board::chance::{self, Purpose};
    use rand::RngExt;

    use super::*;

    fn default_test() -> Sprt {
        "elo0=0 elo1=30 alpha=0.05 beta=0.05".parse().unwrap()
    }

    #[test]
    fn bounds_and_ratios_are_those_of_wald() {
        let (low, high) = default_test().bounds();
        assert!((low + 2.944_438_979).abs() < 1e-9 && (high - 2.944_438_979).abs() < 1e-9);
        let (low, high) = "alpha=0.01 beta=0.1".parse::<Sprt>().unwrap().bounds();
        assert!((low + 2.292_534_757).abs() < 1e-9 && (high - 4.499_809_670).abs() < 1e-9);
        // p1 = 1 / (1 + 10^(-30/400)) = 0.543066..., p0 = 0.5
        for (wins, losses, expected) in
            [(1, 0, 0.082_623_7), (0, 1, -0.090_070_2), (100, 80, 1.056_750), (10, 0, 0.826_237)]
        {
            let ratio = default_test().ratio(wins, losses);
            assert!((ratio - expected).abs() < 1e-5, "{wins} {losses}: {ratio}");
        }
    }

    #[test]
    fn error_rates_are_within_alpha_and_beta() {
        let mut rng = chance::generator(1, Purpose::Game(1));
        let sprt: Sprt = "elo0=0 elo1=60".parse().unwrap();
        // How often H1 is accepted at this true difference.
        let mut accepted = |elo: f64| {
            let share = Sprt::expected(elo);
            let h1 = (0..1000).filter(|_| {
                let (mut wins, mut losses) = (0, 0);
                loop {
                    match sprt.decide(sprt.ratio(wins, losses)) {
                        Some(decision) => return decision == Decision::H1,
                        None if rng.random_bool(share) => wins += 1,
                        None => losses += 1,
                    }
                }
            });
            h1.count()
        };
        let (wrong, right) = (accepted(0.0), accepted(60.0));
        // At most 5 %, a little less since steps overshoot; four standard deviations are 28.
        assert!((15..78).contains(&wrong), "{wrong}");
        assert!((922..985).contains(&right), "{right}");
    }

    #[test]
    fn pairs_decide_sooner_where_colours_decide_with_the_same_error_rates() {
        let mut rng = chance::generator(2, Purpose::Game(1));
        let sprt: Sprt = "elo0=0 elo1=60".parse().unwrap();
        let mut games = 0;
        // Most openings give each player a win; the others are won or lost twice.
        let mut accepted = |elo: f64| {
            let (decided, share) = (0.3, Sprt::expected(elo));
            let both = 0.5 + (share - 0.5) / decided;
            let h1 = (0..1000).filter(|_| {
                let mut pairs = [0; 3];
                loop {
                    if let Some(decision) = sprt.decide(sprt.pair_ratio(pairs)) {
                        games += 2 * pairs.iter().sum::<u64>();
                        return decision == Decision::H1;
                    }
                    let at = match (rng.random_bool(decided), rng.random_bool(both)) {
                        (false, _) => 1,
                        (true, won) => 2 * usize::from(won),
                    };
                    pairs[at] += 1;
                }
            });
            h1.count()
        };
        let (wrong, right) = (accepted(0.0), accepted(60.0));
        assert!((10..78).contains(&wrong), "{wrong}");
        assert!((922..990).contains(&right), "{right}");
        // Single games need about 330 for this.
        assert!(games / 2000 < 250, "{}", games / 2000);
    }

    #[test]
    fn pairs_of_independent_games_say_what_games_say() {
        for (share, expected) in
            [(0.5, default_test().ratio(200, 200)), (0.6, default_test().ratio(240, 160))]
        {
            let shares =
                [(1.0 - share) * (1.0 - share), 2.0 * share * (1.0 - share), share * share];
            let found =
                default_test().pair_ratio(shares.map(|share: f64| (200.0 * share).round() as u64));
            assert!((found - expected).abs() < 0.05 * expected.abs() + 0.1, "{found} {expected}");
        }
        assert!(
            default_test().pair_ratio([0, 0, 1]) > 0.0
                && default_test().pair_ratio([1, 0, 0]) < 0.0
        );
        assert!(default_test().pair_ratio([0; 3]).abs() < 0.01);
    }

    #[test]
    fn repeated_games_count_once() {
        let mut trial = SprtTrial::starting(default_test(), 1, true);
        // The first player wins the same two games again and again.
        (1..=2000).for_each(|number| trial.take(number, Seat::First, number as u64 % 2));
        assert_eq!(trial.decision(), None, "{trial}");
        assert!(trial.ratio() < 0.2, "{trial}");
    }

    #[test]
    fn the_order_in_which_games_end_changes_nothing() {
        let winner =
            |number: usize| if number.is_multiple_of(5) { Seat::Second } else { Seat::First };
        let trial = |is_paired| SprtTrial::starting(default_test(), 1, is_paired);
        // Hashes of games: the games are all different, and so are the pairs.
        let record = |number: usize| (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let add = |trial: &mut SprtTrial, number: usize| {
            trial.take(number, winner(number), record(number));
        };
        let mut sorted = trial(true);
        (1..=200).for_each(|number| add(&mut sorted, number));
        let mut mixed = trial(true);
        (1..=200).rev().for_each(|number| add(&mut mixed, number));
        let (decision, games) = sorted.decision().unwrap();
        assert_eq!(mixed.decision(), Some((decision, games)));
        assert_eq!((decision, games % 2), (Decision::H1, 0));
        // 22 pairs won twice, 14 split: 2.974, computed independently.
        assert_eq!(games, 72);
        assert!(sorted.to_string().contains("H1 accepted after"), "{sorted}");
        let mut single = trial(false);
        (1..=200).for_each(|number| add(&mut single, number));
        let (_, games) = single.decision().unwrap();
        // 0.8 × 0.0826 - 0.2 × 0.0901 = 0.0481 a game, so about 61 games.
        assert!((56..=66).contains(&games), "{games}");
    }

    #[test]
    fn texts_are_checked() {
        assert_eq!("".parse(), Ok(default_test()));
        assert_eq!(default_test().to_string().parse(), Ok(default_test()));
        for bad in ["elo0", "elo0=x", "elo0=30", "alpha=0", "beta=0.5", "gamma=1", "elo1=NaN"] {
            assert!(bad.parse::<Sprt>().is_err(), "{bad}");
        }
    }
}
