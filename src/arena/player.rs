//! The players of a match. The referee asks a player for moves. Each time the player gets the
//! whole position with its moves, so that a player behind a pipe can send its engine the new
//! ones. This module also parses the names of players, and makes agents players of this process.

use std::{
    any::Any,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    str::FromStr,
};

use kring_agents::{
    ANYTHING, Agent, AgentFactory, AgentSpec, Limits, Networks, SpecError, Stop, Task,
};
use kring_board::{
    Colour, Move, Position, Rules, Size,
    chance::{self, Purpose},
    grammar::Located,
};
use rand_chacha::ChaCha8Rng;

use crate::arena::engine::{EngineError, EngineSpec, EngineTimeouts};

/// A participant of a match. It makes a player for each worker.
pub trait Entrant: Sync {
    /// The name in tables and records.
    fn name(&self) -> String;

    /// Whether it plays this colour of this game; the error says what it plays.
    fn plays(&self, rules: &Rules, size: Size, colour: Colour) -> Result<(), String>;

    /// Everything that its moves depend on. Different players may have the same name, but their
    /// results must not be mixed.
    fn identity(&self) -> String {
        self.name()
    }

    /// The network that it uses, if any: its name and a hash of its file.
    fn network(&self) -> Option<String> {
        None
    }

    /// A player for one worker. It plays one game after another.
    fn player(&self) -> Box<dyn Player>;
}

/// Plays games, one at a time.
pub trait Player: Send {
    /// Begins a game from this position, which holds the stones of the opening,
    /// with this colour. The same seed must give the same game, whatever was
    /// played before.
    fn begin(&mut self, position: &Position, colour: Colour, seed: u64) -> Result<(), PlayerFault>;

    /// Chooses a move for the colour whose turn it is. The referee plays it.
    fn choose(&mut self, position: &Position, colour: Colour) -> Result<Move, PlayerFault>;

    /// Called when the game was lost by a fault of this player. Its view of the
    /// board may be wrong, so it must start afresh.
    fn dismiss(&mut self) {}
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The winner has joined its sides or closed a ring.
    Connection,
    /// The loser resigned.
    Resignation,
    /// The loser chose an illegal move.
    IllegalMove,
    /// The loser crashed.
    Crash,
    /// The loser did not answer in time.
    TimeOut,
    /// The loser gave an answer that is not a move.
    Garbage,
    /// The loser refused to play this game.
    Refusal,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Reason; 7] = [
        Reason::Connection,
        Reason::Resignation,
        Reason::IllegalMove,
        Reason::Crash,
        Reason::TimeOut,
        Reason::Garbage,
        Reason::Refusal,
    ];

    /// The reason with this name.
    pub fn from_name(name: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.to_string() == name)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Reason::Connection => "connection",
            Reason::Resignation => "resignation",
            Reason::IllegalMove => "illegal move",
            Reason::Crash => "crash",
            Reason::TimeOut => "time-out",
            Reason::Garbage => "garbage",
            Reason::Refusal => "refusal",
        })
    }
}

/// An error of a player that loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerFault {
    /// The kind of fault.
    pub reason: Reason,
    /// What happened, as a message.
    pub detail: String,
}

/// One of the two players of a match. Its colour changes from game to game, and
/// with `swap-sides` within a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// The player whose score is counted.
    First = 0,
    /// The opponent.
    Second = 1,
}

impl Seat {
    /// Both, in order.
    pub const ALL: [Seat; 2] = [Seat::First, Seat::Second];

    /// The opponent.
    pub fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// An index into arrays of two.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Seat::First => "first",
            Seat::Second => "second",
        })
    }
}

/// A player as a text names it: an agent of Kring in this process, or any engine
/// behind pipes.
#[derive(Clone, Debug)]
pub enum PlayerSpec {
    /// `mcts sims=1000`, with the network that it uses
    Agent(AgentFactory),
    /// `cmd:"mohex" init:"param_mohex max_time 5"`
    Engine(EngineSpec),
}

/// Why a text does not name a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// It is not a valid agent.
    #[error(transparent)]
    Agent(Located<SpecError>),
    /// There is no such agent; perhaps a program was meant.
    #[error("{0}; another program takes part as {1}")]
    Program(Located<SpecError>, String),
    /// It is not a valid engine.
    #[error(transparent)]
    Engine(#[from] Located<EngineError>),
    /// Its network cannot be read.
    #[error(transparent)]
    Network(SpecError),
}

impl PlayerSpec {
    /// The same player. If it is an engine, it has these time limits.
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
            false => PlayerSpec::Agent(agent(text)?),
        })
    }
}

/// The agent that a text names. Its network is read here and not later: the same weights play all
/// games, even if the file changes.
fn agent(text: &str) -> Result<AgentFactory, PlayerError> {
    let spec = text.parse::<AgentSpec>().map_err(|error| match error.error {
        SpecError::Agent(_) => {
            let quote = if text.contains('"') { '\'' } else { '"' };
            PlayerError::Program(error, format!("cmd:{quote}{text}{quote}"))
        }
        _ => PlayerError::Agent(error),
    })?;
    spec.load(&Networks::default()).map_err(PlayerError::Network)
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

impl Entrant for AgentFactory {
    fn name(&self) -> String {
        self.to_string()
    }

    fn identity(&self) -> String {
        format!("{self} {}", Entrant::network(self).unwrap_or_default())
    }

    fn network(&self) -> Option<String> {
        AgentFactory::network(self).map(|network| network.identity())
    }

    fn plays(&self, rules: &Rules, size: Size, colour: Colour) -> Result<(), String> {
        AgentFactory::plays(self, rules, size, colour)
    }

    fn player(&self) -> Box<dyn Player> {
        player_until(self, Stop::default())
    }
}

/// An agent as a player whose searches end when `stop` is set.
pub fn player_until(factory: &AgentFactory, stop: Stop) -> Box<dyn Player> {
    player_with(factory, factory.build(), stop)
}

/// The same, but this agent moves until the first game begins. For tests.
#[doc(hidden)]
pub fn player_with(factory: &AgentFactory, agent: Box<dyn Agent>, stop: Stop) -> Box<dyn Player> {
    Box::new(AgentPlayer {
        factory: factory.clone(),
        varied: varied(factory),
        is_varied: false,
        agent,
        rng: chance::generator(0, Purpose::Agent(Colour::Black)),
        limits: Limits { stop, ..Limits::default() },
    })
}

/// The agent for the first moves of games without an opening. A search by a
/// network would always play the same game. So it chooses its first moves in
/// proportion to their visits (a temperature of 1), unless its parameters set
/// the temperature or a level.
fn varied(factory: &AgentFactory) -> Option<AgentFactory> {
    let says_how = ["level", "temperature"].iter().any(|key| factory.spec().is_given(key));
    let varied = factory.spec().with("temperature", Some("1"), ANYTHING).ok();
    let varied = varied.filter(|_| !says_how)?;
    factory.change(varied, &Networks::default()).ok()
}

/// How many moves of a game are varied: a tenth of the cells, at least eight.
fn varied_moves(position: &Position) -> usize {
    (position.size().cells() / 10).max(8)
}

struct AgentPlayer {
    factory: AgentFactory,
    varied: Option<AgentFactory>,
    /// Whether the agent that plays is the varied one.
    is_varied: bool,
    agent: Box<dyn Agent>,
    rng: ChaCha8Rng,
    limits: Limits,
}

impl Player for AgentPlayer {
    /// Every game gets a new agent. What an agent keeps from earlier games of
    /// its worker must not change the next one.
    fn begin(&mut self, position: &Position, colour: Colour, seed: u64) -> Result<(), PlayerFault> {
        let varied = self.varied.as_ref().filter(|_| position.ply() == 0);
        self.is_varied = varied.is_some();
        self.agent = varied.unwrap_or(&self.factory).build();
        self.rng = chance::generator(seed, Purpose::Agent(colour));
        Ok(())
    }

    fn choose(&mut self, position: &Position, colour: Colour) -> Result<Move, PlayerFault> {
        // After a swap an agent may have a colour that it does not play.
        self.factory
            .plays_in(position.game(), colour)
            .map_err(|detail| PlayerFault { reason: Reason::Refusal, detail })?;
        if self.is_varied && position.ply() >= varied_moves(position) {
            self.is_varied = false;
            self.agent = self.factory.build();
        }
        let limits = self.limits.clone();
        let task = Task { limits, ..Task::new(position, colour, &mut self.rng) };
        let choice = catch_unwind(AssertUnwindSafe(|| self.agent.choose(task)));
        choice.map(|choice| choice.mv).map_err(|panic| PlayerFault {
            reason: Reason::Crash,
            detail: message(panic.as_ref()).to_owned(),
        })
    }
}

/// The message of a panic.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("panic")
}
