//! The nine levels of `neural`: what each of them sees.

use kring_board::{Size, Topology};

use crate::level::Sampling;

/// What a level sees. Neither limit holds for the highest.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Level {
    /// At most so many evaluations.
    pub evals: Option<u64>,
    /// Instead of a search, a look one move ahead.
    pub glance: Option<Glance>,
}

/// A look one move ahead, at the moves that the network likes best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glance {
    /// At most so many moves.
    pub moves: usize,
    /// Whether it knows that it must stop an opponent who threatens to win in
    /// one move. If not, that is one of the losses that it may overlook.
    pub sees_threats: bool,
    /// How one of them is chosen.
    pub sampling: Sampling,
}

/// At most so many moves are looked at.
const MOVES: usize = 16;

/// One of the levels 1 to 8.
#[derive(Clone, Copy)]
enum Step {
    /// A look of a beginner, who does not see threats: the power and the
    /// temperature of the sampling.
    Beginner(f64, f64),
    /// A look one move ahead: the same.
    Look(f64, f64),
    /// A search of so many evaluations.
    Search(f64),
}
use Step::{Beginner, Look, Search};

/// What was measured as steps of about equal strength, on 9×9, 11×11 and the
/// torus 7×7 (`docs/LEVELS.md`). The same look is worth more on a small rhombus,
/// where fewer moves are left to see, and the torus needs more search.
const RHOMBUS_81: [Step; 8] = [
    Beginner(0.0, 0.57),
    Look(0.025, 0.52),
    Look(0.05, 0.446),
    Look(0.109, 0.332),
    Look(0.196, 0.242),
    Look(0.30, 0.17),
    Search(8.0),
    Search(64.0),
];
const RHOMBUS_121: [Step; 8] = [
    Beginner(0.0, 0.54),
    Look(0.036, 0.482),
    Look(0.083, 0.382),
    Look(0.175, 0.27),
    Look(0.315, 0.18),
    Look(0.62, 0.095),
    Search(16.0),
    Search(88.0),
];
const TORUS: [Step; 8] = [
    Beginner(0.0, 0.52),
    Look(0.04, 0.465),
    Look(0.10, 0.345),
    Look(0.205, 0.245),
    Look(0.40, 0.162),
    Search(5.0),
    Search(24.0),
    Search(95.0),
];

impl Step {
    /// The step at a share of the way from this one to another of its kind.
    fn towards(self, other: Step, share: f64) -> Step {
        let between = |from: f64, to: f64| from + share * (to - from);
        match (self, other) {
            (Beginner(power, temperature), Beginner(p, t)) => {
                Beginner(between(power, p), between(temperature, t))
            }
            (Look(power, temperature), Look(p, t)) => {
                Look(between(power, p), between(temperature, t))
            }
            (Search(evals), Search(more)) => Search(between(evals, more)),
            _ => self,
        }
    }
}

impl Level {
    /// The level of a number from 1 to 9 on a board.
    pub fn new(number: u64, size: Size, topology: Topology) -> Level {
        let (small, large) = match topology {
            Topology::Torus => (TORUS, TORUS),
            Topology::Rhombus | Topology::Cylinder => (RHOMBUS_81, RHOMBUS_121),
        };
        let index = (number as usize).wrapping_sub(1);
        let (Some(small), Some(large)) = (small.get(index), large.get(index)) else {
            return Level::default();
        };
        let share = ((size.cells() as f64 - 81.0) / 40.0).clamp(0.0, 1.0);
        let look = |sees_threats, power, temperature| {
            let sampling = Sampling { power, temperature };
            Level { glance: Some(Glance { moves: MOVES, sees_threats, sampling }), evals: None }
        };
        match small.towards(*large, share) {
            Beginner(power, temperature) => look(false, power, temperature),
            Look(power, temperature) => look(true, power, temperature),
            Search(evals) => Level { evals: Some(evals.round() as u64), glance: None },
        }
    }
}
