//! The agent that plays the cell on the most winning paths of random fills.

use kring_board::{Cell, CellSet, Colour, Move};
use kring_eval::{Playouts, first_boards};
use kring_literature::adjacency::{Links, PathSampler};

use super::{adjacency, choose, random_spot};
use crate::{
    agent::{Agent, Choice, Task},
    entry::{AgentEntry, SupportedGames},
    parameter::{Effort, Role},
    settings::{Field, Resources, Row, Settings, defaults},
    time_manager::TimeManager,
};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "random-path",
    summary: "plays the cell on most winning paths of random fills",
    quick: "fills=16",
    games: SupportedGames::All,
    settings: defaults::<RandomPath>,
};

/// It is nothing but its settings.
impl Settings for RandomPath {
    const ROWS: &'static [Row<RandomPath>] = &[
        Row::of(Role::Effort(Effort::Fills), random_spot::FILLS_HELP, |it| {
            Field::Whole(&mut it.fills, 1, random_spot::MOST_FILLS)
        }),
        Row::own("both", "the opponent's winning paths count as well", |it| {
            Field::OneOf(&mut it.both)
        }),
        Row::own(
            "fallback",
            "helps where no fill is won; off: any move then, as in Trevorah's report",
            |it| Field::OneOf(&mut it.fallback),
        ),
    ];

    fn build(&self, _: &Resources) -> Box<dyn Agent> {
        Box::new(self.clone())
    }
}

/// Boards per batch of fills, in words of 64.
const W: usize = 8;

/// Colours all empty cells by fair coins, again and again, whatever the rules say about turns and
/// seasons. In each fill that it wins, each legal cell on the winning path scores one. It plays
/// the cell with the highest score, a random one of several. The path is one with the fewest new
/// stones, found breadth-first in random order among equals: stones on the board cost nothing, as
/// in the report. On the torus the path is a cheapest ring of the colour that completes the first
/// ring when the stones of the fill are placed in random order.
///
/// With `both`, the opponent's paths in the other fills count the same. They also count if no
/// fill is won, or if no path has a legal cell; if that does not help, it plays a move of
/// `adjacency`.
///
/// With `fallback` off it is the player of listing E.4 of Trevorah's report: where no path has a
/// legal cell, it plays a random move; the search for a path begins at the first side; and of
/// equal moves the first is played, unless the random one with which the listing begins is as
/// good.
#[derive(Clone)]
pub struct RandomPath {
    fills: u64,
    both: bool,
    fallback: bool,
}

impl Default for RandomPath {
    fn default() -> RandomPath {
        RandomPath { fills: random_spot::FILLS, both: false, fallback: true }
    }
}

/// How often each cell lies on a winning path of each colour.
struct PathTally {
    fills: u64,
    wins: [u64; 2],
    paths: [Vec<u64>; 2],
}

impl RandomPath {
    /// Fills the board and follows the paths of one colour, of both, or of neither.
    fn tally(&self, task: &mut Task<'_>, timer: &TimeManager, follow: [bool; 2]) -> PathTally {
        let position = task.position;
        let sampler = |colour: Colour| {
            let mut links = Links::new(position.geometry(), colour);
            links.build(position.stones(colour), position.stones(colour.other()));
            PathSampler::new(links, !self.fallback)
        };
        let mut samplers = Colour::each(sampler);
        let mut playouts = Playouts::<W>::of_coins(position.game());
        playouts.prepare(position, task.colour, &[]);
        let cells = position.size().cells();
        let mut tally =
            PathTally { fills: 0, wins: [0; 2], paths: [vec![0; cells], vec![0; cells]] };
        // The winner of a fill is found quickly; following its path takes time.
        let least = u64::from(follow == [false; 2]);
        while tally.fills < least || timer.may_continue(tally.fills) {
            let boards = (self.fills - tally.fills).min(64 * W as u64);
            let black = playouts.play(task.rng, first_boards(boards));
            for board in 0..boards as usize {
                if follow != [false; 2] && timer.is_up() {
                    break;
                }
                tally.fills += 1;
                let w = board / 64;
                let bit = 1 << (board % 64);
                let winner = if black[w] & bit != 0 { Colour::Black } else { Colour::White };
                tally.wins[winner.index()] += 1;
                if follow[winner.index()] {
                    let flip = if winner == Colour::Black { 0 } else { bit };
                    let black = playouts.black_cells();
                    let held = |cell: Cell| (black[cell.index()][w] ^ flip) & bit != 0;
                    let sampler = &mut samplers[winner.index()];
                    let paths = &mut tally.paths[winner.index()];
                    for cell in sampler.find(&held, task.rng) {
                        paths[cell.index()] += 1;
                    }
                }
            }
        }
        tally
    }
}

impl PathTally {
    /// The share of fills in which each cell scores.
    fn scores(&self, cells: &CellSet) -> Vec<(Cell, f64)> {
        let score = |cell: Cell| {
            let paths: u64 = self.paths.iter().map(|paths| paths[cell.index()]).sum();
            (cell, paths as f64 / self.fills.max(1) as f64)
        };
        cells.iter().map(score).collect()
    }
}

impl Agent for RandomPath {
    /// Swaps if, after the move that it would play instead, it loses more fills than it wins. As
    /// a first move that can be swapped, plays the one with the lowest score: the board is even,
    /// and the side with the better cell is ahead.
    fn choose(&mut self, mut task: Task<'_>) -> Choice {
        let position = task.position;
        let colour = task.colour;
        let legal = position.legal_cells(colour);
        let mut follow = [self.both; 2];
        follow[colour.index()] = true;
        let timer = TimeManager::new(&task.limits, None).with_count(Some(self.fills), self.fills);
        let mut tally = self.tally(&mut task, &timer, follow);
        let mut scores = tally.scores(&legal);
        let nothing = |scores: &[(Cell, f64)]| scores.iter().all(|(_, score)| *score == 0.0);
        if nothing(&scores) && !self.both && self.fallback {
            tally = self.tally(&mut task, &timer, [true; 2]);
            scores = tally.scores(&legal);
        }
        if nothing(&scores)
            && self.fallback
            && let Some(cell) = adjacency::fallback_move(&task, &timer)
        {
            scores.iter_mut().filter(|(other, _)| *other == cell).for_each(|(_, s)| *s = 1.0);
        }
        let balance = position.can_be_swapped(colour);
        let merit = |&(_, score): &(Cell, f64)| if balance { -score } else { score };
        let chosen = choose::best(&scores, merit, !self.fallback, task.rng);
        let cell = chosen.map(|(cell, _)| *cell);
        if let (Some(_), Some(cell)) = (position.swap(colour), cell) {
            let mut after = position.clone();
            after.play_unchecked(colour, cell);
            tally = self.tally(&mut Task::new(&after, colour, task.rng), &timer, [false; 2]);
        }
        let value = tally.wins[colour.index()] as f64 / tally.fills.max(1) as f64;
        let mv = match (position.swap(colour), cell) {
            (Some(swap), _) if value < 0.5 => swap,
            (_, Some(cell)) => Move::Cell(cell),
            _ => Move::Resign,
        };
        let counters = vec![("fills", tally.fills as f64)];
        let value = if matches!(mv, Move::Cell(_)) { value } else { 1.0 - value };
        let value = (tally.fills > 0).then_some(value);
        let scores_are = "share of fills with the cell on the winning path";
        Choice { value, scores, scores_are, variation: vec![mv], counters, ..Choice::new(mv) }
    }
}
