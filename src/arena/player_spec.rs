//! The texts that name players.

use std::{fmt, str::FromStr, time::Duration};

use kring_agents::{AgentFactory, AgentSpec, Networks, SpecError, Stop, UnplayableReason};
use kring_board::{Colour, Rules, Size};

use super::agent_player::player_until;
use super::engine_entrant::EngineEntrant;
use super::player::{Entrant, Player};
use crate::external::{EngineSpec, EngineTimeouts};
use crate::signature::SIGNATURE;

/// A player as a text names it: an agent of Kring in this process, or any engine behind pipes.
#[derive(Clone, Debug)]
pub enum PlayerSpec {
    /// `mcts sims=1000`, with the network that it uses
    Agent(AgentFactory),
    /// `cmd:"mohex" init:"param_mohex max_time 5"`
    Engine(EngineEntrant),
}

impl PlayerSpec {
    /// The same player. If it is an engine, it has these time limits.
    pub fn with_timeouts(self, timeouts: EngineTimeouts) -> PlayerSpec {
        match self {
            PlayerSpec::Agent(_) => self,
            PlayerSpec::Engine(EngineEntrant { spec, .. }) => {
                PlayerSpec::Engine(EngineEntrant::new(EngineSpec { timeouts, ..spec }))
            }
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerSpec, String> {
        if !EngineSpec::is_meant(text) {
            return agent(text).map(PlayerSpec::Agent);
        }
        let engine = text.parse::<EngineSpec>().map_err(|error| error.to_string())?;
        Ok(PlayerSpec::Engine(EngineEntrant::new(engine)))
    }
}

/// What an agent of Kring is: it plays the same moves as long as the signature is the same.
fn agent_fingerprint() -> String {
    format!("Kring signature {SIGNATURE}")
}

/// The agent that a text names. Its network is read here and not later: the same weights play all
/// games, even if the file changes.
fn agent(text: &str) -> Result<AgentFactory, String> {
    let spec = text.parse::<AgentSpec>().map_err(|error| match error.error {
        SpecError::UnknownAgent(_) => {
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
            PlayerSpec::Engine(engine) => engine.spec.fmt(f),
        }
    }
}

impl Entrant for PlayerSpec {
    fn name(&self) -> String {
        match self {
            PlayerSpec::Agent(agent) => agent.to_string(),
            PlayerSpec::Engine(engine) => engine.spec.name().to_owned(),
        }
    }

    fn identity(&self) -> String {
        match self {
            PlayerSpec::Agent(agent) => format!("{agent} {}", self.network().unwrap_or_default()),
            PlayerSpec::Engine(engine) => {
                let EngineTimeouts { mv, start, game } = engine.spec.timeouts;
                format!("{} {mv:?} {start:?} {game:?}", engine.spec)
            }
        }
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        match self {
            PlayerSpec::Agent(agent) => {
                let network = self.network().unwrap_or_else(|| "none".to_owned());
                vec![("agent", agent.to_string()), ("network", network)]
            }
            PlayerSpec::Engine(EngineEntrant { spec, .. }) => {
                let seconds = |time: Duration| time.as_secs_f64().to_string();
                let EngineTimeouts { mv, start, game } = spec.timeouts;
                vec![
                    ("engine", spec.to_string()),
                    ("move-time", seconds(mv)),
                    ("start-time", seconds(start)),
                    ("game-clock", game.map_or_else(|| "none".to_owned(), seconds)),
                ]
            }
        }
    }

    fn fingerprint(&self) -> Result<String, String> {
        match self {
            PlayerSpec::Agent(_) => Ok(agent_fingerprint()),
            PlayerSpec::Engine(engine) => engine.fingerprint(),
        }
    }

    fn rest(&self) {
        if let PlayerSpec::Engine(engine) = self {
            engine.rest();
        }
    }

    fn network(&self) -> Option<String> {
        match self {
            PlayerSpec::Agent(agent) => agent.network().map(|network| network.identity()),
            PlayerSpec::Engine(_) => None,
        }
    }

    fn plays(&self, rules: &Rules, size: Size, colour: Colour) -> Result<(), UnplayableReason> {
        match self {
            PlayerSpec::Agent(agent) => agent.plays(rules, size, colour),
            PlayerSpec::Engine(engine) => engine.plays(rules, size),
        }
    }

    fn player(&self) -> Box<dyn Player> {
        match self {
            PlayerSpec::Agent(agent) => player_until(agent, Stop::default()),
            PlayerSpec::Engine(engine) => Box::new(engine.player()),
        }
    }
}
