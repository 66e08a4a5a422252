//! Each legal move gets an equal share of random fills.

use super::{Agent, Choice, Kind, Parameter, Settings, Task, TimeManager, chances, verdict};
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

/// Fills for each move at a time; fewer where a clock runs, so that all moves
/// get some.
const ROUND: u64 = 1024;
const TIMED_ROUND: u64 = 64;

impl Agent for RandomSpot {
    fn choose(&mut self, task: Task<'_>) -> Choice {
        let limits = TimeManager::new(&task.limits, None);
        self.choose_within(task, limits)
    }
}

impl RandomSpot {
    /// Decides within what is left of these limits.
    pub(super) fn choose_within(&self, task: Task<'_>, limits: TimeManager) -> Choice {
        let mut moves: Vec<Cell> = task.position.legal_cells(task.colour).iter().collect();
        let share = (self.fills / moves.len().max(1) as u64).max(1);
        let mut spots = Spots::new(task.position);
        let mut wins = vec![0; moves.len()];
        let mut done = 0;
        let limits = limits.with_count(Some(share), share);
        let round = if limits.is_timed() { TIMED_ROUND } else { ROUND };
        let go_on = || !limits.is_up();
        // A round that is not finished does not count.
        while limits.goes_on(done) {
            let round = (share - done).min(round);
            let new = spots.wins_while(&go_on, task.position, task.colour, &moves, round, task.rng);
            let Some(new) = new else { break };
            wins.iter_mut().zip(new).for_each(|(wins, new)| *wins += new);
            done += round;
        }
        if done == 0 {
            // Without any round, what looks best at a glance.
            moves = verdict::best_at_a_glance(task.position, task.colour).into_iter().collect();
            done = share.min(TIMED_ROUND);
            wins = spots.wins(task.position, task.colour, &moves, done, task.rng);
        }
        let chance = |wins: u64| wins as f64 / done.max(1) as f64;
        let values = moves.iter().zip(wins).map(|(&cell, wins)| (cell, chance(wins))).collect();
        let fills = done * moves.len() as u64;
        let choice = chances::decide(task, values);
        Choice { counters: vec![("fills", fills as f64)], ..choice }
    }
}
