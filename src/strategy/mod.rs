//! The published strategies for boards that wrap, by their rules. All of them
//! play black.
//!
//! A strategy says which moves it permits. It knows the board and its
//! evaluation, and nothing of those who ask: an agent plays one of the moves,
//! drawn from its generator, and the verifier tries them all.

mod boards;
mod bridge_rings;
mod five_rings;
mod nearest;
mod ring_band;
mod ring_master;
mod ring_view;
mod shift;
#[cfg(test)]
mod tests;
mod three_rings;

pub use self::{
    boards::Boards,
    bridge_rings::{BridgeRings, Connected},
    five_rings::FiveRings,
    ring_master::RingMaster,
    ring_view::RingView,
    shift::Shift,
    three_rings::ThreeRings,
};

use crate::{
    board::{CellSet, Position, Symmetry},
    rules::{Colour, Size},
};

/// A way to play black that is told by rules.
pub trait Strategy: Send {
    /// The name under which it is played and verified.
    fn name(&self) -> &'static str;

    /// The boards that it is for.
    fn boards(&self) -> Boards;

    /// The free cells that the rules permit: a function of the stones and of
    /// white's last move. Empty where the rules say nothing: anywhere.
    fn permitted(&self, rings: &RingView<'_>) -> CellSet;

    /// Whether the rules look the same under a symmetry of the board, once
    /// white has a stone. Those that speak of rings and of what touches do if
    /// every ring stays where it is and what is above a ring stays above it,
    /// which on a torus of two rings does not follow.
    fn respects(&self, symmetry: &Symmetry, size: Size) -> bool {
        size.rows() > 2
            && CellSet::full(size)
                .iter()
                .all(|cell| symmetry.cell(cell).row(size) == cell.row(size))
    }
}

/// The legal cells that a strategy permits black; any if none is in season.
pub fn permitted(strategy: &dyn Strategy, position: &Position) -> CellSet {
    permitted_until(strategy, position, &|| false)
}

/// The same; if `stop` says to stop, what the strategy has found by then.
pub fn permitted_until(
    strategy: &dyn Strategy,
    position: &Position,
    stop: &dyn Fn() -> bool,
) -> CellSet {
    let legal = position.legal_cells(Colour::Black);
    let permitted = strategy.permitted(&RingView::until(position, stop)).and(&legal);
    if permitted.is_empty() { legal } else { permitted }
}

/// The first of these sets that has a cell.
fn first_that_applies(mut rules: impl Iterator<Item = CellSet>) -> CellSet {
    rules.find(|cells| !cells.is_empty()).unwrap_or(CellSet::EMPTY)
}
