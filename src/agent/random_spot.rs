//! Each legal move gets an equal share of random fills.

use super::{Agent, Choice, Kind, Parameter, Settings, Task, chances};
use crate::{board::Cell, eval::Spots};

/// The number of random fills a move.
pub(super) const FILLS: Parameter = Parameter {
    name: "fills",
    kind: Kind::Whole(1, 1_000_000_000),
    default: Some("1000"),
    help: "random fills a move",
};

/// Plays the move after which it wins most fills: the move is made, and a fair
/// coin colours each other empty cell, whatever the rules say of turns and
/// seasons. All legal moves get equally many fills, at least one each; what does
/// not divide is left over. On the torus a fill with rings of both colours is
/// laid in random order, and the first ring wins.
pub struct RandomSpot {
    fills: u64,
}

impl RandomSpot {
    /// With these settings.
    pub fn new(settings: &Settings) -> RandomSpot {
        RandomSpot { fills: settings.whole("fills").unwrap_or(1000) }
    }
}

/// Fills for each move between two looks at whether to stop.
const ROUND: u64 = 1024;

impl Agent for RandomSpot {
    fn choose(&mut self, task: Task<'_>) -> Choice {
        let moves: Vec<Cell> = task.position.legal_cells(task.colour).iter().collect();
        let share = (self.fills / moves.len().max(1) as u64).max(1);
        let mut spots = Spots::new(task.position);
        let mut wins = vec![0; moves.len()];
        let mut done = 0;
        // Somebody may want the best answer so far after any round.
        while done < share && !(done > 0 && task.limits.stop.is_set()) {
            let round = (share - done).min(ROUND);
            let new = spots.wins(task.position, task.colour, &moves, round, task.rng);
            wins.iter_mut().zip(new).for_each(|(wins, new)| *wins += new);
            done += round;
        }
        let chance = |wins: u64| wins as f64 / done.max(1) as f64;
        let values = moves.iter().zip(wins).map(|(&cell, wins)| (cell, chance(wins))).collect();
        let fills = done * moves.len() as u64;
        let choice = chances::decide(task, values);
        Choice { counters: vec![("fills", fills as f64)], ..choice }
    }
}
