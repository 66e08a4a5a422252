//! From a winning chance for each move to a decision: what `random-spot` and
//! `coin-exact` have in common.

use rand::seq::IndexedRandom;

use super::{Choice, Task};
use crate::board::{Cell, Move};

/// Decides by the winning chances of the task's moves. The best is played,
/// each of several equally often; a cell that wins at once before all others.
/// - A swap is taken if even the best move leaves less than an even chance.
/// - The first move of a game with swap is the one nearest to an even chance,
///   if it is one that the opponent may swap.
pub(super) fn decide(task: Task<'_>, chances: Vec<(Cell, f64)>) -> Choice {
    let position = task.position;
    let winning = position.winning_cells(task.colour);
    let balance = position.can_be_swapped(task.colour);
    let merit = |&(cell, chance): &(Cell, f64)| match (winning.contains(cell), balance) {
        (true, _) => 2.0,
        (_, true) => -(chance - 0.5).abs(),
        _ => chance,
    };
    let best = chances.iter().map(merit).fold(f64::NEG_INFINITY, f64::max);
    let ties: Vec<(Cell, f64)> =
        chances.iter().filter(|chance| merit(chance) == best).copied().collect();
    let Some(&(cell, value)) = ties.choose(task.rng) else { return Choice::plain(Move::Resign) };
    let mv = match position.swap(task.colour) {
        Some(swap) if value < 0.5 => swap,
        _ => Move::Cell(cell),
    };
    // Who swaps, or is swapped, has the other side.
    let value = match mv {
        Move::Cell(_) if !balance => value,
        Move::Cell(_) => value.min(1.0 - value),
        _ => 1.0 - value,
    };
    Choice { value: Some(value), scores: chances, variation: vec![mv], ..Choice::plain(mv) }
}
