//! The nine levels of `neural`: how far each sees.

use kring_board::{Size, Topology};

use crate::level::Sampling;

/// A level. The highest has neither limit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NeuralLevel {
    /// The maximum number of evaluations.
    pub evals: Option<u64>,
    /// Searches one ply instead of a tree.
    pub one_ply: Option<OnePlySearch>,
}

/// A one-ply search of the moves with the highest priors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnePlySearch {
    /// The maximum number of moves.
    pub moves: usize,
    /// Whether it stops an opponent who threatens to win in one move. If not, it may overlook
    /// that loss.
    pub sees_threats: bool,
    /// How the move is chosen.
    pub sampling: Sampling,
}

/// The maximum number of moves of a one-ply search.
const MOVES: usize = 16;

/// One of the levels 1 to 8.
#[derive(Clone, Copy)]
enum LevelStep {
    /// A one-ply search: the power and the temperature of the sampling.
    OnePly(f64, f64),
    /// A tree search of this number of evaluations.
    TreeSearch(f64),
}
use LevelStep::{OnePly, TreeSearch};

/// Calibrated to steps of about equal strength, on 9×9, 11×11 and the torus 7×7
/// (`docs/LEVELS.md`). The same one-ply search is stronger on a small rhombus, which has fewer
/// moves to see, and the torus needs more search. Level 1 does not see threats.
const RHOMBUS_81: [LevelStep; 8] = [
    OnePly(0.0, 0.57),
    OnePly(0.025, 0.52),
    OnePly(0.05, 0.446),
    OnePly(0.109, 0.332),
    OnePly(0.196, 0.242),
    OnePly(0.30, 0.17),
    TreeSearch(8.0),
    TreeSearch(64.0),
];
const RHOMBUS_121: [LevelStep; 8] = [
    OnePly(0.0, 0.54),
    OnePly(0.036, 0.482),
    OnePly(0.083, 0.382),
    OnePly(0.175, 0.27),
    OnePly(0.315, 0.18),
    OnePly(0.62, 0.095),
    TreeSearch(16.0),
    TreeSearch(88.0),
];
const TORUS: [LevelStep; 8] = [
    OnePly(0.0, 0.52),
    OnePly(0.04, 0.465),
    OnePly(0.10, 0.345),
    OnePly(0.205, 0.245),
    OnePly(0.40, 0.162),
    TreeSearch(5.0),
    TreeSearch(24.0),
    TreeSearch(95.0),
];

impl LevelStep {
    /// The interpolation between this step and another of its kind, at a share from 0 to 1.
    fn towards(self, other: LevelStep, share: f64) -> LevelStep {
        let between = |from: f64, to: f64| from + share * (to - from);
        match (self, other) {
            (OnePly(power, temperature), OnePly(p, t)) => {
                OnePly(between(power, p), between(temperature, t))
            }
            (TreeSearch(evals), TreeSearch(more)) => TreeSearch(between(evals, more)),
            _ => self,
        }
    }
}

impl NeuralLevel {
    /// The level with a number from 1 to 9 on a board.
    pub fn new(number: u64, size: Size, topology: Topology) -> NeuralLevel {
        let (small, large) = match topology {
            Topology::Torus => (TORUS, TORUS),
            Topology::Rhombus | Topology::Cylinder => (RHOMBUS_81, RHOMBUS_121),
        };
        let index = (number as usize).wrapping_sub(1);
        let (Some(small), Some(large)) = (small.get(index), large.get(index)) else {
            return NeuralLevel::default();
        };
        let share = ((size.cells() as f64 - 81.0) / 40.0).clamp(0.0, 1.0);
        match small.towards(*large, share) {
            OnePly(power, temperature) => {
                let (sees_threats, sampling) = (number > 1, Sampling { power, temperature });
                let one_ply = Some(OnePlySearch { moves: MOVES, sees_threats, sampling });
                NeuralLevel { evals: None, one_ply }
            }
            TreeSearch(evals) => NeuralLevel { evals: Some(evals.round() as u64), one_ply: None },
        }
    }
}
