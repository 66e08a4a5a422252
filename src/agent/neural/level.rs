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

/// A level that looks at so many moves at most, of which few are bad.
const MOVES: usize = 16;

/// The levels 1 to 6, as `Sampling { power, temperature }`, and the evaluations
/// of the levels 7 and 8.
struct Steps {
    glances: [(f64, f64); 6],
    evals: [f64; 2],
}

/// What was measured as nine steps of about equal strength, on 9×9, 11×11 and
/// the torus 7×7 (`docs/LEVELS.md`). The same look is worth more on a small
/// rhombus, where fewer moves are left to see, and the torus needs more search.
const RHOMBUS_81: Steps = Steps {
    glances: [(0.0, 0.75), (0.01, 0.60), (0.03, 0.52), (0.05, 0.43), (0.08, 0.35), (0.13, 0.29)],
    evals: [4.0, 64.0],
};
const RHOMBUS_121: Steps = Steps {
    glances: [(0.0, 0.79), (0.02, 0.55), (0.06, 0.41), (0.12, 0.30), (0.25, 0.20), (0.68, 0.09)],
    evals: [10.0, 64.0],
};
const TORUS: Steps = Steps {
    glances: [(0.0, 0.67), (0.03, 0.53), (0.06, 0.42), (0.11, 0.32), (0.20, 0.235), (0.50, 0.125)],
    evals: [32.0, 124.0],
};

impl Level {
    /// The level of a number from 1 to 9 on a board.
    pub fn new(number: u64, size: Size, topology: Topology) -> Level {
        let (small, large) = match topology {
            Topology::Torus => (TORUS, TORUS),
            Topology::Rhombus | Topology::Cylinder => (RHOMBUS_81, RHOMBUS_121),
        };
        let share = ((size.cells() as f64 - 81.0) / 40.0).clamp(0.0, 1.0);
        let between = |small: f64, large: f64| small + share * (large - small);
        match number as usize {
            number @ 1..=6 => {
                let (small, large) = (small.glances[number - 1], large.glances[number - 1]);
                let power = between(small.0, large.0);
                let sampling = Sampling { power, temperature: between(small.1, large.1) };
                Level { glance: Some(Glance { moves: MOVES, sampling }), evals: None }
            }
            number @ 7..=8 => {
                let evals = between(small.evals[number - 7], large.evals[number - 7]);
                Level { evals: Some(evals.round() as u64), glance: None }
            }
            _ => Level::default(),
        }
    }
}
