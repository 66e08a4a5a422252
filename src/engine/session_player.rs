//! The player of one colour in a session: an agent, or an engine outside this program.

use kring_agents::{Agent, AgentFactory, Choice, Task, Unplayable, Watch};
use kring_board::host::Instant;
use kring_board::{Colour, Game, Position};
use rand_chacha::ChaCha8Rng;

use super::outside::OutsideSeat;
use super::task::TaskOptions;
use super::{CommandFailure, other};

/// An agent that plays one colour.
pub(super) struct SessionPlayer {
    pub factory: AgentFactory,
    /// The agent that was selected; none: the default. It plays wherever it can.
    pub selected: Option<AgentFactory>,
    /// An engine outside this program that plays in the agent's place.
    pub outside: Option<OutsideSeat>,
    /// Whether the default agent plays; a change of rules or size may change which one that is.
    pub is_default: bool,
    pub agent: Box<dyn Agent>,
    pub rng: ChaCha8Rng,
}

impl SessionPlayer {
    /// Lets an agent play.
    pub fn set(&mut self, factory: AgentFactory) {
        self.agent = factory.build();
        self.factory = factory;
        self.outside = None;
    }

    /// The name of the player, with its settings.
    pub fn name(&self) -> String {
        let outside = self.outside.as_ref().map(|seat| seat.engine.name.clone());
        outside.unwrap_or_else(|| self.factory.to_string())
    }

    /// The selected agent, if it plays this game; the error says why it does not.
    pub fn selected_for(
        &self,
        game: &Game,
        colour: Colour,
    ) -> Result<Option<AgentFactory>, Unplayable> {
        let Some(selected) = &self.selected else { return Ok(None) };
        selected.plays_in(game, colour).map(|()| Some(selected.clone()))
    }

    /// The choice of the agent, which must play this game, with these options.
    pub fn choose(
        &mut self,
        position: &Position,
        colour: Colour,
        options: TaskOptions<'_>,
    ) -> Result<Choice, CommandFailure> {
        if let Some(outside) = &self.outside {
            return outside.choose(position, colour, options).map_err(other);
        }
        self.factory.plays_in(position.game(), colour).map_err(other)?;
        let begin = Instant::now();
        let TaskOptions { limits, allowed, endless, mut watch } = options;
        let choice = self.agent.choose(Task {
            limits,
            watch: watch.as_mut().map(|watch| Watch { every: watch.every, see: &mut *watch.see }),
            allowed,
            endless,
            ..Task::new(position, colour, &mut self.rng)
        });
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
