//! An agent as a player of this process.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use kring_agents::{ANYTHING, Agent, AgentFactory, Limits, Networks, Stop, Task};
use kring_board::chance::{self, Purpose};
use kring_board::{Colour, Move, Position};
use rand_chacha::ChaCha8Rng;

use crate::arena::player::{Player, PlayerError, PlayerFault, Reason};

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

/// The agent for the first moves of games without an opening. A search by a network would always
/// play the same game. So it chooses its first moves in proportion to their visits (a temperature
/// of 1), unless its parameters set the temperature or a level.
fn varied(factory: &AgentFactory) -> Option<AgentFactory> {
    let says_how = ["level", "temperature"].iter().any(|key| factory.spec().is_given(key));
    let varied = factory.spec().with("temperature", Some("1"), ANYTHING).ok();
    let varied = varied.filter(|_| !says_how)?;
    factory.change(varied, &Networks::default()).ok()
}

struct AgentPlayer {
    factory: AgentFactory,
    varied: Option<AgentFactory>,
    is_varied: bool,
    agent: Box<dyn Agent>,
    rng: ChaCha8Rng,
    limits: Limits,
}

impl Player for AgentPlayer {
    /// Every game gets a new agent. What an agent keeps from earlier games of
    /// its worker must not change the next one.
    fn begin(&mut self, position: &Position, colour: Colour, seed: u64) -> Result<(), PlayerError> {
        let varied = self.varied.as_ref().filter(|_| position.ply() == 0);
        self.is_varied = varied.is_some();
        self.agent = varied.unwrap_or(&self.factory).build();
        self.rng = chance::generator(seed, Purpose::Agent(colour));
        Ok(())
    }

    fn choose(&mut self, position: &Position, colour: Colour) -> Result<Move, PlayerError> {
        // After a swap an agent may have a colour that it does not play.
        if let Err(unplayable) = self.factory.plays_in(position.game(), colour) {
            return Err(PlayerFault { reason: Reason::Refusal, detail: unplayable.why }.into());
        }
        // A tenth of the cells, but at least eight moves are varied.
        if self.is_varied && position.ply() >= (position.size().cells() / 10).max(8) {
            self.is_varied = false;
            self.agent = self.factory.build();
        }
        let limits = self.limits.clone();
        let task = Task { limits, ..Task::new(position, colour, &mut self.rng) };
        let choice = catch_unwind(AssertUnwindSafe(|| self.agent.choose(task)));
        choice.map(|choice| choice.mv).map_err(|panic| {
            let detail = message(panic.as_ref()).to_owned();
            PlayerFault { reason: Reason::Crash, detail }.into()
        })
    }
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("panic")
}
