//! The candidates of an analysis.

use kring_board::{Colour, Move, Position, Turns};

use super::chances::FillChances;
use crate::agent::{Candidate, Choice};
use crate::considered::insert_swap;

/// All cells, the chosen one first and then those with the best chances, and the swap.
/// The visits of a cell are the fills in which the colour has it.
pub(super) fn all(
    choice: &Choice,
    (position, colour): (&Position, Colour),
    chances: &FillChances,
    swap: Option<Move>,
) -> Vec<Candidate> {
    let is_balanced = position.can_be_swapped(colour);
    let sum: f64 = chances.cells.iter().map(|(_, chance)| chance).sum();
    let cell = |&(cell, chance): &(_, f64)| {
        let kept = if is_balanced { f64::min(chance, 1.0 - chance) } else { chance };
        let visits = chances.fills.div_ceil(2);
        Candidate::unsearched(Move::Cell(cell), visits, kept, chance / sum.max(1e-9))
    };
    let mut all: Vec<Candidate> = chances.cells.iter().map(cell).collect();
    let rank = |candidate: &Candidate| (candidate.mv == choice.mv, candidate.win_rate);
    all.sort_by(|a, b| rank(b).partial_cmp(&rank(a)).unwrap_or(std::cmp::Ordering::Equal));
    if let Some(swap) = swap {
        let best = all.first().map_or(0.5, |best| best.win_rate);
        // Under random turns a coin follows the swap.
        let theirs = if position.rules().turns == Turns::Random { chances.now } else { best };
        let found = Candidate::unsearched(swap, 0, 1.0 - theirs, 0.0);
        insert_swap(&mut all, found, choice.mv == swap);
    }
    all
}
