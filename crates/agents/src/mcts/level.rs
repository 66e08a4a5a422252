//! The nine levels of `mcts`: what each of them sees.

use crate::level::Sampling;

/// What a level does: at most so many simulations, and how it chooses among the
/// moves that they visited. Neither limit holds for the highest.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Level {
    /// At most so many simulations.
    pub simulations: Option<u64>,
    /// Instead of the best move, one of the visited ones.
    pub sampling: Option<Sampling>,
}

/// What was measured with seasons, with random turns and with both
/// (`docs/LEVELS.md`). Level 1 does not trust its own search: it likes moves
/// better that it has hardly tried.
const LEVELS: [Level; 8] = [
    sample(200, -0.1, 0.7),
    sample(100, 0.1, 0.4),
    sample(100, 0.25, 0.25),
    sample(100, 0.25, 0.12),
    sample(150, 0.25, 0.06),
    sample(150, 0.7, 0.04),
    search(300),
    search(1800),
];

const fn sample(simulations: u64, power: f64, temperature: f64) -> Level {
    let sampling = Some(Sampling { power, temperature });
    Level { simulations: Some(simulations), sampling }
}

const fn search(simulations: u64) -> Level {
    Level { simulations: Some(simulations), sampling: None }
}

impl Level {
    /// The level of a number from 1 to 9.
    pub fn new(number: u64) -> Level {
        LEVELS.get((number as usize).wrapping_sub(1)).copied().unwrap_or_default()
    }
}
