//! The player of one colour in a session: an agent, or a GTP engine.

use kring_agents::{Agent, AgentFactory, Choice, Task};
use kring_board::host::Instant;
use kring_board::{Colour, Position};
use rand_chacha::ChaCha8Rng;

use super::error::SessionError;
use super::named_engine::EngineSeat;

pub(super) struct SessionPlayer {
    pub factory: AgentFactory,
    /// The agent that was selected; none: the default. It plays wherever it can.
    pub selected: Option<AgentFactory>,
    /// A GTP engine that plays in the agent's place.
    pub engine: Option<EngineSeat>,
    /// Whether the default agent plays; a change of rules or size may change which one that is.
    pub is_default: bool,
    /// The agent that plays the game. It may keep its searches from one move to the next.
    pub agent: Box<dyn Agent>,
    /// The random numbers of its moves.
    pub rng: ChaCha8Rng,
}

impl SessionPlayer {
    /// Lets a new agent play.
    pub fn set(&mut self, factory: AgentFactory) {
        self.agent = factory.build();
        self.factory = factory;
        self.engine = None;
    }

    /// Changes the settings, and how they are written. If their values stay the same, the agent
    /// stays, and its searches with it.
    pub fn change(&mut self, factory: AgentFactory) {
        if factory == self.factory {
            self.factory = factory;
        } else {
            self.set(factory);
        }
    }

    pub fn name(&self) -> String {
        let engine = self.engine.as_ref().map(|seat| seat.engine.name.clone());
        engine.unwrap_or_else(|| self.factory.to_string())
    }

    /// The choice of a move to play, by the agent that plays the game. `adjust` sets the limits of
    /// the task, and what else is asked besides position and colour.
    pub fn choose<'a>(
        &'a mut self,
        position: &'a Position,
        colour: Colour,
        adjust: impl FnOnce(&mut Task<'a>),
    ) -> Result<Choice, SessionError> {
        let SessionPlayer { factory, engine, agent, rng, .. } = self;
        let mut task = Task::new(position, colour, rng);
        adjust(&mut task);
        match engine {
            Some(engine) => Ok(engine.choose(task)?),
            None => ask(agent.as_mut(), factory, task),
        }
    }

    /// The choice of the agent that plays the game, for an analysis: it goes on from the searches
    /// of the moves, and they go on from it, but no random number of the moves is drawn.
    pub fn analyse(&mut self, task: Task<'_>) -> Result<Choice, SessionError> {
        match &self.engine {
            Some(engine) => Ok(engine.choose(task)?),
            None => ask(self.agent.as_mut(), &self.factory, task),
        }
    }

    /// The choice of a new agent with the same settings: it depends on the task alone, and the
    /// agent that plays the game stays as it was. A GTP engine is asked itself.
    pub fn think(&self, task: Task<'_>) -> Result<Choice, SessionError> {
        match &self.engine {
            Some(engine) => Ok(engine.choose(task)?),
            None => ask(self.factory.build().as_mut(), &self.factory, task),
        }
    }
}

/// The choice of an agent, which must play this game.
fn ask(
    agent: &mut dyn Agent,
    factory: &AgentFactory,
    task: Task<'_>,
) -> Result<Choice, SessionError> {
    let position = task.position;
    let colour = task.colour;
    factory.plays_in(position.game(), colour)?;
    let begin = Instant::now();
    let choice = agent.choose(task);
    log::info!(
        "{colour} {factory}: {} in {:.3} s{}",
        choice.mv.name(position.size()),
        begin.elapsed().as_secs_f64(),
        choice.counters.iter().map(|(key, n)| format!(", {key} {n}")).collect::<String>(),
    );
    Ok(choice)
}
