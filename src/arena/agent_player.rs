//! An agent as a player of this process.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use kring_agents::{Agent, AgentFactory, Limits, Role, Stop, Task};
use kring_board::chance::{self, Purpose};
use kring_board::{Colour, Move, Position};
use rand_chacha::ChaCha8Rng;

use crate::arena::player::{Player, PlayerError, PlayerFault, Reason};

/// An agent as a player whose searches end when `stop` is set.
pub fn player_until(factory: &AgentFactory, stop: Stop) -> Box<dyn Player> {
    Box::new(AgentPlayer::new(factory, stop))
}

/// The agent for the first moves of games without an opening. A search by a network would always
/// play the same game. So it chooses its first moves in proportion to their visits (a temperature
/// of 1), unless its parameters set the temperature or a level.
fn varied(factory: &AgentFactory) -> Option<AgentFactory> {
    let spec = factory.spec();
    let says_how = spec.is_given(Role::Level) || spec.is_given(Role::Temperature);
    if says_how || spec.parameter(Role::Temperature).is_none() {
        return None;
    }
    Some(factory.with_nearest(Role::Temperature, 1.0))
}

struct AgentPlayer {
    factory: AgentFactory,
    varied: Option<AgentFactory>,
    is_varied: bool,
    agent: Box<dyn Agent>,
    rng: ChaCha8Rng,
    limits: Limits,
}

impl AgentPlayer {
    fn new(factory: &AgentFactory, stop: Stop) -> AgentPlayer {
        AgentPlayer {
            factory: factory.clone(),
            varied: varied(factory),
            is_varied: false,
            agent: factory.build(),
            rng: chance::generator(0, Purpose::Agent(Colour::Black)),
            limits: Limits { stop, ..Limits::default() },
        }
    }
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
            let detail = unplayable.why.to_string();
            return Err(PlayerFault { reason: Reason::Refusal, detail }.into());
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

#[cfg(test)]
mod tests {
    use kring_agents::{AgentSpec, Choice, Networks};
    use kring_board::{Rules, Size};

    use super::*;

    struct BrokenAgent;

    impl Agent for BrokenAgent {
        fn choose(&mut self, _: Task<'_>) -> Choice {
            panic!("a bug")
        }
    }

    #[test]
    fn a_panic_is_a_fault_of_the_player() {
        let size = Size::new(3, 3).unwrap();
        let position = Position::new(chance::game(size, Rules::default(), 0));
        let random = "random".parse::<AgentSpec>().unwrap().load(&Networks::default()).unwrap();
        let mut player = AgentPlayer::new(&random, Stop::default());
        player.agent = Box::new(BrokenAgent);
        let fault = player.choose(&position, Colour::Black).unwrap_err();
        let expected = PlayerFault { reason: Reason::Crash, detail: "a bug".to_owned() };
        assert!(matches!(fault, PlayerError::Fault(fault) if fault == expected));
        player.begin(&position, Colour::Black, 0).unwrap();
        assert!(player.choose(&position, Colour::Black).is_ok());
    }
}
