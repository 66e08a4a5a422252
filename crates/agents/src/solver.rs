//! Plays moves that the solver proves to win, and otherwise those of the default agent.

use std::{path::PathBuf, sync::Arc, time::Duration};

use kring_board::{Colour, Position};
use kring_eval::Network;
use kring_literature::coin::NoCoinValue;
use kring_solver::{Solution, SolverLimits};

use crate::{
    agent::{Agent, Choice, Task},
    coin_exact,
    entry::{AgentEntry, SupportedGames},
    kept_solver::{KeptSolver, proved, wants_proof},
    parameter::{Effort, Role},
    settings::{Field, NET_HELP, Resources, Row, Settings, defaults},
    spec::AgentSpec,
    substitute::Substitute,
    time_manager::TimeManager,
};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "solver",
    summary: "plays what it proves to win, and otherwise as the default agent does",
    quick: "positions=2 evals=2 memory=2",
    games: SupportedGames::All,
    settings: defaults::<SolverSettings>,
};

#[derive(Clone)]
struct SolverSettings {
    positions: Option<u64>,
    time: Option<Duration>,
    threads: usize,
    evals: Option<u64>,
    /// Megabytes.
    memory: usize,
    net: Option<PathBuf>,
}

impl Default for SolverSettings {
    fn default() -> SolverSettings {
        SolverSettings {
            positions: None,
            time: None,
            threads: 1,
            evals: None,
            memory: 256,
            net: None,
        }
    }
}

impl Settings for SolverSettings {
    const ROWS: &'static [Row<SolverSettings>] = &[
        Row::own(
            "positions",
            "positions that a proof may take; 2000 if there is no other limit",
            |it| Field::Whole(&mut it.positions, 1, 1_000_000_000_000),
        ),
        Row::of(
            Role::Time,
            "seconds a move: half of them for a proof, the rest for the default agent",
            |it| Field::time(&mut it.time),
        ),
        Row::of(
            Role::Threads,
            "threads that share one search; more than one is not repeatable",
            |it| Field::Whole(&mut it.threads, 1, 256),
        ),
        Row::of(
            Role::Effort(Effort::Evaluations),
            "evaluations of neural where there is no proof; ten times as many simulations of mcts, \
             a thousand times as many fills of coin-exact",
            |it| Field::Whole(&mut it.evals, 1, 1_000_000_000),
        ),
        Row::of(Role::Memory, "megabytes, half of them for the table of the proofs", |it| {
            Field::Whole(&mut it.memory, 2, 65_536)
        }),
        Row::own("net", NET_HELP, |it| Field::Network(&mut it.net)),
    ];

    fn build(&self, resources: &Resources) -> Box<dyn Agent> {
        Box::new(SolverAgent {
            settings: self.clone(),
            network: resources.network.clone(),
            solver: KeptSolver::default(),
            substitute: Substitute::new(resources.substitutes),
        })
    }
}

const DEFAULT_POSITIONS: u64 = 2000;

/// Empty cells up to which all outcomes of the coin are counted.
const MOST_COINS: u32 = 24;

/// The number of coin outcomes counted in the time of one solver position.
const FILLS: u64 = 1000;

pub struct SolverAgent {
    settings: SolverSettings,
    /// `None` is the embedded network.
    network: Option<Arc<Network>>,
    solver: KeptSolver,
    substitute: Substitute,
}

impl SolverAgent {
    /// Half of the memory: for the table, and again for the agent that plays without a proof.
    fn megabytes(&self) -> usize {
        self.settings.memory / 2
    }

    /// The solver's result within the limits and half of the time left.
    fn solve(&mut self, task: &Task<'_>, limits: &TimeManager) -> Option<Solution> {
        if !wants_proof(task, limits) {
            return None;
        }
        let limits = SolverLimits {
            threads: self.settings.threads,
            time: limits.left().map(|left| left / 2),
            positions: Some(limits.count),
            stop: task.limits.stop.clone(),
        };
        self.solver.solve(task, self.megabytes(), &limits)
    }

    fn choose_without_proof(
        &mut self,
        task: Task<'_>,
        limits: &TimeManager,
        why: &'static str,
    ) -> Choice {
        let spec = if coins_can_be_counted(task.position, task.colour, limits.count) {
            AgentSpec::new(&coin_exact::ENTRY)
        } else {
            (self.substitute.agents.default)(&task, self.settings.evals)
                .with_nearest(Role::Memory, self.megabytes() as f64)
                .with_nearest(Role::Threads, self.settings.threads as f64)
        };
        let task = Task { limits: limits.rest(), ..task };
        self.substitute.choose(spec, self.network.as_ref(), task, why)
    }
}

impl Agent for SolverAgent {
    /// A proven loss is played like an open position: the opponent may not know the win.
    fn choose(&mut self, task: Task<'_>) -> Choice {
        let limits = TimeManager::new(&task.limits, self.settings.time)
            .with_count(self.settings.positions, DEFAULT_POSITIONS);
        let solution = self.solve(&task, &limits);
        let is_decided = solution.as_ref().is_some_and(|solution| solution.winner.is_some());
        if let Some(choice) = solution.and_then(|solution| proved(solution, task.colour)) {
            return choice;
        }
        let why = if is_decided { "proven loss" } else { "no proof" };
        let choice = self.choose_without_proof(task, &limits, why);
        let value = if is_decided { Some(0.0) } else { choice.value };
        Choice { value, ..choice }
    }
}

/// Whether the coin outcomes are few enough to count them all, so that best play is exact.
fn coins_can_be_counted(position: &Position, colour: Colour, most: u64) -> bool {
    let empty = position.empty_count() as u32;
    NoCoinValue::check(position.rules()).is_ok()
        && position.swap(colour).is_none()
        && empty <= MOST_COINS
        && 1 << empty <= most.saturating_mul(FILLS)
}
