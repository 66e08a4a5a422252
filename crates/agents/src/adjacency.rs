//! Agents that count shortest paths: the adjacency players of Trevorah's report,
//! with seasons and without.

use std::cmp::Ordering;

use kring_board::{Cell, Move};
use kring_literature::adjacency::{
    MoveOutlook, PathCount, SeasonLinks, UNREACHABLE, move_outlooks,
};
use rand::RngExt;

use super::choose;
use crate::{
    agent::{Agent, Choice, Task},
    entry::{AgentEntry, SupportedGames},
    settings::{Field, Resources, Row, Settings, Word, defaults},
    time_manager::TimeManager,
};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "adjacency",
    summary: "plays for short paths, and many of them",
    quick: "",
    games: SupportedGames::All,
    settings: defaults::<AdjacencySettings>,
};

pub(super) const SEASONAL_ENTRY: AgentEntry = AgentEntry {
    name: "seasonal-adjacency",
    summary: "the same, with paths in the order of the seasons",
    settings: defaults::<SeasonalSettings>,
    ..ENTRY
};

const AGGRESSION_HELP: &str = "weight of its own paths against the opponent's";

/// With rounding they are the players of the report's listings.
const ROUNDING_HELP: &str = "scores are truncated and ties broken as in the report's listings";

/// The settings of the player that ignores seasons.
#[derive(Clone)]
pub(super) struct AdjacencySettings {
    aggression: f64,
    rounding: bool,
}

impl Default for AdjacencySettings {
    fn default() -> AdjacencySettings {
        AdjacencySettings { aggression: 0.5, rounding: false }
    }
}

impl Settings for AdjacencySettings {
    const ROWS: &'static [Row<AdjacencySettings>] = &[
        Row::own("aggression", AGGRESSION_HELP, |it| Field::Real(&mut it.aggression, 0.0, 1.0)),
        Row::own("rounding", ROUNDING_HELP, |it| Field::OneOf(&mut it.rounding)),
    ];

    fn build(&self, _: &Resources) -> Box<dyn Agent> {
        let AdjacencySettings { aggression, rounding } = *self;
        Box::new(Adjacency { aggression, rounding, links: None })
    }
}

/// The settings of the player that follows the seasons.
#[derive(Clone, Default)]
pub(super) struct SeasonalSettings {
    shared: AdjacencySettings,
    links: SeasonLinks,
}

impl Settings for SeasonalSettings {
    const ROWS: &'static [Row<SeasonalSettings>] = &[
        Row::own("aggression", AGGRESSION_HELP, |it| {
            Field::Real(&mut it.shared.aggression, 0.0, 1.0)
        }),
        Row::own("rounding", ROUNDING_HELP, |it| Field::OneOf(&mut it.shared.rounding)),
        Row::own(
            "links",
            "links of a season's cells: from the season before, to the next and back, or neither",
            |it| Field::OneOf(&mut it.links),
        ),
    ];

    fn build(&self, _: &Resources) -> Box<dyn Agent> {
        let AdjacencySettings { aggression, rounding } = self.shared;
        Box::new(Adjacency { aggression, rounding, links: Some(self.links) })
    }
}

impl Word for SeasonLinks {
    const WORDS: &'static [(&'static str, SeasonLinks)] = &[
        ("one-way", SeasonLinks::OneWay),
        ("both-ways", SeasonLinks::BothWays),
        ("same-season", SeasonLinks::Same),
    ];
}

/// Plays the move with the smallest pair (S1, S2), a random one of several:
/// S1 = Δ · own length − (1 − Δ) · the opponent's length, and
/// S2 = (1 − Δ) · the opponent's paths − Δ · own paths.
///
/// With `rounding` it is the player of the report's listings E.6 and E.7: both scores are
/// truncated to whole numbers; a goal that cannot be reached is as many steps away as the board
/// has cells; only the scores count, even where a move wins at once; and of equal moves, later
/// ones in row order are more likely.
pub struct Adjacency {
    aggression: f64,
    rounding: bool,
    /// `None` for the player that ignores seasons.
    links: Option<SeasonLinks>,
}

impl Adjacency {
    /// The pair (S1, S2) of a move on a board of `cells` cells.
    fn pair(&self, outlook: &MoveOutlook, cells: usize) -> (f64, f64) {
        let own = self.aggression;
        let other = 1.0 - self.aggression;
        let pair = |(my_length, my_paths): (f64, f64), (their_length, their_paths): (f64, f64)| {
            (own * my_length - other * their_length, other * their_paths - own * my_paths)
        };
        let mine = outlook.mine;
        let theirs = outlook.theirs;
        if !self.rounding {
            let real = |o: PathCount| (f64::from(o.length), o.paths);
            return pair(real(mine), real(theirs));
        }
        // The listings count multiplications, one less than the power. Their numbers are 32 bits
        // wide, and both casts truncate.
        let most = cells as u32;
        let whole = |PathCount { length, paths }| {
            let paths = if length - 1 > most { 0.0 } else { f64::from(paths as i32) };
            (f64::from((length - 1).min(most)), paths)
        };
        let (first, second) = pair(whole(mine), whole(theirs));
        (f64::from(first as i32), f64::from(second as i32))
    }
}

/// The move of `adjacency`; without time for it, the best move of a quick evaluation.
pub(super) fn fallback_move(task: &Task<'_>, timer: &TimeManager) -> Option<Cell> {
    let position = task.position;
    let colour = task.colour;
    let AdjacencySettings { aggression, rounding } = AdjacencySettings::default();
    let player = Adjacency { aggression, rounding, links: None };
    let Some(move_outlooks) = move_outlooks(position, colour, None, &|| !timer.is_up()) else {
        return choose::best_quick_move(position, colour);
    };
    let cells = position.size().cells();
    let pairs = move_outlooks.iter().map(|outlook| (outlook.cell, player.pair(outlook, cells)));
    pairs.min_by(|(_, a), (_, b)| order(a, b)).map(|(cell, _)| cell)
}

fn order(a: &(f64, f64), b: &(f64, f64)) -> Ordering {
    a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
}

/// The mover's lead: first in missing stones, then in paths.
fn lead(outlook: &MoveOutlook) -> (i64, f64) {
    let length = i64::from(outlook.theirs.length) - i64::from(outlook.mine.length);
    (length, outlook.mine.paths - outlook.theirs.paths)
}

impl Agent for Adjacency {
    /// Swaps if, after the best move, the opponent's distance is shorter, or equal with more paths.
    /// Plays a first move that can be swapped so that both sides are as close as possible.
    fn choose(&mut self, task: Task<'_>) -> Choice {
        let position = task.position;
        let timer = TimeManager::new(&task.limits, None);
        let Some(move_outlooks) =
            move_outlooks(position, task.colour, self.links, &|| !timer.is_up())
        else {
            let values = choose::quick_values(position, task.colour);
            return choose::by_value(task, &values, &[]);
        };
        let winning = position.winning_cells(task.colour);
        let cells = position.size().cells();
        let balance = position.can_be_swapped(task.colour);
        let merit = |outlook: &MoveOutlook| {
            if balance && !winning.contains(outlook.cell) {
                let (length, paths) = lead(outlook);
                (length.abs() as f64, paths.abs())
            } else {
                self.pair(outlook, cells)
            }
        };
        let chosen = if self.rounding {
            choose::scan_as_listed(&move_outlooks, task.rng, |new, old, rng| {
                match order(&merit(new), &merit(old)) {
                    Ordering::Equal => rng.random(),
                    order => order.is_lt(),
                }
            })
        } else {
            // A win comes before balance. The smallest pair is the best.
            let rank = |outlook: &MoveOutlook| {
                let (first, second) = merit(outlook);
                (winning.contains(outlook.cell), -first, -second)
            };
            choose::random_best(&move_outlooks, rank, task.rng)
        };
        let Some(chosen) = chosen else { return Choice::new(Move::Resign) };
        let mv = match position.swap(task.colour) {
            Some(swap) if lead(chosen) < (0, 0.0) => swap,
            _ => Move::Cell(chosen.cell),
        };
        let scores = ranks(&move_outlooks, |outlook| self.pair(outlook, cells));
        let chance = chance(chosen);
        let value = Some(if matches!(mv, Move::Cell(_)) { chance } else { 1.0 - chance });
        let counters = vec![
            ("length", f64::from(chosen.mine.length)),
            ("paths", chosen.mine.paths),
            ("opponent's length", f64::from(chosen.theirs.length)),
            ("opponent's paths", chosen.theirs.paths),
        ];
        let scores_are = "rank, from the worst cell to the best";
        Choice { value, scores, scores_are, variation: vec![mv], counters, ..Choice::new(mv) }
    }
}

/// The difference of the lengths as a number from 0 to 1.
fn chance(outlook: &MoveOutlook) -> f64 {
    let bounded = |length: u32| f64::from(length.min(UNREACHABLE));
    1.0 / (1.0 + libm::exp(bounded(outlook.mine.length) - bounded(outlook.theirs.length)))
}

/// The rank of each cell, from 1 for the best down to 0.
fn ranks(outlooks: &[MoveOutlook], pair: impl Fn(&MoveOutlook) -> (f64, f64)) -> Vec<(Cell, f64)> {
    let pairs: Vec<(f64, f64)> = outlooks.iter().map(&pair).collect();
    let sorted = choose::in_order(pairs.len(), |a, b| order(&pairs[a], &pairs[b]));
    let mut pairs: Vec<(f64, f64)> = sorted.into_iter().map(|number| pairs[number]).collect();
    pairs.dedup();
    let worst = pairs.len().max(2) - 1;
    let rank = |outlook: &MoveOutlook| {
        let rank = pairs.partition_point(|other| order(other, &pair(outlook)).is_lt());
        (outlook.cell, 1.0 - rank as f64 / worst as f64)
    };
    outlooks.iter().map(rank).collect()
}
