//! What a client wants of whichever agent plays, without naming one.

use std::collections::BTreeMap;

use kring_agents::{AgentSpec, Effort, Role, SettingLimits};

/// One thing that a client can want. Clients that were written for another engine set these in its
/// words; an agent that has no setting for one stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Preference {
    /// Playouts per move of a search that has one playout per simulation.
    Playouts,
    /// Megabytes of the tree.
    Memory,
    /// Seconds per move.
    Time,
    /// Threads that search.
    Threads,
}

impl Preference {
    /// The setting of this agent, and the number that stands for a number of this preference.
    fn setting(self, agent: &AgentSpec, number: f64) -> (Role, f64) {
        match self {
            // One evaluation is worth many playouts; a simulation is a batch of playouts.
            Preference::Playouts if agent.entry().name == "neural" => {
                (Role::Effort(Effort::Evaluations), searches(number, 10.0, 16.0, 4000.0))
            }
            Preference::Playouts => {
                (Role::Effort(Effort::Simulations), searches(number, 1.0, 100.0, 10_000.0))
            }
            Preference::Memory => (Role::Memory, number),
            Preference::Time => (Role::Time, number),
            Preference::Threads => (Role::Threads, number),
        }
    }
}

/// The number of evaluations or simulations for a number of playouts, if one is worth `worth`
/// playouts. Beyond the knee the gain of more of them diminishes.
fn searches(playouts: f64, worth: f64, fewest: f64, knee: f64) -> f64 {
    (playouts.min(knee) / worth).max(fewest) * (playouts.max(knee) / knee).sqrt()
}

/// The preferences that a client has set.
#[derive(Clone, Debug, Default)]
pub struct Preferences(BTreeMap<Preference, f64>);

impl Preferences {
    /// The same with another number for one of them.
    pub fn with(&self, preference: Preference, number: f64) -> Preferences {
        let mut changed = self.clone();
        changed.0.insert(preference, number);
        changed
    }

    /// The agent with these preferences, as far as it has settings for them, within the limits.
    pub fn applied(&self, agent: &AgentSpec, limits: &SettingLimits) -> AgentSpec {
        let mut agent = agent.clone();
        for (preference, number) in &self.0 {
            let (role, number) = preference.setting(&agent, *number);
            agent = agent.with_nearest(role, number.min(limits.most(role)));
        }
        agent
    }
}
