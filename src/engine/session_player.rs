//! The player of one colour in a session: an agent, or a GTP engine.

use chacha20::ChaCha8Rng;
use kring_agents::{Agent, AgentFactory, Choice, Task};
use kring_board::host::Instant;
use kring_board::{Colour, Position};

use super::failure::{CommandResult, other};
use super::named_engine::EngineSeat;

pub(super) struct SessionPlayer {
    pub factory: AgentFactory,
    /// The agent that was selected; none: the default. It plays wherever it can.
    pub selected: Option<AgentFactory>,
    /// A GTP engine that plays in the agent's place.
    pub engine: Option<EngineSeat>,
    /// Whether the default agent plays; a change of rules or size may change which one that is.
    pub is_default: bool,
    pub agent: Box<dyn Agent>,
    pub rng: ChaCha8Rng,
}

impl SessionPlayer {
    pub fn set(&mut self, factory: AgentFactory) {
        self.agent = factory.build();
        self.factory = factory;
        self.engine = None;
    }

    pub fn name(&self) -> String {
        let engine = self.engine.as_ref().map(|seat| seat.engine.name.clone());
        engine.unwrap_or_else(|| self.factory.to_string())
    }

    /// The choice of the agent, which must play this game. `adjust` sets the limits of the task,
    /// and what else is asked besides position and colour.
    pub fn choose<'a>(
        &'a mut self,
        position: &'a Position,
        colour: Colour,
        adjust: impl FnOnce(&mut Task<'a>),
    ) -> CommandResult<Choice> {
        let mut task = Task::new(position, colour, &mut self.rng);
        adjust(&mut task);
        if let Some(engine) = &self.engine {
            return engine.choose(task).map_err(other);
        }
        self.factory.plays_in(position.game(), colour).map_err(other)?;
        let begin = Instant::now();
        let choice = self.agent.choose(task);
        log::info!(
            "{colour} {}: {} in {:.3} s{}",
            self.factory,
            choice.mv.name(position.size()),
            begin.elapsed().as_secs_f64(),
            choice.counters.iter().map(|(key, n)| format!(", {key} {n}")).collect::<String>(),
        );
        Ok(choice)
    }
}
