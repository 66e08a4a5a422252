//! Shortest paths and how many there are: the adjacency players of Trevorah's
//! report, with seasons and without.

use std::cmp::Ordering;

use rand::seq::IndexedRandom;

use super::{Agent, Choice, Kind, Parameter, Settings, Task, TimeManager, verdict};
use crate::{
    board::{Cell, Move, Position},
    eval::adjacency::{Prospect, Survey, UNREACHABLE},
    rules::Colour,
};

/// The parameter that both players have.
pub(super) const AGGRESSION: Parameter = Parameter {
    name: "aggression",
    kind: Kind::Real(0.0, 1.0),
    default: Some("0.5"),
    help: "weight of its own ways against the opponent's",
};

/// The parameter of the seasonal player.
pub(super) const DIRECTED: Parameter = Parameter {
    name: "directed",
    kind: Kind::SWITCH,
    default: Some("on"),
    help: "one-way links to the next season; off: ways stay in one season",
};

/// Plays the move with the least pair (S1, S2), each of several equally often:
/// S1 = Δ · its length − (1 − Δ) · the opponent's, and
/// S2 = (1 − Δ) · the opponent's paths − Δ · its own.
pub struct Adjacency {
    aggression: f64,
    survey: Survey,
}

impl Adjacency {
    /// The player that knows no seasons.
    pub fn plain(settings: &Settings) -> Adjacency {
        let aggression = settings.real("aggression").unwrap_or(0.5);
        Adjacency { aggression, survey: Survey::Plain }
    }

    /// The player with a graph for each season.
    pub fn seasonal(settings: &Settings) -> Adjacency {
        let survey = Survey::Seasonal { directed: settings.is_on("directed") };
        Adjacency { survey, ..Adjacency::plain(settings) }
    }

    /// The pair of a move.
    fn pair(&self, prospect: &Prospect) -> (f64, f64) {
        let (mine, theirs) = (prospect.mine, prospect.theirs);
        let (own, other) = (self.aggression, 1.0 - self.aggression);
        (
            own * f64::from(mine.length) - other * f64::from(theirs.length),
            other * theirs.paths - own * mine.paths,
        )
    }
}

/// A move that `adjacency` would play: for players who see nothing better. If
/// there is no time for that, the best at a glance.
pub(super) fn sensible(position: &Position, colour: Colour, limits: &TimeManager) -> Option<Cell> {
    let player = Adjacency { aggression: 0.5, survey: Survey::Plain };
    let go_on = || !limits.is_up();
    let Some(prospects) = Survey::Plain.prospects_while(&go_on, position, colour) else {
        return verdict::best_at_a_glance(position, colour);
    };
    let pairs = prospects.iter().map(|prospect| (prospect.cell, player.pair(prospect)));
    pairs.min_by(|(_, a), (_, b)| order(a, b)).map(|(cell, _)| cell)
}

fn order(a: &(f64, f64), b: &(f64, f64)) -> Ordering {
    a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
}

/// How much better off the mover is, in missing stones and then in paths.
fn lead(prospect: &Prospect) -> (i64, f64) {
    let length = i64::from(prospect.theirs.length) - i64::from(prospect.mine.length);
    (length, prospect.mine.paths - prospect.theirs.paths)
}

impl Agent for Adjacency {
    /// A swap is taken if after the best move the opponent's way is shorter
    /// than its own, or as long with more paths. A first move that can be
    /// swapped is the one that leaves both nearest to each other.
    fn choose(&mut self, task: Task<'_>) -> Choice {
        let position = task.position;
        let limits = TimeManager::new(&task.limits, None);
        let go_on = || !limits.is_up();
        let Some(prospects) = self.survey.prospects_while(&go_on, position, task.colour) else {
            return verdict::decide_at_a_glance(task);
        };
        let winning = position.winning_cells(task.colour);
        let balance = verdict::asks_for_balance(task.position) && task.colour == Colour::Black;
        let merit = |prospect: &Prospect| match balance && !winning.contains(prospect.cell) {
            true => {
                let (length, paths) = lead(prospect);
                (length.abs() as f64, paths.abs())
            }
            false => self.pair(prospect),
        };
        // A win comes before all balance.
        let wins = |prospect: &&Prospect| winning.contains(prospect.cell);
        let candidates: Vec<&Prospect> = match prospects.iter().any(|p| wins(&p)) {
            true => prospects.iter().filter(wins).collect(),
            false => prospects.iter().collect(),
        };
        let best = candidates.iter().map(|p| merit(p)).min_by(order);
        let ties: Vec<&Prospect> =
            candidates.into_iter().filter(|p| Some(merit(p)) == best).collect();
        let Some(chosen) = ties.choose(task.rng) else { return Choice::plain(Move::Resign) };
        let mv = match position.swap(task.colour) {
            Some(swap) if lead(chosen) < (0, 0.0) => swap,
            _ => Move::Cell(chosen.cell),
        };
        let scores = ranks(&prospects, |prospect| self.pair(prospect));
        let value = Some(chance(chosen));
        let counters = vec![
            ("length", f64::from(chosen.mine.length)),
            ("paths", chosen.mine.paths),
            ("opponent's length", f64::from(chosen.theirs.length)),
            ("opponent's paths", chosen.theirs.paths),
        ];
        Choice { value, scores, variation: vec![mv], counters, ..Choice::plain(mv) }
    }
}

/// The difference of the lengths as a number from 0 to 1.
fn chance(prospect: &Prospect) -> f64 {
    let bounded = |length: u32| f64::from(length.min(UNREACHABLE));
    1.0 / (1.0 + (bounded(prospect.mine.length) - bounded(prospect.theirs.length)).exp())
}

/// Each cell's place in the order, from 1 for the best down to 0.
fn ranks(prospects: &[Prospect], pair: impl Fn(&Prospect) -> (f64, f64)) -> Vec<(Cell, f64)> {
    let mut pairs: Vec<(f64, f64)> = prospects.iter().map(&pair).collect();
    pairs.sort_by(order);
    pairs.dedup();
    let worst = pairs.len().max(2) - 1;
    let rank = |prospect: &Prospect| {
        let place = pairs.partition_point(|other| order(other, &pair(prospect)).is_lt());
        (prospect.cell, 1.0 - place as f64 / worst as f64)
    };
    prospects.iter().map(rank).collect()
}
