//! The nine levels of `mcts`: how long each searches and how it chooses.

use crate::level::Sampling;

/// A level: a limit on the simulations, and the choice among the moves that they visit. The
/// highest level has neither.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MctsLevel {
    pub simulations: Option<u64>,
    /// Plays one of the visited moves instead of the best.
    pub sampling: Option<Sampling>,
}

/// Calibrated with seasons, with random turns and with both (`docs/LEVELS.md`). Level 1 distrusts
/// its own search: it prefers moves that it has hardly visited.
const LEVELS: [MctsLevel; 8] = [
    sample(200, -0.1, 0.7),
    sample(100, 0.1, 0.4),
    sample(100, 0.25, 0.25),
    sample(100, 0.25, 0.12),
    sample(150, 0.25, 0.06),
    sample(150, 0.7, 0.04),
    search(300),
    search(1800),
];

const fn sample(simulations: u64, power: f64, temperature: f64) -> MctsLevel {
    let sampling = Some(Sampling { power, temperature });
    MctsLevel { simulations: Some(simulations), sampling }
}

const fn search(simulations: u64) -> MctsLevel {
    MctsLevel { simulations: Some(simulations), sampling: None }
}

impl MctsLevel {
    pub fn new(number: u64) -> MctsLevel {
        LEVELS.get((number as usize).wrapping_sub(1)).copied().unwrap_or_default()
    }
}
