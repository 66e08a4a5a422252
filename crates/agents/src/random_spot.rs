//! `random-spot` plays the move that wins the most random fills of the board by fair coins.

use kring_board::Cell;
use kring_literature::coin::{CellWins, MoveWins};

use super::choose;
use crate::{
    agent::{Agent, Choice, Task},
    entry::{AgentEntry, SupportedGames},
    parameter::{Effort, Role},
    settings::{Field, Resources, Row, Settings, defaults},
    time_manager::TimeManager,
};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "random-spot",
    summary: "plays the move that wins most random fills",
    quick: "fills=64",
    games: SupportedGames::All,
    settings: defaults::<RandomSpot>,
};

/// It is nothing but its settings.
impl Settings for RandomSpot {
    const ROWS: &'static [Row<RandomSpot>] = &[
        Row::of(Role::Effort(Effort::Fills), FILLS_HELP, |it| {
            Field::Whole(&mut it.fills, 1, MOST_FILLS)
        }),
        Row::own(
            "sharing",
            "each fill counts for every cell; off: for one move only, as in Trevorah's report",
            |it| Field::OneOf(&mut it.sharing),
        ),
    ];

    fn build(&self, _: &Resources) -> Box<dyn Agent> {
        Box::new(self.clone())
    }
}

pub(super) const FILLS_HELP: &str = "random fills a move";

/// The default number of fills, and the largest.
pub(super) const FILLS: u64 = 1000;
pub(super) const MOST_FILLS: u64 = 1_000_000_000;

/// Plays the move after which it wins the most fills: the move is made, and a fair coin colours
/// each other empty cell, whatever the rules say about turns and seasons. On the torus, a fill
/// with rings of both colours is placed in random order, and the first ring wins.
///
/// A fill in which a cell happens to be its own is also a fill after the move on that cell, so
/// each fill counts for about half of the moves (see [`CellWins`]). With `sharing` off it is the
/// player of listing E.5 of Trevorah's report: each legal move has fills of its own, the number
/// of fills divided by the cells of the board (at least one), and of equal moves the first is
/// played.
#[derive(Clone)]
pub struct RandomSpot {
    fills: u64,
    sharing: bool,
}

impl Default for RandomSpot {
    fn default() -> RandomSpot {
        RandomSpot { fills: FILLS, sharing: true }
    }
}

impl RandomSpot {
    fn choose_by_all(&self, task: Task<'_>, moves: Vec<Cell>, timer: TimeManager) -> Choice {
        let timer = timer.with_count(Some(self.fills), self.fills);
        let round = if timer.is_timed() { TIMED_ROUND } else { ROUND };
        let mut wins = CellWins::new(task.position, task.colour, moves);
        let mut done = 0;
        // At least one round is needed for an answer.
        while done == 0 || timer.may_continue(done) {
            let round = (self.fills - done).min(round);
            wins.add(round, task.rng);
            done += round;
        }
        let choice = choose::by_win_rate(task, wins.chances(), wins.chance(), false);
        Choice { counters: vec![("fills", done as f64)], ..choice }
    }

    fn choose_by_own(&self, task: Task<'_>, mut moves: Vec<Cell>, timer: TimeManager) -> Choice {
        let share = (self.fills / task.position.size().cells() as u64).max(1);
        let mut spots = MoveWins::new(task.position, task.colour);
        let mut wins = vec![0; moves.len()];
        let mut done = 0;
        let timer = timer.with_count(Some(share), share);
        let round = if timer.is_timed() { TIMED_ROUND } else { ROUND };
        let go_on = || !timer.is_up();
        // An incomplete round does not count.
        while timer.may_continue(done) {
            let round = (share - done).min(round);
            let new = spots.wins(&go_on, &moves, round, task.rng);
            let Some(new) = new else { break };
            wins.iter_mut().zip(new).for_each(|(wins, new)| *wins += new);
            done += round;
        }
        if done == 0 {
            // Without any round, use the best move of a quick evaluation.
            moves = choose::best_quick_move(task.position, task.colour).into_iter().collect();
            done = share.min(TIMED_ROUND);
            wins = spots.wins(&|| true, &moves, done, task.rng).unwrap_or_default();
        }
        let chance = |wins: u64| wins as f64 / done.max(1) as f64;
        let values = moves.iter().zip(wins).map(|(&cell, wins)| (cell, chance(wins))).collect();
        let fills = done * moves.len() as u64;
        let choice = choose::by_win_rate(task, values, 0.0, true);
        Choice { counters: vec![("fills", fills as f64)], ..choice }
    }
}

/// Fills per round (and move, if not shared); fewer on a clock, so that all moves get some.
const ROUND: u64 = 1024;
const TIMED_ROUND: u64 = 64;

impl Agent for RandomSpot {
    fn choose(&mut self, task: Task<'_>) -> Choice {
        let timer = TimeManager::new(&task.limits, None);
        let moves: Vec<Cell> = task.position.legal_cells(task.colour).iter().collect();
        if self.sharing {
            self.choose_by_all(task, moves, timer)
        } else {
            self.choose_by_own(task, moves, timer)
        }
    }
}
