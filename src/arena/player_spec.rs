//! The texts that name players.

use std::{fmt, str::FromStr};

use kring_agents::{AgentFactory, AgentSpec, Networks, SpecError, Stop};
use kring_board::{Colour, Rules, Size};

use super::agent_player::player_until;
use super::engine::EnginePlayer;
use super::engine::{EngineSpec, EngineTimeouts};
use super::player::{Entrant, Player};

/// A player as a text names it: an agent of Kring in this process, or any engine behind pipes.
#[derive(Clone, Debug)]
pub enum PlayerSpec {
    /// `mcts sims=1000`, with the network that it uses
    Agent(AgentFactory),
    /// `cmd:"mohex" init:"param_mohex max_time 5"`
    Engine(EngineSpec),
}

impl PlayerSpec {
    /// The same player. If it is an engine, it has these time limits.
    pub fn with_timeouts(mut self, timeouts: EngineTimeouts) -> PlayerSpec {
        if let PlayerSpec::Engine(engine) = &mut self {
            engine.timeouts = timeouts;
        }
        self
    }
}

impl FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerSpec, String> {
        match EngineSpec::is_meant(text) {
            true => text.parse().map(PlayerSpec::Engine).map_err(|error| error.to_string()),
            false => agent(text).map(PlayerSpec::Agent),
        }
    }
}

/// The agent that a text names. Its network is read here and not later: the same weights play all
/// games, even if the file changes.
fn agent(text: &str) -> Result<AgentFactory, String> {
    let spec = text.parse::<AgentSpec>().map_err(|error| match error.error {
        SpecError::Agent(_) => {
            let quote = if text.contains('"') { '\'' } else { '"' };
            format!("{error}; another program takes part as cmd:{quote}{text}{quote}")
        }
        _ => error.to_string(),
    })?;
    spec.load(&Networks::default()).map_err(|error| error.to_string())
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Agent(agent) => agent.fmt(f),
            PlayerSpec::Engine(engine) => engine.fmt(f),
        }
    }
}

impl Entrant for PlayerSpec {
    fn name(&self) -> String {
        match self {
            PlayerSpec::Agent(agent) => agent.to_string(),
            PlayerSpec::Engine(engine) => engine.name().to_owned(),
        }
    }

    fn identity(&self) -> String {
        match self {
            PlayerSpec::Agent(agent) => format!("{agent} {}", self.network().unwrap_or_default()),
            PlayerSpec::Engine(engine) => {
                let EngineTimeouts { mv, start, game } = engine.timeouts;
                format!("{engine} {mv:?} {start:?} {game:?}")
            }
        }
    }

    fn network(&self) -> Option<String> {
        match self {
            PlayerSpec::Agent(agent) => agent.network().map(|network| network.identity()),
            PlayerSpec::Engine(_) => None,
        }
    }

    fn plays(&self, rules: &Rules, size: Size, colour: Colour) -> Result<(), String> {
        match self {
            PlayerSpec::Agent(agent) => agent.plays(rules, size, colour),
            PlayerSpec::Engine(engine) => engine.plays(rules, size),
        }
    }

    fn player(&self) -> Box<dyn Player> {
        match self {
            PlayerSpec::Agent(agent) => player_until(agent, Stop::default()),
            PlayerSpec::Engine(engine) => Box::new(EnginePlayer::new(engine.clone())),
        }
    }
}
