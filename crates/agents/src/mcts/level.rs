//! The nine levels of `mcts`: how long each searches and how it chooses.

use crate::level::Sampling;

/// A level: a limit on the simulations, and the choice among the moves that they visit. The
/// highest level has neither.
#[derive(Clone, Copy)]
pub struct MctsLevel {
    pub simulations: Option<u64>,
    /// Plays one of the visited moves instead of the best.
    pub sampling: Option<Sampling>,
}

/// Calibrated with seasons, with random turns and with both (`docs/LEVELS.md`). Level 1 distrusts
/// its own search: it prefers moves that it has hardly visited.
/// Simulations, and the power and the temperature of sampling.
const LEVELS: [(u64, Option<(f64, f64)>); 8] = [
    (200, Some((-0.1, 0.7))),
    (100, Some((0.1, 0.4))),
    (100, Some((0.25, 0.25))),
    (100, Some((0.25, 0.12))),
    (150, Some((0.25, 0.06))),
    (150, Some((0.7, 0.04))),
    (300, None),
    (1800, None),
];

impl MctsLevel {
    pub fn new(number: u64) -> MctsLevel {
        let level = LEVELS.get((number as usize).wrapping_sub(1));
        let sampling = level.and_then(|(_, sampling)| *sampling);
        MctsLevel {
            simulations: level.map(|(simulations, _)| *simulations),
            sampling: sampling.map(|(power, temperature)| Sampling { power, temperature }),
        }
    }
}
