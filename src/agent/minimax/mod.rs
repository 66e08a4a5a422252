//! Minimax: alpha–beta search, deeper and deeper, over the same evaluation
//! as the heuristic agent, which it is exactly at depth 1.
//!
//! Most values are whole stones, so many moves are equally good. From depth 2
//! on these are told apart by the potential after the move (the number of
//! cells on cheapest ways, own less the opponent's), and what is equal still
//! by the seeded generator. Without that depth 2 wins 88 % against the
//! heuristic on 11×11, with it all but a few games in a hundred.
//!
//! - `root`: one iteration after the other, until a limit is met;
//! - `search`: the value of a position at a given depth;
//! - `table`: what is known already.

mod root;
mod search;
mod table;

use std::time::Duration;

use super::{Agent, Choice, Kind, Parameter, Settings, Task, TimeManager, verdict};
use crate::board::Move;
use root::Root;
use search::Search;
use table::Table;

/// What can be set.
pub static PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "depth",
        kind: Kind::Whole(1, 100),
        default: None,
        help: "moves to look ahead; 2 if there is no time either",
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
    verdict::METRIC,
    verdict::POTENTIAL,
];

/// How deep it looks if nothing else ends the search.
const USUAL_DEPTH: u64 = 2;

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
        TimeManager::new(&task.limits, time).with_count(depth, USUAL_DEPTH)
    }
}

impl Agent for Minimax {
    fn choose(&mut self, task: Task<'_>) -> Choice {
        let limits = self.limits(&task);
        self.table.forget();
        let race = verdict::race(&self.settings, task.position.geometry());
        let mut search = Search::new(task.position, race, &limits, &mut self.table);
        let mut root = Root::new(task.colour, verdict::asks_for_balance(task.position));
        root.deepen(&mut search, &limits);
        let mut choice = verdict::decide(task, root.values(), root.potentials());
        if let Move::Cell(cell) = choice.mv {
            choice.variation = search.variation(root.colour(), cell, root.depth());
        }
        choice.counters.push(("depth", f64::from(root.depth())));
        choice.counters.push(("nodes", search.nodes() as f64));
        choice
    }
}
