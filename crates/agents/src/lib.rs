//! The agents that choose moves: one trait, one registry, one file or folder per agent.
//!
//! An [`Agent`] makes one decision at a time. A [`Task`] gives it the position, the colour to
//! play, limits and a seeded random generator; it answers with a [`Choice`]. An [`AgentSpec`] is
//! an agent with its settings, parsed from text. Agents are independent of the protocol and of
//! pipes.

mod adjacency;
mod agent;
mod baselines;
mod book;
mod choose;
mod coin_exact;
mod considered;
mod entry;
mod factory;
mod kept_solver;
mod level;
mod mcts;
mod minimax;
mod montecarlo;
mod neural;
mod parameter;
mod random_path;
mod random_spot;
mod raw;
mod registry;
mod ring_players;
mod setting_limits;
mod settings;
mod solver;
mod spec;
mod substitute;
mod swap_map;
mod time_manager;
mod tree;

pub use kring_board::stop::Stop;

pub use self::{
    agent::{Agent, Candidate, Choice, OtherMaker, Task, Watch},
    entry::{AgentEntry, SupportedGames, Unplayable, UnplayableReason},
    factory::{AgentFactory, Networks, default_agent, strategy, strategy_names, unknown_strategy},
    kept_solver::KeptSolver,
    neural::{BatchEvaluator, BatchedSearch, priors},
    parameter::{Effort, Parameter, ParameterKind, ParameterValue, Role},
    raw::RawEvaluation,
    registry::AGENTS,
    setting_limits::SettingLimits,
    spec::{AgentSpec, SpecError},
    swap_map::{OpeningValue, SwapMap, SwapMapError},
    time_manager::{Budget, Limits},
};
