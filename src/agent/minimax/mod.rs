//! Minimax: alpha–beta search, deeper and deeper, over the same evaluation
//! as the heuristic agent, which it is exactly at depth 1.
//!
//! Most values are whole stones, so many moves are equally good. From depth 2
//! on these are told apart by the potential after the move (the number of
//! cells on cheapest ways, own less the opponent's), and what is equal still
//! by the seeded generator. Without that (`ties=random`, the player of
//! Kunčarová's thesis) depth 2 wins nine of ten games against the heuristic on
//! 11×11, with it all but a few in a hundred.
//!
//! - `root`: one iteration after the other, until a limit is met;
//! - `search`: the value of a position at a given depth;
//! - `table`: what is known already.

mod root;
mod search;
mod table;

use std::time::Duration;

use super::{
    Agent, Choice, Entry, Kind, Parameter, Settings, Task, TimeManager, choose_by_value,
    entry::every_game, swap,
};
use crate::{
    board::{Move, Position},
    rules::Turns,
};
use root::Root;
use search::Search;
use table::Table;

/// What can be set.
const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "depth",
        kind: Kind::Whole(1, 100),
        default: None,
        help: "moves to look ahead; without time 2, and 1 with metric=two beyond 196 cells",
    },
    Parameter {
        name: "time",
        kind: Kind::Real(0.0, 1e6),
        default: None,
        help: "seconds to think about a move",
    },
    Parameter {
        name: "memory",
        kind: Kind::Whole(1, 65536),
        default: Some("16"),
        help: "megabytes for the table of known positions",
    },
    choose_by_value::METRIC,
    choose_by_value::POTENTIAL,
    Parameter {
        name: "ties",
        kind: Kind::OneOf(&["potential", "random"]),
        default: Some("potential"),
        help: "equal moves from depth 2 on: by the number of cheapest cells, or at random",
    },
    Parameter {
        name: "wins",
        kind: Kind::OneOf(&["soonest", "equal"]),
        default: Some("soonest"),
        help: "an earlier win is better and a later loss, or all wins are equal",
    },
];

/// The agent's row in the list of agents.
pub(super) const ENTRY: Entry = Entry {
    name: "minimax",
    summary: "looks several moves ahead, by the same difference",
    parameters: PARAMETERS,
    quick: "depth=2 memory=1",
    plays: every_game,
    build: |settings| Box::new(Minimax::new(settings)),
};

/// How deep it looks if nothing else ends the search.
const DEFAULT_DEPTH: u64 = 2;

/// The most cells for which the default depth holds with two-distances.
const MOST_CELLS_BY_TWO: usize = 14 * 14;

/// Looks several moves ahead.
pub struct Minimax {
    settings: Settings,
    table: Table,
}

impl Minimax {
    /// With these settings.
    pub fn new(settings: &Settings) -> Minimax {
        let megabytes = settings.whole("memory").unwrap_or(1) as usize;
        Minimax { settings: settings.clone(), table: Table::new(megabytes << 20) }
    }

    /// How deep to look, and how long.
    fn limits(&self, task: &Task<'_>) -> TimeManager {
        let time = self.settings.real("time").map(Duration::from_secs_f64);
        let depth = self.settings.whole("depth");
        // Two-distances on large boards are too slow for a second move.
        let is_slow = self.settings.word("metric") == "two"
            && task.position.size().cells() > MOST_CELLS_BY_TWO;
        let default = if is_slow { 1 } else { DEFAULT_DEPTH };
        TimeManager::new(&task.limits, time).with_count(depth, default)
    }
}

impl Agent for Minimax {
    fn choose(&mut self, task: Task<'_>) -> Choice {
        let limits = self.limits(&task);
        self.table.forget();
        let distance_eval =
            choose_by_value::distance_eval(&self.settings, task.position.geometry());
        let mut search = Search::new(task.position, distance_eval, &limits, &mut self.table);
        search.wins_are_equal = self.settings.word("wins") == "equal";
        let by_potential = self.settings.word("ties") != "random";
        let mut root =
            Root::new(task.colour, by_potential, task.position.can_be_swapped(task.colour));
        root.deepen(&mut search, &limits);
        let position = task.position;
        let mut choice = choose_by_value::decide(task, root.values(), root.potentials());
        choice.variation = variation(&mut search, &root, position, choice.mv);
        choice.counters.push(("depth", f64::from(root.depth())));
        choice.counters.push(("nodes", search.nodes() as f64));
        choice
    }
}

/// What is expected after a move, a swap included. Who swaps expects what
/// the best move would have been for the other; and a first move that is
/// better than nothing is swapped.
fn variation(search: &mut Search<'_>, root: &Root, position: &Position, mv: Move) -> Vec<Move> {
    let values = root.values();
    let first = mv.cell().or(values.iter().max_by_key(|(_, value)| *value).map(|(cell, _)| *cell));
    let Some(first) = first.filter(|_| mv != Move::Resign) else { return vec![mv] };
    let cells = search.variation(root.colour(), first, root.depth());
    let is_good = values.iter().any(|&(cell, value)| cell == first && value > 0);
    if mv.cell().is_none() {
        let is_random = position.rules().turns == Turns::Random;
        let expected = if is_random { 0 } else { cells.len() };
        swap::and_then(position, cells.into_iter().take(expected))
    } else if position.can_be_swapped(root.colour()) && is_good {
        let mut moves = swap::and_then(position, cells.into_iter().skip(1));
        moves.insert(0, mv);
        moves
    } else {
        cells.into_iter().map(Move::Cell).collect()
    }
}
