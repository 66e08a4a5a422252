//! An agent that plays where another has no move of its own. The registry names all agents, so
//! an agent cannot name the registry: the factory gives it these functions.

use std::sync::Arc;

use kring_eval::Network;

use crate::agent::{Agent, Choice, OtherMaker, Task, Watch};

/// Numbers of settings, with their names.
type NamedCounts<'a> = &'a [(&'a str, Option<u64>)];

/// How to find and build other agents.
#[derive(Clone, Copy)]
pub struct OtherAgents {
    /// The spec of the default agent for a task with this number of evaluations and those of the
    /// settings that it has parameters for.
    pub default: fn(&Task<'_>, Option<u64>, NamedCounts<'_>) -> String,
    /// The agent of a spec that names no file; `None` is the embedded network.
    pub build: fn(&str, Option<Arc<Network>>) -> Box<dyn Agent>,
}

/// An agent that is kept until its spec changes.
pub struct OtherAgent {
    agents: OtherAgents,
    /// With its spec.
    kept: Option<(String, Box<dyn Agent>)>,
}

impl OtherAgent {
    /// With the functions of the agent's settings, which the factory has set.
    pub fn new(agents: Option<OtherAgents>) -> OtherAgent {
        OtherAgent { agents: agents.expect("the factory sets it"), kept: None }
    }

    /// The spec of the default agent.
    pub fn default(
        &self,
        task: &Task<'_>,
        evals: Option<u64>,
        settings: NamedCounts<'_>,
    ) -> String {
        (self.agents.default)(task, evals, settings)
    }

    /// The choice of the agent of a spec that names no file (`None` is the embedded network), with
    /// its name and why it was asked, also in what a watcher sees.
    pub fn choose(
        &mut self,
        spec: String,
        network: Option<&Arc<Network>>,
        mut task: Task<'_>,
        why: &'static str,
    ) -> Choice {
        let agent = spec.split(' ').next().unwrap_or_default().to_owned();
        let other = Some(OtherMaker { agent, why });
        let named = |choice: Choice| Choice { other: other.clone(), ..choice };
        let watch = task.watch.take();
        let every = watch.as_ref().map(|watch| watch.every);
        let mut see = watch.map(|watch| |choice: &Choice| (watch.see)(&named(choice.clone())));
        let watch = every.zip(see.as_mut()).map(|(every, see)| Watch { every, see });
        named(self.get(spec, network).choose(Task { watch, ..task }))
    }

    /// The agent of a spec that names no file; `None` is the embedded network.
    fn get(&mut self, spec: String, network: Option<&Arc<Network>>) -> &mut dyn Agent {
        let kept = self.kept.take().filter(|(other, _)| *other == spec);
        let new = || {
            let agent = (self.agents.build)(&spec, network.cloned());
            (spec, agent)
        };
        &mut *self.kept.insert(kept.unwrap_or_else(new)).1
    }
}
