//! What counts of wins mean. A game of Hex has no draw, so all follows from
//! wins and games.

/// A figure and the range in which the truth lies, 95 times out of 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The figure as measured.
    pub value: f64,
    /// The lower end of the range.
    pub low: f64,
    /// The upper end of the range.
    pub high: f64,
}

/// How many standard deviations hold 95 % of a normal distribution.
pub const Z: f64 = 1.959_963_984_540_054;

/// The share of games won, with Wilson's interval, which stays sound for few
/// games and for scores near 0 and 1.
pub fn score(wins: u64, games: u64) -> Estimate {
    if games == 0 {
        return Estimate { value: 0.5, low: 0.0, high: 1.0 };
    }
    range(wins as f64 / games as f64, games as f64)
}

/// Wilson's interval around a share of so many games. The number need not be
/// whole: games that depend on each other tell less, or more.
pub fn range(value: f64, n: f64) -> Estimate {
    if n <= 0.0 {
        return Estimate { value, low: 0.0, high: 1.0 };
    }
    let stretch = 1.0 + Z * Z / n;
    let middle = (value + Z * Z / (2.0 * n)) / stretch;
    let half = Z / stretch * (value * (1.0 - value) / n + Z * Z / (4.0 * n * n)).sqrt();
    // At the ends the interval is exact, which rounding would spoil.
    let low = if value == 0.0 { 0.0 } else { middle - half };
    let high = if value == 1.0 { 1.0 } else { middle + half };
    Estimate { value, low, high }
}

/// The Elo difference at which this score is expected; infinite at 0 and 1.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The Elo difference that a score shows. Its ends are those of the score's
/// interval: the scale is bent, so the range is not symmetric.
pub fn elo_difference(score: Estimate) -> Estimate {
    Estimate { value: elo(score.value), low: elo(score.low), high: elo(score.high) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        a == b || (a - b).abs() < 1e-6
    }

    #[test]
    fn wilson_intervals_are_those_of_the_books() {
        // R: prop.test(wins, games, correct = FALSE)$conf.int
        for (wins, games, low, high) in [
            (8, 10, 0.490_162_5, 0.943_317_8),
            (50, 100, 0.403_831_5, 0.596_168_5),
            (0, 10, 0.0, 0.277_532_8),
            (10, 10, 0.722_467_2, 1.0),
            (1, 1, 0.206_549_3, 1.0),
        ] {
            let found = score(wins, games);
            assert!(close(found.low, low) && close(found.high, high), "{wins}/{games}: {found:?}");
            assert!(close(found.value, wins as f64 / games as f64));
        }
        assert_eq!(score(0, 0), Estimate { value: 0.5, low: 0.0, high: 1.0 });
    }

    #[test]
    fn elo_differences_are_those_of_the_logistic_curve() {
        for (score, expected) in [
            (0.5, 0.0),
            (0.75, 190.848_501_9),
            (0.25, -190.848_501_9),
            (10.0 / 11.0, 400.0),
            (1.0, f64::INFINITY),
            (0.0, f64::NEG_INFINITY),
        ] {
            assert!(close(elo(score), expected), "{score}: {}", elo(score));
        }
    }

    #[test]
    fn the_range_of_an_elo_difference_is_that_of_its_score() {
        let even = elo_difference(score(50, 100));
        assert!(close(even.value, 0.0) && close(even.low, -even.high));
        // 400 log10(0.5961685 / 0.4038315)
        assert!((even.high - 67.668).abs() < 1e-3, "{even:?}");
        assert_eq!(elo_difference(score(10, 10)).high, f64::INFINITY);
    }
}
