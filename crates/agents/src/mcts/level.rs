//! The nine levels of `mcts`: how long each searches and how it chooses.

use crate::level::Sampling;

/// The simulations of each level but the highest, and how it chooses among the moves that they
/// visit, if it does not play the best. Calibrated with seasons, with random turns and with both
/// (`docs/LEVELS.md`). Level 1 distrusts its own search: it prefers moves that it has hardly
/// visited.
const LEVELS: [(u64, Option<Sampling>); 8] = [
    (200, Some(Sampling { power: -0.1, temperature: 0.7 })),
    (100, Some(Sampling { power: 0.1, temperature: 0.4 })),
    (100, Some(Sampling { power: 0.25, temperature: 0.25 })),
    (100, Some(Sampling { power: 0.25, temperature: 0.12 })),
    (150, Some(Sampling { power: 0.25, temperature: 0.06 })),
    (150, Some(Sampling { power: 0.7, temperature: 0.04 })),
    (300, None),
    (1800, None),
];

/// The maximum number of simulations of a level from 1 to 9, and its choice.
pub(super) fn level(number: u64) -> (u64, Option<Sampling>) {
    LEVELS.get((number as usize).wrapping_sub(1)).copied().unwrap_or((u64::MAX, None))
}
