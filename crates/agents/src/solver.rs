//! Plays moves that the solver proves to win, and otherwise those of the default agent.

use kring_board::{Colour, Position};
use kring_literature::coin::NoCoinValue;
use kring_solver::{Solution, SolverLimits};

use crate::{
    agent::{Agent, Choice, Task},
    entry::{AgentBuilder, AgentEntry, AgentSettings, Parameter, SupportedGames},
    kept_solver::{KeptSolver, proved, wants_proof},
    substitute::Substitute,
    time_manager::TimeManager,
};

pub(super) const ENTRY: AgentEntry = AgentEntry {
    name: "solver",
    summary: "plays what it proves to win, and otherwise as the default agent does",
    parameters: &[
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
    ],
    quick: "positions=2 evals=2 memory=2",
    games: SupportedGames::All,
    builder: AgentBuilder::Agent(|settings| Box::new(SolverAgent::new(settings))),
};

const DEFAULT_POSITIONS: u64 = 2000;

/// Empty cells up to which all outcomes of the coin are counted.
const MOST_COINS: u32 = 24;

/// The number of coin outcomes counted in the time of one solver position.
const FILLS: u64 = 1000;

pub struct SolverAgent {
    settings: AgentSettings,
    solver: KeptSolver,
    substitute: Substitute,
}

impl SolverAgent {
    pub fn new(settings: &AgentSettings) -> SolverAgent {
        SolverAgent {
            settings: settings.clone(),
            solver: KeptSolver::default(),
            substitute: Substitute::new(settings.substitutes),
        }
    }

    /// Half of the memory: for the table, and again for the agent that plays without a proof.
    fn megabytes(&self) -> usize {
        self.settings.memory() / 2
    }

    /// The solver's result within the limits and half of the time left.
    fn solve(&mut self, task: &Task<'_>, limits: &TimeManager) -> Option<Solution> {
        if !wants_proof(task, limits) {
            return None;
        }
        let limits = SolverLimits {
            threads: self.settings.threads(),
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
        let spec = match coins_can_be_counted(task.position, task.colour, limits.count) {
            true => "coin-exact".to_owned(),
            false => {
                let threads = self.settings.whole("threads");
                let settings = [("memory", Some(self.megabytes() as u64)), ("threads", threads)];
                (self.substitute.agents.default)(&task, self.settings.whole("evals"), &settings)
            }
        };
        let task = Task { limits: limits.rest(), ..task };
        self.substitute.choose(spec, self.settings.network.as_ref(), task, why)
    }
}

impl Agent for SolverAgent {
    /// A proven loss is played like an open position: the opponent may not know the win.
    fn choose(&mut self, task: Task<'_>) -> Choice {
        let limits = TimeManager::new(&task.limits, self.settings.time())
            .with_count(self.settings.whole("positions"), DEFAULT_POSITIONS);
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
