//! The two simplest agents, which others are compared with: `random`, and
//! `heuristic`, which looks one move ahead.

use kring_board::Move;
use rand::RngExt;

use super::choose;
use crate::{
    agent::{Agent, Choice, Task},
    entry::{Builder, Entry, Games, Settings},
    time_manager::TimeManager,
};

/// Plays any legal move, each equally often; a swap that is on offer counts
/// as one of them.
pub struct Random;

/// The random agent's row in the list of agents.
pub(super) const RANDOM: Entry = Entry {
    name: "random",
    summary: "plays any legal move",
    parameters: &[],
    quick: "",
    games: Games::All,
    builder: Builder::Agent(|_| Box::new(Random)),
};

impl Agent for Random {
    fn choose(&mut self, task: Task<'_>) -> Choice {
        if task.position.winner().is_some() {
            return Choice::plain(Move::Resign);
        }
        // Without a list of moves: referees of fast games live on this.
        let cells = task.position.legal_cells(task.colour);
        let swap = task.position.swap(task.colour);
        let (stones, moves) = (cells.len(), cells.len() + usize::from(swap.is_some()));
        if moves == 0 {
            return Choice::plain(Move::Resign);
        }
        let index = task.rng.random_range(..moves);
        let mv = match cells.iter().nth(index) {
            Some(cell) => Move::Cell(cell),
            None => swap.unwrap_or(Move::Resign),
        };
        let share = 1.0 / moves as f64;
        let mut scores = Vec::with_capacity(stones);
        scores.extend(cells.iter().map(|cell| (cell, share)));
        Choice { scores, ..Choice::plain(mv) }
    }
}

/// Looks one move ahead: plays the move after which the opponent's distance
/// to the goal exceeds its own by most.
pub struct Heuristic {
    settings: Settings,
}

/// The heuristic agent's row in the list of agents.
pub(super) const HEURISTIC: Entry = Entry {
    name: "heuristic",
    summary: "plays the move with the best difference of distances",
    parameters: &[choose::METRIC, choose::POTENTIAL],
    quick: "",
    games: Games::All,
    builder: Builder::Agent(|settings| Box::new(Heuristic::new(settings))),
};

impl Heuristic {
    /// With these settings.
    pub fn new(settings: &Settings) -> Heuristic {
        Heuristic { settings: settings.clone() }
    }
}

impl Agent for Heuristic {
    fn choose(&mut self, task: Task<'_>) -> Choice {
        let mut distance_eval = choose::distance_eval(&self.settings, task.position.geometry());
        let limits = TimeManager::new(&task.limits, None);
        let values = distance_eval
            .moves(task.position, task.colour, &|| limits.is_up())
            .unwrap_or_else(|| choose::quick_values(task.position, task.colour));
        choose::by_value(task, &values, &[])
    }
}
