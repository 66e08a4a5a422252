//! Who plays, as a text names it; and agents as players, without a pipe
//! between them and the referee.

use std::{
    any::Any,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    str::FromStr,
};

use rand_chacha::ChaCha8Rng;

use super::{EngineError, EngineSpec, EngineTimeouts, Entrant, Fault, Player, Reason};
use crate::{
    agent::{ANYTHING, Agent, AgentSpec, Limits, SpecError, Task},
    board::{Move, Position},
    chance::{self, Purpose},
    grammar::Located,
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
#[non_exhaustive]
pub enum PlayerError {
    /// It looks like an agent.
    #[error(transparent)]
    Agent(Located<SpecError>),
    /// It looks like an agent that there is not; perhaps a program was meant.
    #[error("{0}; another program takes part as {1}")]
    Program(Located<SpecError>, String),
    /// It looks like an engine.
    #[error(transparent)]
    Engine(#[from] Located<EngineError>),
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
            false => {
                PlayerSpec::Agent(text.parse().map_err(|error: Located<_>| match error.error {
                    SpecError::Agent(_) => {
                        let quote = if text.contains('"') { '\'' } else { '"' };
                        PlayerError::Program(error, format!("cmd:{quote}{text}{quote}"))
                    }
                    _ => PlayerError::Agent(error),
                })?)
            }
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

impl Entrant for AgentSpec {
    fn name(&self) -> String {
        self.to_string()
    }

    fn identity(&self) -> String {
        format!("{self} {}", Entrant::network(self).unwrap_or_default())
    }

    fn network(&self) -> Option<String> {
        AgentSpec::network(self).map(|network| network.identity())
    }

    fn plays(&self, rules: &Rules, size: Size, colour: Colour) -> Result<(), String> {
        (self.entry().plays)(rules, size, colour)
    }

    fn player(&self) -> Box<dyn Player> {
        Box::new(AgentPlayer {
            spec: self.clone(),
            varied: varied(self),
            is_varied: false,
            agent: self.build(),
            rng: chance::generator(0, Purpose::Agent(Colour::Black)),
            limits: Limits::default(),
        })
    }
}

/// The agent that begins games without an opening. One that searches by a
/// network would play the same game again and again; so it chooses its first
/// moves as often as it has looked at them, unless its own parameters say how
/// freely it chooses.
fn varied(spec: &AgentSpec) -> Option<AgentSpec> {
    let says_how = ["level", "temperature"].iter().any(|key| spec.is_given(key));
    spec.with("temperature", Some("1"), ANYTHING).ok().filter(|_| !says_how)
}

/// The moves of a game that are varied: a tenth of the cells, at least eight.
fn varied_moves(position: &Position) -> usize {
    (position.size().cells() / 10).max(8)
}

struct AgentPlayer {
    spec: AgentSpec,
    varied: Option<AgentSpec>,
    /// The agent that plays is the varied one.
    is_varied: bool,
    agent: Box<dyn Agent>,
    rng: ChaCha8Rng,
    limits: Limits,
}

impl Player for AgentPlayer {
    /// Every game gets an agent of its own: what one learnt in the games that
    /// its worker happened to play must not change the next.
    fn begin(&mut self, position: &Position, colour: Colour, seed: u64) -> Result<(), Fault> {
        let varied = self.varied.as_ref().filter(|_| position.ply() == 0);
        self.is_varied = varied.is_some();
        self.agent = varied.unwrap_or(&self.spec).build();
        self.rng = chance::generator(seed, Purpose::Agent(colour));
        Ok(())
    }

    fn choose(&mut self, position: &Position, colour: Colour) -> Result<Move, Fault> {
        // A swap can bring an agent to a colour that it does not play.
        self.spec
            .plays(position.rules(), position.size(), colour)
            .map_err(|detail| Fault { reason: Reason::Refusal, detail })?;
        if self.is_varied && position.ply() >= varied_moves(position) {
            self.is_varied = false;
            self.agent = self.spec.build();
        }
        let limits = self.limits.clone();
        let task = Task { position, colour, limits, rng: &mut self.rng, watch: None };
        let choice = catch_unwind(AssertUnwindSafe(|| self.agent.choose(task)));
        choice.map(|choice| choice.mv).map_err(|panic| Fault {
            reason: Reason::Crash,
            detail: message(panic.as_ref()).to_owned(),
        })
    }
}

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("panic")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::Choice;

    struct Broken;

    impl Agent for Broken {
        fn choose(&mut self, _: Task<'_>) -> Choice {
            panic!("a bug")
        }
    }

    #[test]
    fn a_panic_is_a_fault_of_the_player() {
        let position = Position::new(chance::game(Size::new(3, 3).unwrap(), Rules::default(), 0));
        let mut player = AgentPlayer {
            spec: "random".parse().unwrap(),
            varied: None,
            is_varied: false,
            agent: Box::new(Broken),
            rng: chance::generator(0, Purpose::Agent(Colour::Black)),
            limits: Limits::default(),
        };
        let fault = player.choose(&position, Colour::Black).unwrap_err();
        assert_eq!(fault, Fault { reason: Reason::Crash, detail: "a bug".to_owned() });
        player.begin(&position, Colour::Black, 0).unwrap();
        assert!(player.choose(&position, Colour::Black).is_ok());
    }
}
