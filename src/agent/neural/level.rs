//! The nine levels of `neural`: what each of them sees.

use crate::{agent::level::Sampling, rules::Size};

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

impl Level {
    /// The level of a number from 1 to 9 on a board of this size. The steps were
    /// measured (`docs/LEVELS.md`).
    pub fn new(number: u64, size: Size) -> Level {
        let sees = |temperature| {
            let sampling = Sampling { power: 0.0, temperature };
            Level { glance: Some(Glance { moves: 16, sampling }), evals: None }
        };
        match number {
            1 => sees(0.70),
            2 => sees(0.57),
            3 => sees(0.47),
            4 => sees(0.39),
            5 => sees(0.31),
            6 => sees(0.22),
            7 => sees(0.10),
            // On small boards each position counts more.
            8 => Level {
                evals: Some(64 + 4 * 64u64.saturating_sub(size.cells() as u64)),
                glance: None,
            },
            _ => Level::default(),
        }
    }
}
