use std::{collections::BTreeMap, ops::RangeInclusive};

use crate::{
    arena::{
        Outcome, Seat, Tally,
        statistics::{Estimate, Z},
    },
    rules::Colour,
};

/// The games of an experiment by their numbers.
pub type Outcomes = BTreeMap<usize, Outcome>;

/// What the games of one bout say.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Wins, moves and the like.
    pub tally: Tally,
    /// The games that black won.
    pub black: u64,
    /// Black's stones at the end of each game, won or lost.
    pub stones: Mean,
    /// Rounds of two games that the first player won, drew and lost.
    pub rounds: [u64; 3],
}

impl Counts {
    /// Counts the games with these numbers.
    pub fn of(outcomes: &Outcomes, numbers: RangeInclusive<usize>) -> Counts {
        let mut counts = Counts::default();
        let games: Vec<&Outcome> = outcomes.range(numbers).map(|(_, outcome)| outcome).collect();
        for game in &games {
            counts.tally.add(game);
            let (won, black) = match game.colour {
                Colour::Black => (1, game.winner),
                Colour::White => (0, game.winner.other()),
            };
            counts.black += won;
            // Black was asked once for each of its stones.
            counts.stones.add(game.clocks[black.index()].moves as f64);
        }
        for round in games.chunks_exact(2) {
            let won = round.iter().filter(|game| game.winner == Seat::First).count();
            counts.rounds[2 - won] += 1;
        }
        counts
    }
}

/// The mean of numbers that come one by one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    /// One more number.
    pub fn add(&mut self, number: f64) {
        self.merge(Mean { count: 1.0, sum: number, squares: number * number });
    }

    /// The numbers of another mean as well.
    pub fn merge(&mut self, other: Mean) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean, with the 95 % interval of the normal distribution: infinite
    /// for a single number, and nothing without numbers.
    pub fn estimate(&self) -> Option<Estimate> {
        if self.count == 0.0 {
            return None;
        }
        let value = self.sum / self.count;
        if self.count < 2.0 {
            return Some(Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY });
        }
        // Of a sample: the deviations from its own mean are too small.
        let squares = (self.squares - self.sum * value).max(0.0);
        let variance = squares / (self.count - 1.0);
        let half = Z * (variance / self.count).sqrt();
        Some(Estimate { value, low: value - half, high: value + half })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Clock, Reason};

    /// Van den Broek averages black's stones over all games (figure 26).
    #[test]
    fn stones_are_counted_in_lost_games_too() {
        let clock = |moves| Clock { moves, ..Clock::default() };
        let game = |colour, moves: [u64; 2]| Outcome {
            swapped: false,
            winner: if colour == Colour::Black { Seat::First } else { Seat::Second },
            colour,
            reason: Reason::Connection,
            moves: moves.iter().sum(),
            clocks: moves.map(clock),
            record: 0,
        };
        let games = [game(Colour::Black, [4, 3]), game(Colour::White, [8, 8])];
        let counts = Counts::of(&(1..).zip(games).collect(), 1..=2);
        assert_eq!((counts.black, counts.stones.estimate().unwrap().value), (1, 6.0));
    }

    #[test]
    fn means_are_those_of_their_numbers() {
        let mut mean = Mean::default();
        assert_eq!(mean.estimate(), None);
        mean.add(1.0);
        assert!(mean.estimate().is_some_and(|one| one.value == 1.0 && one.low.is_infinite()));
        [3.0, 3.0, 5.0].into_iter().for_each(|number| mean.add(number));
        let Estimate { value, low, high } = mean.estimate().unwrap();
        assert_eq!(value, 3.0);
        // Three degrees of freedom: the deviation is √(8/3), and four numbers halve it.
        let half = Z * (8f64 / 3.0).sqrt() / 2.0;
        assert!((high - 3.0 - half).abs() < 1e-9 && (low + high - 6.0).abs() < 1e-9);
    }
}
