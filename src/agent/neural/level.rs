//! The nine levels of `neural`: what each of them sees.

use crate::agent::level::Sampling;

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
