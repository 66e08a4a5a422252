//! The agent that plays the cell on most winning paths of random fills.

use kring_board::{Cell, Colour, Move, Position};
use kring_eval::{Playouts, first_boards};
use kring_literature::adjacency::{Links, PathSampler};
use rand::seq::IndexedRandom;

use super::{adjacency, choose, random_spot};
use crate::{
    agent::{Agent, Choice, Task},
    entry::{Builder, Entry, Games, Kind, Parameter, Settings},
    time_manager::TimeManager,
};

/// What can be set.
const PARAMETERS: &[Parameter] = &[
    random_spot::FILLS,
    Parameter {
        name: "both",
        kind: Kind::SWITCH,
        default: Some("off"),
        help: "the opponent's winning paths count as well",
    },
    Parameter {
        name: "fallback",
        kind: Kind::SWITCH,
        default: Some("on"),
        help: "helps where no fill is won; off: any move then, as in Trevorah's report",
    },
];

/// The agent's row in the list of agents.
pub(super) const ENTRY: Entry = Entry {
    name: "random-path",
    summary: "plays the cell on most winning paths of random fills",
    parameters: PARAMETERS,
    quick: "fills=16",
    games: Games::All,
    builder: Builder::Agent(|settings| Box::new(RandomPath::new(settings))),
};

/// Boards at once, in words of 64.
const W: usize = 8;

/// Colours all empty cells by fair coins, again and again, whatever the rules
/// say of turns and seasons. In each fill that it wins, each legal cell on the winning path
/// scores one; the cell with the most is played, each of several equally
/// often. The path is one of the fewest new stones, found breadth-first
/// in random order among equals: stones on the board are bypassed, as in the
/// report. On the torus the path is a cheapest ring of who has the first ring
/// when the stones of the fill are laid in random order.
///
/// With `both`, paths of the opponent in the other fills count the same. They
/// also do where no fill at all is won, or no path has a legal cell; if that is
/// no help, the move is one of `adjacency`.
///
/// With `fallback` off it is the player of listing E.4 of Trevorah's report:
/// where no path has a legal cell, it plays any move; the search for a path begins at
/// the first side; and of equal moves the first is played, unless the random one with which
/// the listing begins is as good.
pub struct RandomPath {
    fills: u64,
    both: bool,
    fallback: bool,
}

/// How often each cell lay on a winning path of each colour.
struct Tally {
    fills: u64,
    wins: [u64; 2],
    paths: [Vec<u64>; 2],
}

impl RandomPath {
    /// With these settings.
    pub fn new(settings: &Settings) -> RandomPath {
        let fills = settings.whole("fills").unwrap_or(1000);
        RandomPath { fills, both: settings.is_on("both"), fallback: settings.is_on("fallback") }
    }

    /// Fills the board and follows the paths of a colour, or of both.
    fn tally(&self, task: &mut Task<'_>, limits: &TimeManager, follow: [bool; 2]) -> Tally {
        let position = task.position;
        let mut roads = Colour::ALL.map(|colour| Road::new(position, colour, self.fallback));
        let mut playouts = Playouts::<W>::of_coins(position.game());
        playouts.prepare(position, task.colour, &[]);
        let cells = position.size().cells();
        let mut tally = Tally { fills: 0, wins: [0; 2], paths: [vec![0; cells], vec![0; cells]] };
        // To know who wins takes no time; to follow paths does.
        let least = u64::from(follow == [false; 2]);
        while tally.fills < least || limits.may_continue(tally.fills) {
            let boards = (self.fills - tally.fills).min(64 * W as u64);
            let black = playouts.fill(task.rng, first_boards(boards));
            for board in 0..boards as usize {
                if follow != [false; 2] && limits.is_up() {
                    break;
                }
                tally.fills += 1;
                let (w, bit) = (board / 64, 1 << (board % 64));
                let winner = if black[w] & bit != 0 { Colour::Black } else { Colour::White };
                tally.wins[winner.index()] += 1;
                if follow[winner.index()] {
                    let flip = if winner == Colour::Black { 0 } else { bit };
                    let black = playouts.black_cells();
                    let held = |cell: Cell| (black[cell.index()][w] ^ flip) & bit != 0;
                    let Road { links, sampler } = &mut roads[winner.index()];
                    let paths = &mut tally.paths[winner.index()];
                    for cell in sampler.find(links, &held, task.rng) {
                        paths[cell.index()] += 1;
                    }
                }
            }
        }
        tally
    }
}

/// A colour's links, and what finds ways over them.
struct Road {
    links: Links,
    sampler: PathSampler,
}

impl Road {
    /// The trails begin at either side, or always at the first.
    fn new(position: &Position, colour: Colour, either: bool) -> Road {
        let mut links = Links::new(position.geometry(), colour);
        links.build(position.stones(colour), position.stones(colour.other()));
        let mut sampler =
            if either { PathSampler::default() } else { PathSampler::from_first_side() };
        sampler.prepare(&links);
        Road { links, sampler }
    }
}

impl Tally {
    /// The share of fills in which each of the cells scores.
    fn scores(&self, cells: &[Cell], colours: &[Colour]) -> Vec<(Cell, f64)> {
        let paths = |cell: Cell, colour: &Colour| self.paths[colour.index()][cell.index()];
        let score = |cell: Cell| colours.iter().map(|colour| paths(cell, colour)).sum::<u64>();
        cells.iter().map(|&cell| (cell, score(cell) as f64 / self.fills.max(1) as f64)).collect()
    }
}

impl Agent for RandomPath {
    /// A swap is taken if more fills are lost than won after the move that
    /// would be played instead. A first move that can
    /// be swapped is the one with the least score: the board is even, and who
    /// has the better cell is ahead.
    fn choose(&mut self, mut task: Task<'_>) -> Choice {
        let (position, colour) = (task.position, task.colour);
        let legal: Vec<Cell> = position.legal_cells(colour).iter().collect();
        let mut follow = [self.both; 2];
        follow[colour.index()] = true;
        let limits = TimeManager::new(&task.limits, None).with_count(Some(self.fills), self.fills);
        let mut tally = self.tally(&mut task, &limits, follow);
        let mut scores = tally.scores(&legal, &Colour::ALL);
        let nothing = |scores: &[(Cell, f64)]| scores.iter().all(|(_, score)| *score == 0.0);
        if nothing(&scores) && !self.both && self.fallback {
            tally = self.tally(&mut task, &limits, [true; 2]);
            scores = tally.scores(&legal, &Colour::ALL);
        }
        if nothing(&scores)
            && self.fallback
            && let Some(cell) = adjacency::fallback_move(position, colour, &limits)
        {
            scores.iter_mut().filter(|(other, _)| *other == cell).for_each(|(_, s)| *s = 1.0);
        }
        let balance = position.can_be_swapped(colour);
        let merit = |score: f64| if balance { -score } else { score };
        let best = scores.iter().map(|(_, score)| merit(*score)).fold(f64::MIN, f64::max);
        let cell = match self.fallback {
            true => {
                let ties = scores.iter().filter(|(_, score)| merit(*score) == best);
                let ties: Vec<Cell> = ties.map(|(cell, _)| *cell).collect();
                ties.choose(task.rng).copied()
            }
            false => {
                let chosen = choose::scan_as_listed(&scores, task.rng, |new, old, _| {
                    merit(new.1) > merit(old.1)
                });
                chosen.map(|(cell, _)| *cell)
            }
        };
        if let (Some(_), Some(cell)) = (position.swap(colour), cell) {
            let mut after = position.clone();
            after.place(colour, cell);
            let game_limits = task.limits.clone();
            let mut task = Task { limits: game_limits, ..Task::new(&after, colour, task.rng) };
            tally = self.tally(&mut task, &limits, [false; 2]);
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
        Choice { value, scores, scores_are, variation: vec![mv], counters, ..Choice::plain(mv) }
    }
}
