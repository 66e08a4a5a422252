//! From a winning chance for each move to a decision: what `random-spot` and
//! `coin-exact` have in common.

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::{Choice, Task, listing};
use crate::board::{Cell, CellSet, Move};

/// Decides by the winning chances of the task's moves. The best is played,
/// each of several equally often; a cell that wins at once before all others.
/// - A swap is taken if even the best move leaves less than an even chance.
/// - The first move of a game with swap is the one nearest to an even chance,
///   if it is one that the opponent may swap.
pub(super) fn decide(task: Task<'_>, chances: Vec<(Cell, f64)>) -> Choice {
    let winning = task.position.winning_cells(task.colour);
    decide_by(task, chances, winning, |chances, merit, rng| {
        let best = chances.iter().map(merit).fold(f64::NEG_INFINITY, f64::max);
        let ties: Vec<(Cell, f64)> =
            chances.iter().filter(|chance| merit(chance) == best).copied().collect();
        ties.choose(rng).copied()
    })
}

/// The same, but as listing E.5 of Trevorah's report does it: of equal moves the
/// first is played, unless the random one with which the scan begins is as
/// good; a cell that wins at once is a cell like others.
pub(super) fn decide_as_listed(task: Task<'_>, chances: Vec<(Cell, f64)>) -> Choice {
    decide_by(task, chances, CellSet::EMPTY, |chances, merit, rng| {
        listing::scan(chances, rng, |new, old, _| merit(new) > merit(old)).copied()
    })
}

/// A move and the chance to win with it.
type Chance = (Cell, f64);

fn decide_by(
    task: Task<'_>,
    chances: Vec<Chance>,
    winning: CellSet,
    choose: impl Fn(&[Chance], &dyn Fn(&Chance) -> f64, &mut ChaCha8Rng) -> Option<Chance>,
) -> Choice {
    let position = task.position;
    let balance = position.can_be_swapped(task.colour);
    let merit = |&(cell, chance): &(Cell, f64)| match (winning.contains(cell), balance) {
        (true, _) => 2.0,
        (_, true) => -(chance - 0.5).abs(),
        _ => chance,
    };
    let Some((cell, value)) = choose(&chances, &merit, task.rng) else {
        return Choice::plain(Move::Resign);
    };
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
    Choice {
        value: Some(value),
        scores: chances,
        scores_are: "chance to win with the cell, if coins colour the others",
        variation: vec![mv],
        ..Choice::plain(mv)
    }
}
