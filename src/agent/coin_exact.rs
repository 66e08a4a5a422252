//! Exact play where fair coins decide.

use super::{
    Agent, Choice, Entry, Kind, Parameter, Settings, Task, TimeManager, choose_by_win_rate,
    entry::every_game,
    random_spot::{self, RandomSpot},
};
use crate::{eval::Exact, rules::Colour};

/// What can be set.
const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "cells",
        kind: Kind::Whole(0, 30),
        default: Some("24"),
        help: "empty cells up to which all fills are counted; each doubles the time",
    },
    Parameter { help: "random fills a move where there are more", ..random_spot::FILLS },
];

/// The agent's row in the list of agents.
pub(super) const ENTRY: Entry = Entry {
    name: "coin-exact",
    summary: "best play for random turns, where few cells are left",
    parameters: PARAMETERS,
    quick: "cells=9 fills=64",
    plays: every_game,
    build: |settings| Box::new(CoinExact::new(settings)),
};

/// Plays the cell that is most likely to be pivotal when fair coins colour the
/// empty cells, by counting all fills. Under random turns on rhombus and
/// cylinder, without seasons, that is best play. With other turns and seasons it
/// is what `random-spot` plays with any number of fills. With more empty
/// cells, on the torus, and where there is no time to count all, it is `random-spot`.
pub struct CoinExact {
    cells: usize,
    beyond: RandomSpot,
}

impl CoinExact {
    /// With these settings.
    pub fn new(settings: &Settings) -> CoinExact {
        CoinExact {
            cells: settings.whole("cells").unwrap_or(24) as usize,
            beyond: RandomSpot::new(settings),
        }
    }
}

impl Agent for CoinExact {
    fn choose(&mut self, task: Task<'_>) -> Choice {
        let limits = TimeManager::new(&task.limits, None);
        let in_time = |share: f64| limits.finishes(share);
        let Some(exact) = Exact::while_going(&in_time, task.position, self.cells) else {
            return self.beyond.choose_within(task, limits);
        };
        let now = match task.colour {
            Colour::Black => exact.black,
            Colour::White => 1.0 - exact.black,
        };
        let legal = task.position.legal_cells(task.colour);
        // Who has a cell gains half of what its colour makes out.
        let values = exact
            .pivotal
            .iter()
            .filter(|(cell, _)| legal.contains(*cell))
            .map(|&(cell, pivotal)| (cell, (now + pivotal / 2.0).clamp(0.0, 1.0)))
            .collect();
        let choice = choose_by_win_rate::decide(task, values);
        Choice { counters: vec![("exact", now)], ..choice }
    }
}
