//! Best play for random turns: the cell that is most likely to be pivotal when fair coins colour
//! the empty cells, by counting all fills where few cells are empty, and by random fills
//! elsewhere.

mod chances;

use std::{cmp::Ordering, time::Duration};

use kring_board::{CellSet, Colour, Move, Position, Turns, host::Instant};

use self::chances::{FillChances, FillSample, allow_for_swap, is_opening};
use super::choose;
use crate::{
    agent::{Agent, Candidate, Choice, Task},
    considered::insert_swap,
    entry::{AgentEntry, SupportedGames},
    level::{FULL, LEVEL_HELP},
    parameter::{Effort, Role},
    settings::{Field, Resources, Row, Settings, defaults},
    time_manager::TimeManager,
};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "coin-exact",
    summary: "best play for random turns: the cell most likely to decide a fill by coins",
    quick: "cells=9 fills=64",
    games: SupportedGames::All,
    settings: defaults::<CoinExact>,
};

/// Random fills if there is no other limit: a few milliseconds on 11×11.
const DEFAULT_FILLS: u64 = 200_000;

/// The temperature of each level but the highest, which plays the best move. Calibrated on 7×7
/// (`docs/LEVELS.md`). All levels count the same fills.
const TEMPERATURES: [f64; 8] = [0.9, 0.74, 0.66, 0.58, 0.515, 0.455, 0.405, 0.335];

/// Under random turns on rhombus and cylinder, without seasons, the cell most likely to be
/// pivotal is the best move. With other turns and seasons this agent is the limit of `random-spot`
/// for many fills. The torus has no exact counts.
///
/// Random fills are also used where there is no time to count all of them.
#[derive(Clone)]
pub struct CoinExact {
    /// The number of empty cells up to which all fills are counted.
    cells: usize,
    fills: Option<u64>,
    time: Option<Duration>,
    level: u64,
}

impl Default for CoinExact {
    fn default() -> CoinExact {
        CoinExact { cells: 24, fills: None, time: None, level: FULL }
    }
}

/// It is nothing but its settings.
impl Settings for CoinExact {
    const ROWS: &'static [Row<CoinExact>] = &[
        Row::own(
            "cells",
            "empty cells up to which all fills are counted; each doubles the time",
            |it| Field::Whole(&mut it.cells, 0, 30),
        ),
        Row::of(
            Role::Effort(Effort::Fills),
            "random fills a move where there are more; 200000 without time=",
            |it| Field::Whole(&mut it.fills, 1, 1_000_000_000),
        ),
        Row::of(
            Role::Time,
            "seconds a move for random fills, where no number of them is given",
            |it| Field::time(&mut it.time),
        ),
        Row::of(Role::Level, LEVEL_HELP, |it| Field::Whole(&mut it.level, 1, FULL)),
    ];

    fn build(&self, _: &Resources) -> Box<dyn Agent> {
        Box::new(self.clone())
    }
}

impl CoinExact {
    /// The limits of a decision. A game's clock does not raise the number of fills, and an
    /// opening, which has other fills to come, has a fixed number of them.
    fn limits(&self, task: &Task<'_>) -> TimeManager {
        let is_opening = is_opening(task.position, task.colour);
        let is_timed = self.time.is_some() && !is_opening;
        let unset = if is_timed { u64::MAX } else { DEFAULT_FILLS };
        let fills = self.fills.unwrap_or(unset);
        if is_opening {
            TimeManager::new(&task.limits, self.time).with_count(Some(fills), fills)
        } else {
            task.search_limits(self.time, Some(fills), fills)
        }
    }

    fn chances(&self, task: &mut Task<'_>, limits: &TimeManager) -> FillChances {
        let position = task.position;
        let colour = task.colour;
        let allowed = task.allowed;
        let moves = moves(task);
        let mut watch = task.watch.take();
        // The result does not depend on who watches.
        let mut rng = task.rng.clone();
        let mut last = Instant::now();
        let see = |sample: &FillSample| {
            if let Some(watch) = &mut watch
                && last.elapsed() >= watch.every
            {
                let task = Task { allowed, ..Task::new(position, colour, &mut rng) };
                (watch.see)(&decide(task, &sample.chances(colour, &moves)));
                last = Instant::now();
            }
        };
        FillChances::of(position, colour, &moves, self.cells, limits, task.rng, see)
    }
}

impl Agent for CoinExact {
    fn choose(&mut self, mut task: Task<'_>) -> Choice {
        let limits = self.limits(&task);
        let mut chances = self.chances(&mut task, &limits);
        let is_opening = is_opening(task.position, task.colour);
        if is_opening {
            allow_for_swap(&mut chances, task.position, self.cells, &limits, task.rng);
        }
        let temperature = TEMPERATURES.get(self.level as usize - 1);
        let temperature = temperature.filter(|_| !task.endless && !is_opening);
        let drawn = temperature.and_then(|temperature| chances.draw(*temperature, task.rng));
        let winning = task.position.winning_cells(task.colour);
        let mut choice = decide(task, &chances);
        if let Some(best) = choice.mv.cell()
            && !winning.contains(best)
            && let Some((cell, value)) = drawn
        {
            choice.mv = Move::Cell(cell);
            choice.value = Some(value);
            choice.variation = vec![choice.mv];
        }
        choice
    }
}

/// The legal cells that the task allows; if it allows none of them, all.
fn moves(task: &Task<'_>) -> CellSet {
    let legal = task.position.legal_cells(task.colour);
    let allowed = task.allowed.map(|allowed| allowed.and(&legal));
    allowed.filter(|allowed| !allowed.is_empty()).unwrap_or(legal)
}

/// The best move by these chances, with all moves as candidates.
fn decide(task: Task<'_>, chances: &FillChances) -> Choice {
    let position = task.position;
    let colour = task.colour;
    let swap = position.swap(colour).filter(|_| task.allowed.is_none());
    let counter =
        if chances.is_exact { ("exact", chances.now) } else { ("fills", chances.fills as f64) };
    let choice = choose::by_win_rate(task, chances.cells.clone(), chances.now, false);
    let candidates = candidates(&choice, (position, colour), chances, swap);
    Choice { counters: vec![counter], candidates, ..choice }
}

/// All cells, the chosen one first and then those with the best chances, and the swap.
/// The visits of a cell are the fills in which the colour has it.
fn candidates(
    choice: &Choice,
    (position, colour): (&Position, Colour),
    chances: &FillChances,
    swap: Option<Move>,
) -> Vec<Candidate> {
    let is_balanced = position.can_be_swapped(colour);
    let sum: f64 = chances.cells.iter().map(|(_, chance)| chance).sum();
    let cell = |&(cell, chance): &(_, f64)| {
        let kept = if is_balanced { f64::min(chance, 1.0 - chance) } else { chance };
        let visits = chances.fills.div_ceil(2);
        Candidate::unsearched(Move::Cell(cell), visits, kept, chance / sum.max(1e-9))
    };
    let all: Vec<Candidate> = chances.cells.iter().map(cell).collect();
    let rank = |number: usize| (all[number].mv == choice.mv, all[number].win_rate);
    let compare = |a, b| rank(b).partial_cmp(&rank(a)).unwrap_or(Ordering::Equal);
    let order = choose::in_order(all.len(), compare);
    let mut all: Vec<Candidate> = order.into_iter().map(|number| all[number].clone()).collect();
    if let Some(swap) = swap {
        let best = all.first().map_or(0.5, |best| best.win_rate);
        // Under random turns a coin follows the swap.
        let theirs = if position.rules().turns == Turns::Random { chances.now } else { best };
        let found = Candidate::unsearched(swap, 0, 1.0 - theirs, 0.0);
        insert_swap(&mut all, found, choice.mv == swap);
    }
    all
}
