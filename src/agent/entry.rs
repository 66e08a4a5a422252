use super::{Agent, Parameter, Settings};
use crate::rules::{Colour, Rules, Size};

/// A row of the list of agents.
pub struct Entry {
    /// The name that selects the agent.
    pub name: &'static str,
    /// One line: how it plays.
    pub summary: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// The smallest sensible settings: what tests and quick runs use.
    pub quick: &'static str,
    /// Whether it plays this colour of this game; if not, what it does play.
    pub plays: fn(&Rules, Size, Colour) -> Result<(), String>,
    /// Makes an agent with these settings.
    pub build: fn(&Settings) -> Box<dyn Agent>,
}

/// For agents that play every game.
pub(super) fn every_game(_: &Rules, _: Size, _: Colour) -> Result<(), String> {
    Ok(())
}
