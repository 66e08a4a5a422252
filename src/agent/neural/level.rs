//! The nine levels of `neural`: what each of them sees.

use crate::{
    agent::level::Sampling,
    rules::{Size, Topology},
};

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
    /// How one of them is chosen.
    pub sampling: Sampling,
}

/// At most so many moves are looked at.
const MOVES: usize = 16;

/// One of the levels 1 to 8.
#[derive(Clone, Copy)]
enum Step {
    /// A look one move ahead: the power and the temperature of the sampling.
    Look(f64, f64),
    /// A search of so many evaluations.
    Search(f64),
}
use Step::{Look, Search};

/// What was measured as steps of about equal strength, on 9×9, 11×11 and the
/// torus 7×7 (`docs/LEVELS.md`). The same look is worth more on a small rhombus,
/// where fewer moves are left to see, and the torus needs more search.
const RHOMBUS_81: [Step; 8] = [
    Look(0.0, 0.75),
    Look(0.01, 0.60),
    Look(0.03, 0.52),
    Look(0.05, 0.43),
    Look(0.12, 0.30),
    Look(0.24, 0.205),
    Search(4.0),
    Search(64.0),
];
const RHOMBUS_121: [Step; 8] = [
    Look(0.0, 0.79),
    Look(0.03, 0.517),
    Look(0.06, 0.41),
    Look(0.19, 0.256),
    Look(0.325, 0.175),
    Look(0.60, 0.10),
    Search(15.0),
    Search(120.0),
];
const TORUS: [Step; 8] = [
    Look(0.04, 0.475),
    Look(0.08, 0.375),
    Look(0.155, 0.275),
    Look(0.235, 0.213),
    Look(0.50, 0.125),
    Search(9.0),
    Search(32.0),
    Search(124.0),
];

impl Step {
    /// The step at a share of the way from this one to another of its kind.
    fn towards(self, other: Step, share: f64) -> Step {
        let between = |from: f64, to: f64| from + share * (to - from);
        match (self, other) {
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
        match small.towards(*large, share) {
            Look(power, temperature) => {
                let sampling = Sampling { power, temperature };
                Level { glance: Some(Glance { moves: MOVES, sampling }), evals: None }
            }
            Search(evals) => Level { evals: Some(evals.round() as u64), glance: None },
        }
    }
}
