use rand::RngExt;

use super::{Agent, Choice, Entry, Task, entry::every_game};
use crate::board::Move;

/// Plays any legal move, each equally often; a swap that is on offer counts
/// as one of them.
pub struct Random;

/// The agent's row in the list of agents.
pub(super) const ENTRY: Entry = Entry {
    name: "random",
    summary: "plays any legal move",
    parameters: &[],
    quick: "",
    plays: every_game,
    build: |_| Box::new(Random),
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
