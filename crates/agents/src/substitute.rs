//! An agent that plays where another has no move of its own. The registry names all agents, so
//! an agent cannot name the registry: the factory gives it these functions.

use std::sync::Arc;

use kring_eval::Network;

use crate::agent::{Agent, Choice, OtherMaker, Task, Watch};

/// Numbers of settings, with their names.
type NamedCounts<'a> = &'a [(&'a str, Option<u64>)];

/// How to find and build substitutes.
#[derive(Clone, Copy)]
pub struct SubstituteAgents {
    /// The spec of the default agent for a task with this number of evaluations and those of the
    /// named numbers that it has parameters for.
    pub default: fn(&Task<'_>, Option<u64>, NamedCounts<'_>) -> String,
    /// The agent of a spec that names no file; `None` is the embedded network.
    pub build: fn(&str, Option<Arc<Network>>) -> Box<dyn Agent>,
}

pub struct Substitute {
    pub agents: SubstituteAgents,
    /// Until its spec changes.
    kept: Option<(String, Box<dyn Agent>)>,
}

impl Substitute {
    /// With the functions of the agent's settings, which the factory has set.
    pub fn new(agents: Option<SubstituteAgents>) -> Substitute {
        Substitute { agents: agents.expect("the factory sets it"), kept: None }
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
        let kept = self.kept.take().filter(|(kept, _)| *kept == spec);
        let new = || {
            let agent = (self.agents.build)(&spec, network.cloned());
            (spec, agent)
        };
        let (_, agent) = self.kept.insert(kept.unwrap_or_else(new));
        named(agent.choose(Task { watch, ..task }))
    }
}
