//! The two simplest agents, baselines for the others: `random`, and `heuristic`, which searches
//! one ply.

use kring_board::Move;
use rand::RngExt;

use super::choose;
use crate::{
    agent::{Agent, Choice, Task},
    entry::{AgentBuilder, AgentEntry, AgentSettings, SupportedGames},
    time_manager::TimeManager,
};

/// Plays a random legal move, each with the same probability; an open swap is one of them.
pub struct Random;

pub(super) const RANDOM: AgentEntry = AgentEntry {
    name: "random",
    summary: "plays any legal move",
    parameters: &[],
    quick: "",
    games: SupportedGames::All,
    builder: AgentBuilder::Agent(|_| Box::new(Random)),
};

impl Agent for Random {
    fn choose(&mut self, task: Task<'_>) -> Choice {
        if task.position.winner().is_some() {
            return Choice::new(Move::Resign);
        }
        // No list of moves is built: referees of fast games depend on the speed.
        let cells = task.position.legal_cells(task.colour);
        let swap = task.position.swap(task.colour);
        let (stones, moves) = (cells.len(), cells.len() + usize::from(swap.is_some()));
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
pub struct Heuristic(AgentSettings);

pub(super) const HEURISTIC: AgentEntry = AgentEntry {
    name: "heuristic",
    summary: "plays the move with the best difference of distances",
    parameters: &[choose::METRIC, choose::POTENTIAL],
    quick: "",
    games: SupportedGames::All,
    builder: AgentBuilder::Agent(|settings| Box::new(Heuristic(settings.clone()))),
};

impl Agent for Heuristic {
    fn choose(&mut self, task: Task<'_>) -> Choice {
        let mut distance_eval = choose::distance_eval(&self.0, task.position.geometry());
        let timer = TimeManager::new(&task.limits, None);
        let values = distance_eval
            .moves(task.position, task.colour, &|| timer.is_up())
            .unwrap_or_else(|| choose::quick_values(task.position, task.colour));
        choose::by_value(task, &values, &[])
    }
}
