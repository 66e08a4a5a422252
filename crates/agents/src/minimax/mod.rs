//! Minimax: alpha–beta search with iterative deepening, over the same evaluation as the agent
//! `heuristic`. At depth 1 both play the same moves.
//!
//! Most values are whole stones, and many moves are equally good. From depth 2 on, the potential
//! after the move (the number of cells on shortest paths, own minus the opponent's) breaks these
//! ties, and the seeded rng those that remain. Without the potential (`ties=random`, the player
//! of Kunčarová's thesis) depth 2 wins nine of ten games against the heuristic on 11×11; with it,
//! it loses only a few in a hundred.

mod search;
mod table;

use std::time::Duration;

use kring_board::{Cell, CellSet, Colour, Move, Turns};
use kring_eval::distance::{DistanceEval, Metric, Value, WIN};

use self::search::{AlphaBeta, INFINITE};
pub use self::table::MinimaxTable;
use super::choose::{self, WON, swap_and_then};
use crate::{
    agent::{Agent, Choice, Task},
    entry::{AgentEntry, SupportedGames},
    parameter::Role,
    settings::{Field, Resources, Row, Settings, Word, defaults},
    time_manager::TimeManager,
};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "minimax",
    summary: "looks several moves ahead, by the same difference",
    quick: "depth=2 memory=1",
    games: SupportedGames::All,
    settings: defaults::<MinimaxSettings>,
};

#[derive(Clone)]
pub struct MinimaxSettings {
    depth: Option<u64>,
    time: Option<Duration>,
    /// Megabytes.
    memory: usize,
    metric: Metric,
    potential: bool,
    ties: Ties,
    wins: Wins,
}

impl Default for MinimaxSettings {
    fn default() -> MinimaxSettings {
        MinimaxSettings {
            depth: None,
            time: None,
            memory: 16,
            metric: Metric::One,
            potential: false,
            ties: Ties::Potential,
            wins: Wins::Soonest,
        }
    }
}

/// What decides between equal moves from depth 2 on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ties {
    Potential,
    Random,
}

impl Word for Ties {
    const WORDS: &'static [(&'static str, Ties)] =
        &[("potential", Ties::Potential), ("random", Ties::Random)];
}

/// Which of several wins is best.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wins {
    Soonest,
    Equal,
}

impl Word for Wins {
    const WORDS: &'static [(&'static str, Wins)] =
        &[("soonest", Wins::Soonest), ("equal", Wins::Equal)];
}

impl Settings for MinimaxSettings {
    const ROWS: &'static [Row<MinimaxSettings>] = &[
        Row::of(
            Role::Depth,
            "moves to look ahead; without time 2, and 1 with metric=two beyond 196 cells",
            |it| Field::Whole(&mut it.depth, 1, MOST_DEPTH as u64),
        ),
        Row::of(Role::Time, "seconds to think about a move", |it| Field::time(&mut it.time)),
        Row::of(Role::Memory, "megabytes for the transposition table", |it| {
            Field::Whole(&mut it.memory, 1, 65_536)
        }),
        Row::own("metric", choose::METRIC_HELP, |it| Field::OneOf(&mut it.metric)),
        Row::own("potential", choose::POTENTIAL_HELP, |it| Field::OneOf(&mut it.potential)),
        Row::own(
            "ties",
            "equal moves from depth 2 on: by the number of cheapest cells, or at random",
            |it| Field::OneOf(&mut it.ties),
        ),
        Row::own(
            "wins",
            "an earlier win is better and a later loss, or all wins are equal",
            |it| Field::OneOf(&mut it.wins),
        ),
    ];

    fn build(&self, _: &Resources) -> Box<dyn Agent> {
        let table = MinimaxTable::new(self.memory << 20);
        Box::new(Minimax { settings: self.clone(), table })
    }
}

const DEFAULT_DEPTH: u64 = 2;

/// The largest board on which the default depth also holds for two-distances.
const MOST_CELLS_BY_TWO: usize = 14 * 14;

pub struct Minimax {
    settings: MinimaxSettings,
    table: MinimaxTable,
}

impl Minimax {
    fn limits(&self, task: &Task<'_>) -> TimeManager {
        // Two-distances on large boards are too slow for a second ply.
        let is_slow =
            self.settings.metric == Metric::Two && task.position.size().cells() > MOST_CELLS_BY_TWO;
        let default = if is_slow { 1 } else { DEFAULT_DEPTH };
        TimeManager::new(&task.limits, self.settings.time).with_count(self.settings.depth, default)
    }
}

impl Agent for Minimax {
    fn choose(&mut self, task: Task<'_>) -> Choice {
        let limits = self.limits(&task);
        self.table.forget();
        let MinimaxSettings { metric, potential, ties, wins, .. } = self.settings;
        let distance_eval = DistanceEval::new(task.position.geometry(), metric, potential);
        let mut search = AlphaBeta::new(task.position, distance_eval, &limits, &mut self.table);
        search.wins_are_equal = wins == Wins::Equal;
        let by_potential = ties == Ties::Potential;
        let mut root =
            RootMoves::new(task.colour, by_potential, task.position.can_be_swapped(task.colour));
        if limits.saves_time() && task.is_forced() {
            root.search_one_ply(&mut search);
        } else {
            root.deepen(&mut search, &limits);
        }
        let mut choice = choose::by_value(task, &root.values, &root.potentials);
        choice.variation = variation(&mut search, &root, choice.mv);
        choice.counters.push(("depth", f64::from(root.depth)));
        choice.counters.push(("nodes", search.nodes as f64));
        choice
    }
}

/// The principal variation after a move, which may be a swap. After a swap, the opponent's best
/// move without it is expected; a first move with a positive value is swapped.
fn variation(search: &mut AlphaBeta<'_>, root: &RootMoves, mv: Move) -> Vec<Move> {
    let values = &root.values;
    let first = mv.cell().or(values.iter().max_by_key(|(_, value)| *value).map(|(cell, _)| *cell));
    let Some(first) = first.filter(|_| mv != Move::Resign) else { return vec![mv] };
    let cells = search.variation(root.colour, first, root.depth);
    let position = &search.position;
    let is_good = values.iter().any(|&(cell, value)| cell == first && value > 0);
    if mv.cell().is_none() {
        let is_random = position.rules().turns == Turns::Random;
        let expected = if is_random { 0 } else { cells.len() };
        swap_and_then(position, &cells[..expected])
    } else if position.can_be_swapped(root.colour) && is_good {
        let mut moves = swap_and_then(position, &cells[1..]);
        moves.insert(0, mv);
        moves
    } else {
        cells.into_iter().map(Move::Cell).collect()
    }
}

const MOST_DEPTH: usize = 100;

/// The moves at the root during iterative deepening. The values of the best moves are exact;
/// those of worse moves are upper bounds.
struct RootMoves {
    colour: Colour,
    by_potential: bool,
    /// All values must be exact, not only the best.
    exact: bool,
    winning: CellSet,
    /// In the order of the cells.
    values: Vec<(Cell, Value)>,
    /// The potential of each move, in this order; empty at depth 1, and with random ties.
    potentials: Vec<Value>,
    /// The depth of the last complete iteration.
    depth: u8,
}

impl RootMoves {
    fn new(colour: Colour, by_potential: bool, exact: bool) -> RootMoves {
        let values = Vec::new();
        let potentials = Vec::new();
        let winning = CellSet::EMPTY;
        RootMoves { colour, by_potential, exact, winning, values, potentials, depth: 0 }
    }

    fn best(&self) -> Value {
        self.values.iter().map(|(_, value)| *value).max().unwrap_or(0)
    }

    /// Deepens until `depth`, the clock or a decided game ends the search. If all wins are equal,
    /// a decided game does not end it, because there can be other wins to find.
    fn deepen(&mut self, search: &mut AlphaBeta<'_>, limits: &TimeManager) {
        self.search_one_ply(search);
        let deepest = search.position.empty_count().min(MOST_DEPTH) as u64;
        let depth = limits.count.min(deepest) as u8;
        // A decided game does not end it either where an even move is wanted.
        let decided = if search.wins_are_equal || self.exact { INFINITE } else { WON };
        if self.depth == 0 || self.depth >= depth || self.best().abs() >= decided {
            return;
        }
        self.winning = search.position.winning_cells(self.colour);
        if self.by_potential {
            let Some(potentials) = search.potentials(self.colour, &self.values) else { return };
            self.potentials = potentials;
        }
        let mut in_time = true;
        while in_time && self.depth < depth && self.best().abs() < decided {
            in_time = self.search_next_depth(search);
        }
    }

    /// The first iteration. If there is no time for it, uses a quicker evaluation.
    fn search_one_ply(&mut self, search: &mut AlphaBeta<'_>) {
        let win = search.win();
        let moves = search.values_now(self.colour);
        self.depth = u8::from(moves.is_some());
        let moves = moves.unwrap_or_else(|| choose::quick_values(&search.position, self.colour));
        let value = |value| if value == WIN { win } else { value };
        self.values = moves.into_iter().map(|(cell, now)| (cell, value(now))).collect();
    }

    /// Runs the next iteration, and returns whether it was completed. Results of an incomplete
    /// iteration count: its first move is the best one so far.
    fn search_next_depth(&mut self, search: &mut AlphaBeta<'_>) -> bool {
        let rank = |i: usize| (self.values[i].1, self.potentials.get(i));
        let order = choose::in_order(self.values.len(), |a, b| rank(b).cmp(&rank(a)));
        let mut best = -INFINITE;
        for (searched, &i) in order.iter().enumerate() {
            // One below the best value, so that moves that are as good have exact values too.
            let alpha = if self.exact { -INFINITE } else { (best - 1).max(-INFINITE) };
            let cell = self.values[i].0;
            let value = if self.winning.contains(cell) {
                Some(WIN)
            } else {
                search.after(self.colour, cell, self.depth, alpha, INFINITE)
            };
            let Some(value) = value else {
                if searched > 0 {
                    let rest = &order[searched..];
                    rest.iter().for_each(|&i| self.values[i].1 = self.values[i].1.min(best - 1));
                }
                return false;
            };
            self.values[i].1 = value;
            best = best.max(value);
        }
        self.depth += 1;
        true
    }
}
