//! From the values of all moves to a decision: the best move, ties at random, and the swap. It is
//! shared by agents that value every move: `heuristic` and `minimax` ([`by_value`]), so that
//! `minimax` at depth 1 is exactly `heuristic`, and `random-spot` and `coin-exact`
//! ([`by_win_rate`]).
//!
//! A swap needs no search of its own. The player who swaps takes over the opponent's side: the
//! same board with the colours exchanged, or its mirror image. With alternating turns the swap is
//! worth exactly what the position is worth to the opponent, and its principal variation is the
//! one without the swap.

use std::{cmp::Ordering, iter};

use kring_board::{Cell, Colour, Move, Position, Size, Turns};
use kring_eval::distance::{DistanceEval, Metric, STONE, Value, WIN};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::{
    agent::{Choice, Task},
    settings::Word,
};

/// Values from here on are certain wins.
pub(super) const WON: Value = WIN - 2 * Size::MAX_CELLS as Value;

impl Word for Metric {
    const WORDS: &'static [(&'static str, Metric)] = &[("one", Metric::One), ("two", Metric::Two)];
}

pub(super) const METRIC_HELP: &str =
    "distance: missing stones (one), or by the second-best neighbour (two)";

pub(super) const POTENTIAL_HELP: &str =
    "equal distances are told apart by the number of cheapest cells";

/// The values of all moves by an evaluation that takes a few milliseconds on any board.
pub(super) fn quick_values(position: &Position, colour: Colour) -> Vec<(Cell, Value)> {
    let mut distance_eval = DistanceEval::new(position.geometry(), Metric::One, false);
    distance_eval.moves(position, colour, &|| false).unwrap_or_default()
}

/// The best move of a quick evaluation, for agents that have found none when their time is up.
pub(super) fn best_quick_move(position: &Position, colour: Colour) -> Option<Cell> {
    let balance = position.can_be_swapped(colour);
    let merit = |value: Value| if balance && value < WIN { -value.abs() } else { value };
    let values = quick_values(position, colour).into_iter();
    values.rev().max_by_key(|(_, value)| merit(*value)).map(|(cell, _)| cell)
}

/// Decides by the values of the task's moves, which are in the order of the cells. Plays the best
/// move; of several the one with the highest potential, if there are potentials; of several
/// still, a random one. Two exceptions:
/// - It swaps if even the best move has a negative value, because a swap takes over the
///   opponent's side.
/// - As a first move that can be swapped, it plays the one with a value nearest to zero, because
///   the opponent takes over a better one.
pub(super) fn by_value(task: Task<'_>, values: &[(Cell, Value)], potentials: &[Value]) -> Choice {
    let Some(best) = values.iter().map(|(_, value)| *value).max() else {
        return Choice::new(Move::Resign);
    };
    let (mv, value) = match task.position.swap(task.colour) {
        Some(swap) if best < 0 => (swap, -best),
        _ => {
            let balance = task.position.can_be_swapped(task.colour);
            let merit = |value: Value| if balance { -value.abs() } else { value };
            let potentials = potentials.iter().copied().chain(iter::repeat(0));
            let rank = |(&(cell, value), potential)| ((merit(value), merit(potential)), cell);
            let ranks: Vec<_> = values.iter().zip(potentials).map(rank).collect();
            let chosen = random_best(&ranks, |(rank, _)| *rank, task.rng);
            chosen.map_or((Move::Resign, best), |&((value, _), cell)| (Move::Cell(cell), value))
        }
    };
    Choice {
        value: Some(score(value)),
        scores: values.iter().map(|&(cell, value)| (cell, score(value))).collect(),
        scores_are: "difference of distances, from lost to won",
        variation: vec![mv],
        counters: vec![("value", f64::from(best) / f64::from(STONE))],
        ..Choice::new(mv)
    }
}

/// A value as a number from 0 (lost) to 1 (won). One half of the scale is for leads in stones,
/// the other for wins: with random turns a value can be a mean of both.
fn score(value: Value) -> f64 {
    let value = f64::from(value);
    let lead = 1.0 / (1.0 + libm::exp(-value / f64::from(STONE)));
    let win = 0.5 + 0.5 * value / f64::from(WIN);
    ((lead + win) / 2.0).clamp(0.0, 1.0)
}

/// Like [`by_value`], by the winning chances of the task's moves and the chance before a coin
/// decides who moves (`now`): under random turns a coin follows a swap. A cell that wins at once
/// comes before all others.
///
/// With `as_listed` it decides as listing E.5 of Trevorah's report does: by [`scan_as_listed`],
/// without a preference for a cell that wins at once, and without the coin after a swap.
pub(super) fn by_win_rate(
    task: Task<'_>,
    chances: Vec<(Cell, f64)>,
    now: f64,
    as_listed: bool,
) -> Choice {
    let position = task.position;
    let winning = position.winning_cells(task.colour);
    let balance = position.can_be_swapped(task.colour);
    let merit = |&(cell, chance): &(Cell, f64)| match (winning.contains(cell), balance) {
        (true, _) if !as_listed => 2.0,
        (_, true) => -(chance - 0.5).abs(),
        _ => chance,
    };
    let Some(&(cell, value)) = best(&chances, merit, as_listed, task.rng) else {
        return Choice::new(Move::Resign);
    };
    let is_random = position.rules().turns == Turns::Random && !as_listed;
    // A swap, by either player, exchanges the sides.
    let swapped = 1.0 - if is_random { now } else { value };
    let (mv, value) = match position.swap(task.colour).filter(|_| task.allowed.is_none()) {
        Some(swap) if swapped > value => (swap, swapped),
        _ if balance => (Move::Cell(cell), value.min(1.0 - value)),
        _ => (Move::Cell(cell), value),
    };
    Choice {
        value: Some(value),
        scores: chances,
        scores_are: "chance to win with the cell, if coins colour the others",
        variation: vec![mv],
        ..Choice::new(mv)
    }
}

/// The candidate with the highest merit: a random one of several, or by [`scan_as_listed`].
pub(super) fn best<'a, T>(
    candidates: &'a [T],
    merit: impl Fn(&T) -> f64,
    as_listed: bool,
    rng: &mut ChaCha8Rng,
) -> Option<&'a T> {
    if as_listed {
        scan_as_listed(candidates, rng, |new, old, _| merit(new) > merit(old))
    } else {
        random_best(candidates, merit, rng)
    }
}

/// A random one of the candidates with the highest rank.
pub(super) fn random_best<'a, T, R: PartialOrd>(
    candidates: &'a [T],
    rank: impl Fn(&T) -> R,
    rng: &mut ChaCha8Rng,
) -> Option<&'a T> {
    let best = candidates.iter().map(&rank).reduce(|a, b| if b > a { b } else { a })?;
    let ties: Vec<&T> = candidates.iter().filter(|candidate| rank(candidate) == best).collect();
    ties.choose(rng).copied()
}

/// Chooses among moves as the listings of Trevorah's report do: the scan begins with a random
/// candidate, goes through all of them in board order, and switches to each that `beats` the
/// current one. So of equal moves the first is played, unless the random one is as good.
pub(super) fn scan_as_listed<'a, T>(
    candidates: &'a [T],
    rng: &mut ChaCha8Rng,
    beats: impl Fn(&T, &T, &mut ChaCha8Rng) -> bool,
) -> Option<&'a T> {
    let mut chosen = candidates.choose(rng)?;
    for other in candidates {
        if beats(other, chosen, rng) {
            chosen = other;
        }
    }
    Some(chosen)
}

/// What a move is worth, from its chance without a swap. If it can be swapped, the opponent takes
/// the better side.
#[inline]
pub(super) fn swap_aware_value(chance: f32, can_be_swapped: bool) -> f32 {
    if can_be_swapped { chance.min(1.0 - chance) } else { chance }
}

/// The numbers below `count`, ordered by a comparison of what they number; of equals the lower
/// number first.
pub(super) fn in_order(count: usize, compare: impl Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    numbers.sort_by(|&a, &b| compare(a, b));
    numbers
}

/// A swap, followed by these expected moves of the position before it.
pub(super) fn swap_and_then(position: &Position, cells: &[Cell]) -> Vec<Move> {
    let pieces = position.game().swaps_pieces();
    let image = |cell| if pieces { position.geometry().mirrored(cell) } else { Some(cell) };
    let swap = if pieces { Move::SwapPieces } else { Move::SwapSides };
    let cells = cells.iter().copied().map_while(image).map(Move::Cell);
    [swap].into_iter().chain(cells).collect()
}
