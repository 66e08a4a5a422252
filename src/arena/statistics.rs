//! Scores, Elo differences and ratings, with 95 % confidence intervals. Hex has
//! no draws, so all of them follow from wins and games.
//!
//! Ratings follow the model of Bradley and Terry: player i beats player j with
//! probability e^ri / (e^ri + e^rj). The most likely strengths are found by
//! Newton's method; their variances follow from the curvature at the maximum. By hand, because the
//! crates of ratings (Elo, Glicko) update them game by game, so that the order of the games would
//! count, and have no such intervals.

/// A value with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The measured value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// 95 % of a normal distribution lie within this many standard deviations.
pub const Z: f64 = 1.959_963_984_540_054;

/// The share of games won, with Wilson's interval, which is valid for few games
/// and for scores near 0 and 1.
pub fn score(wins: u64, games: u64) -> Estimate {
    let share = if games == 0 { 0.5 } else { wins as f64 / games as f64 };
    range(share, games as f64)
}

/// Wilson's interval around a share of `n` games. `n` need not be whole: it is
/// the effective number if games depend on each other.
pub fn range(value: f64, n: f64) -> Estimate {
    if n <= 0.0 {
        return Estimate { value, low: 0.0, high: 1.0 };
    }
    let stretch = 1.0 + Z * Z / n;
    let middle = (value + Z * Z / (2.0 * n)) / stretch;
    let half = Z / stretch * (value * (1.0 - value) / n + Z * Z / (4.0 * n * n)).sqrt();
    // At 0 and 1 the end of the interval is exact; this avoids rounding errors.
    let low = if value == 0.0 { 0.0 } else { middle - half };
    let high = if value == 1.0 { 1.0 } else { middle + half };
    Estimate { value, low, high }
}

/// The Elo difference at which this score is expected; infinite at 0 and 1.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The Elo difference of a score. The interval follows from that of the score;
/// it is not symmetric, since the scale is not linear.
pub fn elo_difference(score: Estimate) -> Estimate {
    Estimate { value: elo(score.value), low: elo(score.low), high: elo(score.high) }
}

/// The mean of numbers that are added one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunningMean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl RunningMean {
    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        self.merge(RunningMean { count: 1.0, sum: number, squares: number * number });
    }

    /// Adds the numbers of another mean.
    pub fn merge(&mut self, other: RunningMean) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean with its 95 % interval by the normal distribution. The interval
    /// of a single number is infinite; without numbers there is no mean.
    pub fn estimate(&self) -> Option<Estimate> {
        if self.count == 0.0 {
            return None;
        }
        let value = self.sum / self.count;
        if self.count < 2.0 {
            return Some(Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY });
        }
        // The sample variance, which corrects for the deviations from the sample's own mean.
        let squares = (self.squares - self.sum * value).max(0.0);
        let variance = squares / (self.count - 1.0);
        let half = Z * (variance / self.count).sqrt();
        Some(Estimate { value, low: value - half, high: value + half })
    }
}

/// Elo points for one unit of strength.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The ratings of all players; their mean is zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The rating of each player in Elo.
    pub elo: Vec<Estimate>,
    /// Whether a prior was needed. If the results alone set no limit to a
    /// strength (a player has won every game, for example), each player gets
    /// half a win and half a loss against an average player.
    pub with_prior: bool,
}

/// The ratings of players with these wins: `wins[i][j]` of i against j.
///
/// # Panics
///
/// If the table is not square.
pub fn ratings(wins: &[Vec<u64>]) -> Ratings {
    let with_prior = !connected(wins);
    let prior = if with_prior { 0.5 } else { 0.0 };
    let strengths = maximum(wins, prior);
    let variances = variances(&slope(wins, prior, &strengths).1);
    let estimate = |(strength, variance): (&f64, f64)| {
        let value = SCALE * strength;
        let half = SCALE * Z * variance.max(0.0).sqrt();
        Estimate { value, low: value - half, high: value + half }
    };
    Ratings { elo: strengths.iter().zip(variances).map(estimate).collect(), with_prior }
}

/// Whether every player has beaten every other, directly or through a chain of
/// wins. Only then the likelihood has a finite maximum.
fn connected(wins: &[Vec<u64>]) -> bool {
    let reached = |beats: &dyn Fn(usize, usize) -> bool| {
        let mut seen = vec![false; wins.len()];
        let mut open = vec![0];
        while let Some(i) = open.pop() {
            if !std::mem::replace(&mut seen[i], true) {
                open.extend((0..wins.len()).filter(|&j| beats(i, j)));
            }
        }
        seen.into_iter().all(|seen| seen)
    };
    wins.is_empty() || reached(&|i, j| wins[i][j] > 0) && reached(&|i, j| wins[j][i] > 0)
}

/// The gradient of the log-likelihood and its negative Hessian. `prior` wins, and as many losses,
/// are added for each player against one of strength zero. A constant is added to the Hessian to
/// make it invertible: a shift of all strengths does not change the likelihood.
fn slope(wins: &[Vec<u64>], prior: f64, strengths: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = strengths.len();
    let mut slope = vec![0.0; n];
    let mut curve = vec![vec![1.0 / n as f64; n]; n];
    for i in 0..n {
        let p = logistic(strengths[i]);
        slope[i] += prior * (1.0 - 2.0 * p);
        curve[i][i] += 2.0 * prior * p * (1.0 - p);
        for j in 0..n {
            let games = (wins[i][j] + wins[j][i]) as f64;
            let p = logistic(strengths[i] - strengths[j]);
            slope[i] += wins[i][j] as f64 - games * p;
            curve[i][i] += games * p * (1.0 - p);
            curve[i][j] -= games * p * (1.0 - p);
        }
    }
    (slope, curve)
}

/// The strengths that make the results likeliest.
fn maximum(wins: &[Vec<u64>], prior: f64) -> Vec<f64> {
    let mut strengths = vec![0.0; wins.len()];
    for _ in 0..1000 {
        let (slope, curve) = slope(wins, prior, &strengths);
        let step = solve(curve, slope);
        // Far from the maximum a full step would be too long.
        let longest = step.iter().fold(0.0, |longest: f64, s| longest.max(s.abs()));
        let damp = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        for (strength, step) in strengths.iter_mut().zip(step) {
            *strength += damp * step;
        }
        if longest < 1e-12 {
            break;
        }
    }
    let mean = strengths.iter().sum::<f64>() / strengths.len().max(1) as f64;
    strengths.iter().map(|strength| strength - mean).collect()
}

/// The variance of each strength relative to the mean of all, by the negative Hessian. The constant
/// in it does not change the variance.
fn variances(curve: &[Vec<f64>]) -> Vec<f64> {
    let n = curve.len();
    let variance = |i: usize| {
        let contrast: Vec<f64> =
            (0..n).map(|j| f64::from(u8::from(i == j)) - 1.0 / n as f64).collect();
        let spread = solve(curve.to_vec(), contrast.clone());
        contrast.iter().zip(spread).map(|(c, s)| c * s).sum()
    };
    (0..n).map(variance).collect()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Solves `matrix` x = `right` by elimination. The matrix is symmetric and
/// positive definite, so no pivoting is needed. By hand, because a library of matrices would save these
/// few lines alone.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for i in 0..n {
        let pivot = matrix[i].clone();
        for j in i + 1..n {
            let factor = matrix[j][i] / pivot[i];
            for (cell, above) in matrix[j].iter_mut().zip(&pivot).skip(i) {
                *cell -= factor * above;
            }
            right[j] -= factor * right[i];
        }
    }
    for i in (0..n).rev() {
        let solved: f64 = (i + 1..n).map(|j| matrix[i][j] * right[j]).sum();
        right[i] = (right[i] - solved) / matrix[i][i];
    }
    right
}
