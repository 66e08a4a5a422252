//! Which first moves to swap: the chance of each opening, by small searches.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
    time::Instant,
};

use kring_board::{
    Cell, Colour, Game, Position, Rules, Symmetry, Turns,
    chance::{self, Purpose},
};

use crate::{agent::Task, entry::Unplayable, factory::AgentFactory, time_manager::Limits};

/// The first moves of a game and what they are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct SwapMap {
    /// Every legal first move, in the order of the cells; after an interruption
    /// those that have been looked at.
    pub openings: Vec<Opening>,
    /// How many different openings had at most a first glance when time was up.
    pub unsearched: usize,
}

/// A first move, and the chances of both answers to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opening {
    /// Where the first stone lies.
    pub cell: Cell,
    /// The chance of who laid it, if it is not swapped.
    pub chance: f64,
    /// The chance of who swaps it. With alternating turns it is the same; where
    /// a coin decides who moves next, a swap takes the turn.
    pub swapped: f64,
}

impl Opening {
    /// Whether a swap is the better answer.
    pub fn should_swap(&self) -> bool {
        self.swapped > 1.0 - self.chance
    }
}

/// Why an agent draws no swap map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SwapMapError {
    /// It does not play this game.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    /// It chooses moves without a chance to win.
    #[error("{0} plays without estimates of the chance to win")]
    NoChances(&'static str),
}

impl SwapMap {
    /// Evaluations of an opening, if nothing else is said.
    pub const EVALS: u64 = 100;

    /// The map of a game, whatever its swap rule says, by an agent that spends
    /// so many evaluations on each opening that no symmetry makes equal to
    /// another. All openings get a glance at first. Then those are searched
    /// whose answer is the least clear, until the limits end it.
    pub fn new(
        game: &Game,
        agent: &AgentFactory,
        evals: u64,
        limits: &Limits,
        seed: u64,
    ) -> Result<SwapMap, SwapMapError> {
        let rules = Rules { swap: false, ..game.rules().clone() };
        let unswapped = Game::new(game.size(), rules, game.map().clone());
        let entry = agent.spec().entry();
        let refusal = |colour| move |why| Unplayable::here(entry.name, colour, why);
        for &colour in movers(&unswapped) {
            agent.plays_in(&unswapped, colour).map_err(refusal(colour))?;
        }
        let end = limits.time.and_then(|budget| Instant::now().checked_add(budget.maximum));
        let is_over = || limits.stop.is_set() || end.is_some_and(|end| Instant::now() >= end);
        let glance = agent.with_count(1);
        let value = |agent: &AgentFactory, cell| {
            let opening = evaluate(&unswapped, agent, cell, limits, seed);
            opening.ok_or(SwapMapError::NoChances(entry.name))
        };
        let kinds = kinds(&unswapped);
        let different: BTreeSet<Cell> = kinds.values().copied().collect();
        let mut found: HashMap<Cell, Opening> = HashMap::new();
        for &cell in &different {
            let opening = value(&glance, cell)?;
            if limits.stop.is_set() {
                break;
            }
            found.insert(cell, opening);
        }
        let mut order: Vec<Opening> = found.values().copied().collect();
        let unclear = |opening: &Opening| (opening.swapped + opening.chance - 1.0).abs();
        order.sort_by(|a, b| unclear(a).total_cmp(&unclear(b)).then(a.cell.cmp(&b.cell)));
        let searcher = agent.with_count(evals);
        let mut unsearched = different.len();
        for opening in &order {
            if is_over() {
                break;
            }
            let searched = value(&searcher, opening.cell)?;
            // What an interruption cut short is no better than the glance.
            if limits.stop.is_set() {
                break;
            }
            found.insert(opening.cell, searched);
            unsearched -= 1;
        }
        let opening = |(&cell, kind)| found.get(kind).map(|&found| Opening { cell, ..found });
        let mut openings: Vec<Opening> = kinds.iter().filter_map(opening).collect();
        openings.sort_by_key(|opening| opening.cell);
        Ok(SwapMap { openings, unsearched })
    }

    /// The opening whose answer is the least clear.
    pub fn most_even(&self) -> Option<&Opening> {
        let worth = |opening: &Opening| (opening.swapped + opening.chance - 1.0).abs();
        self.openings.iter().min_by(|a, b| worth(a).total_cmp(&worth(b)))
    }
}

/// For each legal first move the first one that it is equal to by a symmetry.
fn kinds(game: &Arc<Game>) -> HashMap<Cell, Cell> {
    let mut symmetries = Symmetry::all(game);
    symmetries.retain(|symmetry| !symmetry.swaps_colours());
    let cells = Position::new(game.clone()).legal_cells(Colour::Black);
    let least = |cell| symmetries.iter().map(|symmetry| symmetry.cell(cell)).min();
    cells.iter().map(|cell| (cell, least(cell).unwrap_or(cell))).collect()
}

/// Who can be to move after the first stone.
fn movers(game: &Game) -> &'static [Colour] {
    match game.rules().turns {
        Turns::Alternating => &[Colour::White],
        Turns::Random => &Colour::ALL,
    }
}

fn evaluate(
    game: &Arc<Game>,
    agent: &AgentFactory,
    cell: Cell,
    limits: &Limits,
    seed: u64,
) -> Option<Opening> {
    let mut position = Position::new(game.clone());
    position.place(Colour::Black, cell);
    if position.winner().is_some() {
        return Some(Opening { cell, chance: 1.0, swapped: 1.0 });
    }
    let chance_to_move = |colour| {
        let mut rng = chance::generator(seed, Purpose::Agent(colour));
        let mut task = Task::new(&position, colour, &mut rng);
        task.limits.stop = limits.stop.clone();
        agent.build().choose(task).value
    };
    let chance = 1.0 - chance_to_move(Colour::White)?;
    let swapped = match game.rules().turns {
        Turns::Alternating => chance,
        // A coin says who is next.
        Turns::Random => (chance + chance_to_move(Colour::Black)?) / 2.0,
    };
    Some(Opening { cell, chance, swapped })
}
