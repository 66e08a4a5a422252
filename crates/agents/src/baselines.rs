//! The two simplest agents, baselines for the others: `random`, and `heuristic`, which searches
//! one ply.

use kring_board::Move;
use kring_eval::distance::{DistanceEval, Metric};
use rand::RngExt;

use super::choose;
use crate::{
    agent::{Agent, Choice, Task},
    entry::{AgentEntry, SupportedGames},
    settings::{Field, Resources, Row, Settings, defaults},
    time_manager::TimeManager,
};

/// Plays a random legal move, each with the same probability; an open swap is one of them.
#[derive(Clone, Default)]
pub struct Random;

pub(super) const RANDOM: AgentEntry = AgentEntry {
    name: "random",
    summary: "plays any legal move",
    quick: "",
    games: SupportedGames::All,
    settings: defaults::<Random>,
};

/// It has no settings.
impl Settings for Random {
    const ROWS: &'static [Row<Random>] = &[];

    fn build(&self, _: &Resources) -> Box<dyn Agent> {
        Box::new(Random)
    }
}

impl Agent for Random {
    fn choose(&mut self, task: Task<'_>) -> Choice {
        if task.position.winner().is_some() {
            return Choice::new(Move::Resign);
        }
        // No list of moves is built: referees of fast games depend on the speed.
        let cells = task.position.legal_cells(task.colour);
        let swap = task.position.swap(task.colour);
        let stones = cells.len();
        let moves = cells.len() + usize::from(swap.is_some());
        if moves == 0 {
            return Choice::new(Move::Resign);
        }
        let index = task.rng.random_range(..moves);
        let mv = cells.iter().nth(index).map(Move::Cell).or(swap).unwrap_or(Move::Resign);
        let share = 1.0 / moves as f64;
        let mut scores = Vec::with_capacity(stones);
        scores.extend(cells.iter().map(|cell| (cell, share)));
        Choice { scores, ..Choice::new(mv) }
    }
}

/// Plays the move after which the opponent's distance to the goal exceeds its own by the most.
#[derive(Clone)]
pub struct Heuristic {
    metric: Metric,
    potential: bool,
}

impl Default for Heuristic {
    fn default() -> Heuristic {
        Heuristic { metric: Metric::One, potential: false }
    }
}

pub(super) const HEURISTIC: AgentEntry = AgentEntry {
    name: "heuristic",
    summary: "plays the move with the best difference of distances",
    quick: "",
    games: SupportedGames::All,
    settings: defaults::<Heuristic>,
};

/// It is nothing but its settings.
impl Settings for Heuristic {
    const ROWS: &'static [Row<Heuristic>] = &[
        Row::own("metric", choose::METRIC_HELP, |it| Field::OneOf(&mut it.metric)),
        Row::own("potential", choose::POTENTIAL_HELP, |it| Field::OneOf(&mut it.potential)),
    ];

    fn build(&self, _: &Resources) -> Box<dyn Agent> {
        Box::new(self.clone())
    }
}

impl Agent for Heuristic {
    fn choose(&mut self, task: Task<'_>) -> Choice {
        let geometry = task.position.geometry();
        let mut distance_eval = DistanceEval::new(geometry, self.metric, self.potential);
        let timer = TimeManager::new(&task.limits, None);
        let values = distance_eval
            .moves(task.position, task.colour, &|| timer.is_up())
            .unwrap_or_else(|| choose::quick_values(task.position, task.colour));
        choose::by_value(task, &values, &[])
    }
}
