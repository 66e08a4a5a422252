//! The sequential probability ratio test: games are played until they tell
//! two hypotheses about the strength of the first player apart.

use std::{collections::BTreeMap, fmt, str::FromStr};

use super::Seat;

/// Two hypotheses and how often one may err.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// H0: the first player is stronger by so much Elo, or less.
    pub elo0: f64,
    /// H1: it is stronger by so much, or more.
    pub elo1: f64,
    /// How often H1 may be accepted though H0 holds.
    pub alpha: f64,
    /// How often H0 may be accepted though H1 holds.
    pub beta: f64,
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The first player is not stronger by `elo1`.
    H0,
    /// The first player is stronger than by `elo0`.
    H1,
}

impl Sprt {
    /// The score that an Elo difference lets expect.
    fn expected(elo: f64) -> f64 {
        1.0 / (1.0 + 10f64.powf(-elo / 400.0))
    }

    /// The logarithm of how much likelier the games are under H1 than under
    /// H0. There are no draws, so every game is a throw of a loaded coin.
    pub fn ratio(&self, wins: u64, losses: u64) -> f64 {
        let [p0, p1] = [self.elo0, self.elo1].map(Sprt::expected);
        wins as f64 * (p1 / p0).ln() + losses as f64 * ((1.0 - p1) / (1.0 - p0)).ln()
    }

    /// Wald's bounds: H0 is accepted at or below the first, H1 at or above
    /// the second.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What these games say, if they say enough.
    pub fn decide(&self, wins: u64, losses: u64) -> Option<Decision> {
        let (ratio, (low, high)) = (self.ratio(wins, losses), self.bounds());
        if ratio >= high { Some(Decision::H1) } else { (ratio <= low).then_some(Decision::H0) }
    }
}

impl FromStr for Sprt {
    type Err = String;

    /// `elo0=0 elo1=30 alpha=0.05 beta=0.05`; what is left out is as here.
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

/// A test that takes games in whatever order they end and looks at them in
/// the order of their numbers, so that workers do not change what it finds.
#[derive(Clone, Debug)]
pub struct Trial {
    sprt: Sprt,
    /// It looks after so many games: both colours of an opening.
    step: usize,
    early: BTreeMap<usize, Seat>,
    next: usize,
    wins: u64,
    decided: Option<(Decision, usize)>,
}

impl Trial {
    /// Nothing has been played yet.
    pub fn new(sprt: Sprt, step: usize) -> Trial {
        Trial { sprt, step, early: BTreeMap::new(), next: 1, wins: 0, decided: None }
    }

    /// A game has been won.
    pub fn add(&mut self, number: usize, winner: Seat) {
        self.early.insert(number, winner);
        while self.decided.is_none()
            && let Some(winner) = self.early.remove(&self.next)
        {
            self.wins += u64::from(winner == Seat::First);
            if self.next.is_multiple_of(self.step) {
                let losses = self.next as u64 - self.wins;
                let decision = self.sprt.decide(self.wins, losses);
                self.decided = decision.map(|decision| (decision, self.next));
            }
            self.next += 1;
        }
    }

    /// The decision, and after how many games it fell.
    pub fn decision(&self) -> Option<(Decision, usize)> {
        self.decided
    }
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let losses = self.next as u64 - 1 - self.wins;
        let (low, high) = self.sprt.bounds();
        write!(f, "SPRT {}: ", self.sprt)?;
        match self.decided {
            Some((Decision::H1, games)) => write!(f, "H1 accepted after {games} games")?,
            Some((Decision::H0, games)) => write!(f, "H0 accepted after {games} games")?,
            None => f.write_str("not decided")?,
        }
        let ratio = self.sprt.ratio(self.wins, losses);
        write!(f, ", log-likelihood ratio {ratio:.2} ({low:.2} to {high:.2})")
    }
}

#[cfg(test)]
mod tests;
