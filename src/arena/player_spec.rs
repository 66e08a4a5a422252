use std::{fmt, str::FromStr};

use super::{EngineError, EngineSpec, EngineTimeouts, Entrant, Player};
use crate::{
    agent::{AgentSpec, SpecError},
    rules::{Colour, Rules, Size},
};

/// Who plays, as a text names it: an agent of our own, in this process, or
/// any engine behind pipes.
#[derive(Clone, Debug)]
pub enum PlayerSpec {
    /// `mcts sims=1000`
    Agent(AgentSpec),
    /// `cmd:"mohex" init:"param_mohex max_time 5"`
    Engine(EngineSpec),
}

/// Why a text names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// It looks like an agent.
    #[error(transparent)]
    Agent(SpecError),
    /// It looks like an agent that there is not; perhaps a program was meant.
    #[error("{0}; another program takes part as {1}")]
    Program(SpecError, String),
    /// It looks like an engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl PlayerSpec {
    /// The same player; an engine waits no longer than this.
    pub fn with_timeouts(mut self, timeouts: EngineTimeouts) -> PlayerSpec {
        if let PlayerSpec::Engine(engine) = &mut self {
            engine.timeouts = timeouts;
        }
        self
    }

    fn entrant(&self) -> &dyn Entrant {
        match self {
            PlayerSpec::Agent(agent) => agent,
            PlayerSpec::Engine(engine) => engine,
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<PlayerSpec, PlayerError> {
        Ok(match EngineSpec::is_meant(text) {
            true => PlayerSpec::Engine(text.parse()?),
            false => PlayerSpec::Agent(text.parse().map_err(|error| match error {
                SpecError::Agent(_) => {
                    let quote = if text.contains('"') { '\'' } else { '"' };
                    PlayerError::Program(error, format!("cmd:{quote}{text}{quote}"))
                }
                error => PlayerError::Agent(error),
            })?),
        })
    }
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
        self.entrant().name()
    }

    fn identity(&self) -> String {
        self.entrant().identity()
    }

    fn network(&self) -> Option<String> {
        self.entrant().network()
    }

    fn plays(&self, rules: &Rules, size: Size, colour: Colour) -> Result<(), String> {
        self.entrant().plays(rules, size, colour)
    }

    fn player(&self) -> Box<dyn Player> {
        self.entrant().player()
    }
}
