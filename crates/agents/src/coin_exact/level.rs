//! The nine levels of `coin-exact`.
//!
//! All levels count the same fills. A weak level draws its move: the less a move gains compared
//! with the best one, the more rarely it is played.

use kring_board::Cell;
use rand_chacha::ChaCha8Rng;

use super::chances::FillChances;
use crate::level::weighted;

/// The temperature of each level but the highest, which plays the best move. Calibrated on 7×7
/// (`docs/LEVELS.md`).
const TEMPERATURES: [f64; 8] = [0.9, 0.74, 0.66, 0.58, 0.515, 0.455, 0.405, 0.335];

/// The temperature of a level from 1 to 9; `None` for the highest.
pub(super) fn temperature(level: u64) -> Option<f64> {
    TEMPERATURES.get((level as usize).wrapping_sub(1)).copied()
}

/// Draws a move in proportion to exp(−(loss / temperature)²). The loss of a move is the share of
/// the best move's gain that it misses: 0 for the best move, 1 for one that decides nothing.
pub(super) fn draw(
    chances: &FillChances,
    temperature: f64,
    rng: &mut ChaCha8Rng,
) -> Option<(Cell, f64)> {
    let gain = chances.gain().max(1e-9);
    let weight = |(_, chance): (Cell, f64)| {
        let loss = (1.0 - (chance - chances.now) / gain) / temperature;
        libm::exp(-loss * loss)
    };
    weighted(chances.cells.iter().copied(), weight, rng)
}
