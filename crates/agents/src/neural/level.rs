//! The nine levels of `neural`: how far each sees.

use kring_board::{Size, Topology};

use crate::level::Sampling;

/// A level. The highest has neither limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NeuralLevel {
    pub evals: Option<u64>,
    /// Searches the moves with the highest priors one ply deep instead of a tree, and chooses so.
    pub one_ply: Option<Sampling>,
    /// Whether it stops an opponent who threatens to win in one move, or may overlook that.
    pub sees_threats: bool,
}

/// The levels 1 to 8 of a board: one-ply searches, then tree searches.
struct BoardLevels {
    /// The powers and the temperatures of the one-ply searches.
    powers: &'static [f64],
    temperatures: &'static [f64],
    /// The evaluations of the tree searches.
    evals: &'static [f64],
}

/// Calibrated to steps of about equal strength, on 9×9, 11×11 and the torus 7×7
/// (`docs/LEVELS.md`). The same one-ply search is stronger on a small rhombus, which has fewer
/// moves to see, and the torus needs more search. Level 1 does not see threats.
const RHOMBUS_81: BoardLevels = BoardLevels {
    powers: &[0.0, 0.025, 0.05, 0.109, 0.196, 0.30],
    temperatures: &[0.57, 0.52, 0.446, 0.332, 0.242, 0.17],
    evals: &[8.0, 64.0],
};
const RHOMBUS_121: BoardLevels = BoardLevels {
    powers: &[0.0, 0.036, 0.083, 0.175, 0.315, 0.62],
    temperatures: &[0.54, 0.482, 0.382, 0.27, 0.18, 0.095],
    evals: &[16.0, 88.0],
};
const TORUS: BoardLevels = BoardLevels {
    powers: &[0.0, 0.04, 0.10, 0.205, 0.40],
    temperatures: &[0.52, 0.465, 0.345, 0.245, 0.162],
    evals: &[5.0, 24.0, 95.0],
};

impl NeuralLevel {
    pub fn new(number: u64, size: Size, topology: Topology) -> NeuralLevel {
        let [small, large] = match topology {
            Topology::Torus => [TORUS, TORUS],
            Topology::Rhombus | Topology::Cylinder => [RHOMBUS_81, RHOMBUS_121],
        };
        let share = ((size.cells() as f64 - 81.0) / 40.0).clamp(0.0, 1.0);
        let between = |from: &[f64], to: &[f64], at: usize| {
            Some(from.get(at)? + share * (to.get(at)? - from.get(at)?))
        };
        let index = (number as usize).wrapping_sub(1);
        let power = between(small.powers, large.powers, index);
        let temperature = between(small.temperatures, large.temperatures, index);
        let one_ply = power.zip(temperature);
        let index = index.wrapping_sub(small.powers.len());
        let evals = between(small.evals, large.evals, index);
        NeuralLevel {
            evals: evals.map(|evals| evals.round() as u64),
            one_ply: one_ply.map(|(power, temperature)| Sampling { power, temperature }),
            sees_threats: number > 1,
        }
    }
}
