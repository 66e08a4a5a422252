//! Which first moves to swap: the value of each opening, by small searches.

use std::sync::Arc;

use kring_board::{
    Cell, CellSet, Colour, Game, Position, Rules, Symmetry, Turns,
    chance::{self, Purpose},
    host::Instant,
};
use kring_solver::{Solver, SolverLimits};

use crate::{
    agent::Task, choose::in_order, entry::Unplayable, factory::AgentFactory, time_manager::Limits,
};

/// The first moves of a game with their values.
#[derive(Clone, Debug, PartialEq)]
pub struct SwapMap {
    /// Every legal first move, in the order of the cells; after an interruption only those that
    /// have been evaluated.
    pub openings: Vec<OpeningValue>,
    /// The number of distinct openings that had at most their first evaluation when time was up.
    pub unsearched: usize,
}

/// A first move, with the chances after both replies to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpeningValue {
    /// The cell of the first stone.
    pub cell: Cell,
    /// The chance of the player who placed it, if it is not swapped.
    pub chance: f64,
    /// The chance of the player who swaps it. With alternating turns it is the same; where a coin
    /// decides who moves next, a swap uses up the turn.
    pub swapped: f64,
    /// Whether the chance is 0 or 1 by a proof and not an estimate.
    pub is_proved: bool,
}

impl OpeningValue {
    /// Whether the opponent should swap it.
    pub fn should_swap(&self) -> bool {
        self.swapped > 1.0 - self.chance
    }

    /// How clear that decision is.
    fn clarity(&self) -> f64 {
        (self.swapped + self.chance - 1.0).abs()
    }
}

/// Why an agent cannot compute a swap map.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SwapMapError {
    /// It does not play this game.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
    /// It does not estimate the chance to win.
    #[error("{0} plays without estimates of the chance to win")]
    NoChances(&'static str),
}

/// On boards of at most this number of cells the solver tries to decide the openings first.
const MOST_SOLVED: usize = 36;
/// The number of positions that the solver may visit for each opening.
const SOLVER_POSITIONS: u64 = 2_000;
const SOLVER_BYTES: usize = 8 << 20;

impl SwapMap {
    /// The default number of evaluations per opening.
    pub const EVALS: u64 = 100;

    /// The map of a game, whatever its swap rule says, by an agent that spends `evals`
    /// evaluations on each opening that is distinct under symmetry. On small boards the solver
    /// decides what it can. All other openings get one evaluation first. Then they are searched,
    /// the ones with the least clear decision first, until the limits end it.
    pub fn new(
        game: &Game,
        agent: &AgentFactory,
        evals: u64,
        limits: &Limits,
        seed: u64,
    ) -> Result<SwapMap, SwapMapError> {
        let rules = Rules { swap: false, ..game.rules().clone() };
        let unswapped = Game::new(game.size(), rules, game.map().clone());
        // The colours that can be to move after the first stone.
        let movers: &[Colour] = match unswapped.rules().turns {
            Turns::Alternating => &[Colour::White],
            Turns::Random => &Colour::ALL,
        };
        movers.iter().try_for_each(|&colour| agent.plays_in(&unswapped, colour))?;
        let end = limits.time.and_then(|budget| Instant::now().checked_add(budget.maximum));
        let is_over = || limits.stop.is_set() || end.is_some_and(|end| Instant::now() >= end);
        let first = agent.with_count(1);
        let value = |agent: &AgentFactory, cell| {
            let opening = evaluate(&unswapped, agent, cell, limits, seed);
            opening.ok_or(SwapMapError::NoChances(agent.spec().entry().name))
        };
        let equal = Symmetry::first_equal_cells(&unswapped);
        let legal = Position::new(unswapped.clone()).legal_cells(Colour::Black);
        let different: CellSet = legal.iter().map(|cell| equal[cell.index()]).collect();
        let mut found = proved(&unswapped, &different, limits);
        let mut estimates = Vec::new();
        for cell in different.iter().filter(|cell| found[cell.index()].is_none()) {
            let opening = value(&first, cell)?;
            if limits.stop.is_set() {
                break;
            }
            estimates.push(opening);
        }
        estimates.iter().for_each(|opening| found[opening.cell.index()] = Some(*opening));
        estimates.retain(|opening: &OpeningValue| !opening.is_proved);
        let is_proved = |opening: &&OpeningValue| opening.is_proved;
        let mut unsearched = different.len() - found.iter().flatten().filter(is_proved).count();
        let clarity = |number: usize| estimates[number].clarity();
        let order = in_order(estimates.len(), |a, b| clarity(a).total_cmp(&clarity(b)));
        let searcher = agent.with_count(evals);
        for opening in order.into_iter().map(|number| estimates[number]) {
            if is_over() {
                break;
            }
            let searched = value(&searcher, opening.cell)?;
            // An interrupted search is no better than the first evaluation.
            if limits.stop.is_set() {
                break;
            }
            found[opening.cell.index()] = Some(searched);
            unsearched -= 1;
        }
        let opening =
            |cell: Cell| Some(OpeningValue { cell, ..found[equal[cell.index()].index()]? });
        Ok(SwapMap { openings: legal.iter().filter_map(opening).collect(), unsearched })
    }

    /// Whether the solver has decided every opening.
    pub fn is_proved(&self) -> bool {
        self.unsearched == 0 && self.openings.iter().all(|opening| opening.is_proved)
    }

    /// The opening with the least clear decision; none if all of them are proved.
    pub fn most_even(&self) -> Option<&OpeningValue> {
        let estimates = self.openings.iter().filter(|opening| !opening.is_proved);
        estimates.min_by(|a, b| a.clarity().total_cmp(&b.clarity()))
    }
}

/// The openings of a small board that the solver decides, by cell, within a number of positions
/// and not a time, so that the map is the same everywhere.
fn proved(game: &Arc<Game>, cells: &CellSet, limits: &Limits) -> Vec<Option<OpeningValue>> {
    let mut found = vec![None; game.size().cells()];
    if game.size().cells() > MOST_SOLVED {
        return found;
    }
    let Ok(mut solver) = Solver::new(game.clone(), SOLVER_BYTES) else { return found };
    let limits = SolverLimits {
        positions: Some(SOLVER_POSITIONS),
        stop: limits.stop.clone(),
        ..SolverLimits::default()
    };
    for cell in cells.iter() {
        let mut position = Position::new(game.clone());
        position.play_unchecked(Colour::Black, cell);
        let solve = || solver.solve(&position, Colour::White, &limits, &mut |_| ()).winner;
        found[cell.index()] = position.winner().or_else(solve).map(|winner| {
            let chance = f64::from(u8::from(winner == Colour::Black));
            OpeningValue { cell, chance, swapped: chance, is_proved: true }
        });
    }
    found
}

fn evaluate(
    game: &Arc<Game>,
    agent: &AgentFactory,
    cell: Cell,
    limits: &Limits,
    seed: u64,
) -> Option<OpeningValue> {
    let mut position = Position::new(game.clone());
    position.play_unchecked(Colour::Black, cell);
    if position.winner().is_some() {
        return Some(OpeningValue { cell, chance: 1.0, swapped: 1.0, is_proved: true });
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
        // A coin decides who moves next.
        Turns::Random => (chance + chance_to_move(Colour::Black)?) / 2.0,
    };
    Some(OpeningValue { cell, chance, swapped, is_proved: false })
}
