//! From the values of all moves to a decision: what `heuristic` and
//! `minimax` have in common, so that the one is exactly the other at depth 1.

use std::iter;

use rand::seq::IndexedRandom;

use super::{Choice, Kind, Parameter, Settings, Task};
use crate::{
    board::{Cell, Geometry, Move, Position},
    eval::distance::{DistanceEval, Metric, STONE, Value, WIN},
    rules::{Colour, Size},
};

/// Values from here on say that the game is won, whatever happens.
pub(super) const WON: Value = WIN - 2 * Size::MAX_CELLS as Value;

/// The parameter that says how distance is measured.
pub(super) const METRIC: Parameter = Parameter {
    name: "metric",
    kind: Kind::OneOf(&["one", "two"]),
    default: Some("one"),
    help: "distance: missing stones (one), or by the second-best neighbour (two)",
};

/// The parameter that says whether equal distances are told apart.
pub(super) const POTENTIAL: Parameter = Parameter {
    name: "potential",
    kind: Kind::SWITCH,
    default: Some("off"),
    help: "equal distances are told apart by the number of cheapest cells",
};

/// The evaluation that the settings ask for.
pub(super) fn distance_eval(settings: &Settings, geometry: &Geometry) -> DistanceEval {
    let metric = if settings.word("metric") == "two" { Metric::Two } else { Metric::One };
    DistanceEval::new(geometry, metric, settings.is_on("potential"))
}

/// The values of all moves where there is no time for the evaluation that the
/// settings ask for: a few milliseconds on any board.
pub(super) fn at_a_glance(position: &Position, colour: Colour) -> Vec<(Cell, Value)> {
    let mut distance_eval = DistanceEval::new(position.geometry(), Metric::One, false);
    distance_eval.moves(position, colour, &|| false).unwrap_or_default()
}

/// The best move at a glance, for agents that have none of their own when
/// their time is up.
pub(super) fn best_at_a_glance(position: &Position, colour: Colour) -> Option<Cell> {
    let balance = position.can_be_swapped(colour);
    let merit = |value: Value| if balance && value < WIN { -value.abs() } else { value };
    let values = at_a_glance(position, colour).into_iter();
    values.rev().max_by_key(|(_, value)| merit(*value)).map(|(cell, _)| cell)
}

/// The decision at a glance.
pub(super) fn decide_at_a_glance(task: Task<'_>) -> Choice {
    let values = at_a_glance(task.position, task.colour);
    decide(task, &values, &[])
}

/// Decides by the values of the task's moves, which stand in the order of the
/// cells. The best move is played; of several the one with the highest
/// potential, if there are potentials; of several still each equally often.
/// But
/// - a swap is taken if even the best move is worse than nothing: who swaps
///   gets what the other has now;
/// - a first move that can be swapped is the one nearest to zero: the
///   opponent takes over a better one.
pub(super) fn decide(task: Task<'_>, values: &[(Cell, Value)], potentials: &[Value]) -> Choice {
    let Some(best) = values.iter().map(|(_, value)| *value).max() else {
        return Choice::plain(Move::Resign);
    };
    let (mv, value) = match task.position.swap(task.colour) {
        Some(swap) if best < 0 => (swap, -best),
        _ => {
            let balance = task.position.can_be_swapped(task.colour);
            let merit = |value: Value| if balance { -value.abs() } else { value };
            let potentials = potentials.iter().copied().chain(iter::repeat(0));
            let rank = |(&(cell, value), potential)| ((merit(value), merit(potential)), cell);
            let ranks: Vec<_> = values.iter().zip(potentials).map(rank).collect();
            let first = ranks.iter().map(|(rank, _)| *rank).max();
            let ties: Vec<_> = ranks.into_iter().filter(|(rank, _)| Some(*rank) == first).collect();
            let chosen = ties.choose(task.rng);
            chosen.map_or((Move::Resign, best), |&((value, _), cell)| (Move::Cell(cell), value))
        }
    };
    Choice {
        value: Some(score(value)),
        scores: values.iter().map(|&(cell, value)| (cell, score(value))).collect(),
        scores_are: "difference of distances, from lost to won",
        variation: vec![mv],
        counters: vec![("value", f64::from(best) / f64::from(STONE))],
        ..Choice::plain(mv)
    }
}

/// A value as a number from 0 (lost) to 1 (won). Half of it tells leads in
/// stones apart, half of it wins: with random turns a value can be a mean of
/// both.
fn score(value: Value) -> f64 {
    let value = f64::from(value);
    let lead = 1.0 / (1.0 + (-value / f64::from(STONE)).exp());
    let win = 0.5 + 0.5 * value / f64::from(WIN);
    ((lead + win) / 2.0).clamp(0.0, 1.0)
}
