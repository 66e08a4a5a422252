use std::collections::HashMap;

use super::{
    Distinct, Outcome, Schedule, Seat,
    statistics::{self, Estimate},
};

/// The games of a match two by two: the same opening with both colours. An
/// opening that favours one colour gives each player a win, which single
/// games take for chance and pairs do not. Chess counts five results of a
/// pair (the pentanomial); without draws three of them are left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Pairs of which the first player won no game, one, both.
    counts: [u64; 3],
    distinct: Distinct,
    /// The number of the match's first game.
    first: usize,
    /// Pairs of which one game is over: whether the first player won it.
    halves: HashMap<usize, (bool, u64)>,
}

impl Pairs {
    /// Of a match in which nothing has been played yet; none if each opening
    /// is played with one colour only.
    pub fn of(schedule: &Schedule) -> Option<Pairs> {
        let first = *schedule.numbers().start();
        schedule.is_paired().then(|| Pairs { first, ..Pairs::default() })
    }

    /// Counts a game.
    pub fn add(&mut self, number: usize, outcome: &Outcome) {
        let pair = (number - self.first) / 2;
        let won = outcome.winner == Seat::First;
        match self.halves.remove(&pair) {
            None => drop(self.halves.insert(pair, (won, outcome.record))),
            Some((other, record)) => {
                self.counts[usize::from(won) + usize::from(other)] += 1;
                // The same whichever of the two ended first.
                self.distinct.add(record ^ outcome.record);
            }
        }
    }

    /// Pairs of which the first player won no game, one, both.
    pub fn counts(&self) -> [u64; 3] {
        self.counts
    }

    /// How many pairs there are.
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// How many of them are different.
    pub fn different(&self) -> u64 {
        self.distinct.count().min(self.count())
    }

    /// The score of the first player over all pairs. Its range is that of as
    /// many single games as tell as much as the different pairs do.
    pub fn score(&self) -> Estimate {
        let [lost, split, won] = self.counts.map(|count| count as f64);
        let pairs = lost + split + won;
        let value = if pairs == 0.0 { 0.5 } else { (won + split / 2.0) / pairs };
        // Half a pair of each kind more: nothing was seen of what is rare.
        let shares = [lost, split, won].map(|count| (count + 0.5) / (pairs + 1.5));
        let mean = shares[2] + shares[1] / 2.0;
        let variance: f64 =
            [0.0, 0.5, 1.0].iter().zip(shares).map(|(x, p)| p * (x - mean) * (x - mean)).sum();
        // Of a single game it is this, and of the mean of two half of it.
        let games = self.different() as f64 * mean * (1.0 - mean) / variance;
        statistics::range(value, games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(counts: [u64; 3]) -> Pairs {
        let mut pairs = Pairs { counts, first: 1, ..Pairs::default() };
        (0..counts.iter().sum()).for_each(|record| pairs.distinct.add(record));
        pairs
    }

    #[test]
    fn pairs_tell_more_than_games_where_colours_decide() {
        let width = |range: Estimate| range.high - range.low;
        // 100 games in which black always wins, but for a few.
        let decided = pairs([2, 44, 4]).score();
        assert_eq!(decided.value, 0.52);
        // With half a pair more of each kind the variance of a pair is 0.0336,
        // and that of two independent games would be 0.1248: √0.27 = 0.52.
        let ratio = width(decided) / width(statistics::score(52, 100));
        assert!((0.51..0.54).contains(&ratio), "{ratio}");
        // Where both games of a pair end independently there is no difference.
        let loose = pairs([25, 50, 25]).score();
        let ratio = width(loose) / width(statistics::score(100, 200));
        assert!((0.95..1.05).contains(&ratio), "{ratio}");
        // Where they always end the same, two games are worth one.
        let bound = pairs([50, 0, 50]).score();
        let ratio = width(bound) / width(statistics::score(50, 100));
        assert!((0.95..1.05).contains(&ratio), "{ratio}");
        let none = pairs([0; 3]).score();
        assert_eq!((none.value, none.low, none.high), (0.5, 0.0, 1.0));
    }
}
