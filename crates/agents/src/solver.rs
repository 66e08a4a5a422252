//! Plays moves that the solver proves to win, and otherwise those of the default agent.

use std::time::Duration;

use kring_board::{Colour, Position, Topology, Turns};

use super::{
    kept_solver::{KeptSolver, proved},
    other_agent::OtherAgent,
};
use crate::{
    agent::{Agent, Choice, Task},
    entry::{AgentBuilder, AgentEntry, AgentSettings, Parameter, SupportedGames},
    time_manager::TimeManager,
};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "solver",
    summary: "plays what it proves to win, and otherwise as the default agent does",
    parameters: PARAMETERS,
    quick: "positions=2 evals=2 memory=2",
    games: SupportedGames::All,
    builder: AgentBuilder::Agent(|settings| Box::new(SolverAgent::new(settings))),
};

const PARAMETERS: &[Parameter] = &[
    Parameter::whole("positions", 1, 1_000_000_000_000)
        .help("positions that a proof may take; 2000 if there is no other limit"),
    Parameter::TIME
        .help("seconds a move: half of them for a proof, the rest for the default agent"),
    Parameter::THREADS.help("threads that share one search; more than one is not repeatable"),
    Parameter::whole("evals", 1, 1_000_000_000).help(
        "evaluations of neural where there is no proof; ten times as many simulations of \
               mcts, a thousand times as many fills of coin-exact",
    ),
    Parameter::whole("memory", 2, 65_536)
        .default("256")
        .help("megabytes, half of them for the table of the proofs"),
    Parameter::NET,
];

/// Why another agent chooses.
const NO_PROOF: &str = "no proof";

/// Positions if there is no other limit.
const DEFAULT_POSITIONS: u64 = 2000;

/// Empty cells up to which all outcomes of the coin are counted.
const MOST_COINS: u32 = 24;

/// The number of coin outcomes counted in the time of one solver position.
const FILLS: u64 = 1000;

/// The agent: its settings, the solver, and the agent that plays where there is no proof.
pub struct SolverAgent {
    positions: Option<u64>,
    time: Option<Duration>,
    settings: AgentSettings,
    solver: KeptSolver,
    other: OtherAgent,
}

impl SolverAgent {
    pub fn new(settings: &AgentSettings) -> SolverAgent {
        SolverAgent {
            positions: settings.whole("positions"),
            time: settings.real("time").map(Duration::from_secs_f64),
            settings: settings.clone(),
            solver: KeptSolver::default(),
            other: OtherAgent::new(settings.others),
        }
    }

    /// Half of the memory: for the table, and again for the agent that plays without a proof.
    fn megabytes(&self) -> u64 {
        self.settings.whole("memory").unwrap_or(256) / 2
    }

    /// The solver's result within the limits and half of the time left.
    fn solve(&mut self, task: &Task<'_>, limits: &TimeManager) -> Option<kring_solver::Solution> {
        let is_useless = limits.saves_time() && task.is_forced();
        if task.endless || task.allowed.is_some() || limits.is_up() || is_useless {
            return None;
        }
        let limits = kring_solver::SolverLimits {
            threads: self.settings.whole("threads").unwrap_or(1) as usize,
            time: limits.left().map(|left| left / 2),
            positions: Some(limits.count),
            stop: task.limits.stop.clone(),
        };
        let megabytes = self.megabytes() as usize;
        self.solver.solve(task, megabytes, &limits)
    }

    /// The choice of the agent that plays where there is no proof.
    fn choose_without_proof(
        &mut self,
        task: Task<'_>,
        limits: &TimeManager,
        why: &'static str,
    ) -> Choice {
        let counts_coins = coins_can_be_counted(task.position, task.colour, limits.count);
        let spec = match counts_coins {
            true => "coin-exact".to_owned(),
            false => {
                let threads = self.settings.whole("threads");
                let settings = [("memory", Some(self.megabytes())), ("threads", threads)];
                self.other.default(&task, self.settings.whole("evals"), &settings)
            }
        };
        let limits = limits.rest();
        let network = self.settings.network.as_ref();
        self.other.choose(spec, network, Task { limits, ..task }, why)
    }
}

impl Agent for SolverAgent {
    /// A proven loss is played like an open position: the opponent may not know the win.
    fn choose(&mut self, task: Task<'_>) -> Choice {
        let limits =
            TimeManager::new(&task.limits, self.time).with_count(self.positions, DEFAULT_POSITIONS);
        let Some(solution) = self.solve(&task, &limits) else {
            return self.choose_without_proof(task, &limits, NO_PROOF);
        };
        let wins = solution.winner == Some(task.colour);
        match solution.best.filter(|_| wins) {
            Some(mv) => proved(solution, mv),
            None => {
                let is_lost = solution.winner.is_some();
                let why = if is_lost { "proven loss" } else { NO_PROOF };
                let choice = self.choose_without_proof(task, &limits, why);
                let value = if is_lost { Some(0.0) } else { choice.value };
                Choice { value, ..choice }
            }
        }
    }
}

/// Whether the coin outcomes are few enough to count them all, so that best play is exact.
fn coins_can_be_counted(position: &Position, colour: Colour, most: u64) -> bool {
    let (rules, empty) = (position.rules(), position.empty_count() as u32);
    rules.turns == Turns::Random
        && rules.seasons.count() == 1
        && rules.topology != Topology::Torus
        && position.swap(colour).is_none()
        && empty <= MOST_COINS
        && 1 << empty <= most.saturating_mul(FILLS)
}
