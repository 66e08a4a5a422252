use rand::seq::IndexedRandom;

use super::{Agent, Choice, Task};
use crate::board::Move;

/// Plays any legal move, each equally often; a swap that is on offer counts
/// as one of them.
pub struct Random;

impl Agent for Random {
    fn choose(&mut self, task: Task<'_>) -> Choice {
        let moves = task.position.legal_moves(task.colour);
        let mv = moves.choose(task.rng).copied().unwrap_or(Move::Resign);
        let share = 1.0 / moves.len().max(1) as f64;
        let scores = moves.iter().filter_map(|mv| mv.cell()).map(|cell| (cell, share)).collect();
        Choice { scores, ..Choice::plain(mv) }
    }
}
