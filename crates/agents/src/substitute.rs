//! An agent that plays where another has no move of its own. The registry imports every agent; an
//! agent that imported it would close a circle, so the factory hands it these functions.

use std::sync::Arc;

use kring_eval::Network;

use crate::{
    agent::{Agent, Choice, OtherMaker, Task, Watch},
    spec::AgentSpec,
};

/// How to find and build substitutes.
#[derive(Clone, Copy)]
pub struct SubstituteAgents {
    /// The default agent for a task, with this number of evaluations.
    pub default: fn(&Task<'_>, Option<u64>) -> AgentSpec,
    /// The agent of a spec that names no file; `None` is the embedded network.
    pub build: fn(AgentSpec, Option<Arc<Network>>) -> Box<dyn Agent>,
}

pub struct Substitute {
    pub agents: SubstituteAgents,
    /// The agent of the last spec, which plays on while the spec stays the same.
    kept: Option<(AgentSpec, Box<dyn Agent>)>,
}

impl Substitute {
    pub fn new(agents: SubstituteAgents) -> Substitute {
        Substitute { agents, kept: None }
    }

    /// The choice of the agent of a spec that names no file (`None` is the embedded network), with
    /// its name and why it was asked, also in what a watcher sees.
    pub fn choose(
        &mut self,
        spec: AgentSpec,
        network: Option<&Arc<Network>>,
        mut task: Task<'_>,
        why: &'static str,
    ) -> Choice {
        let other = Some(OtherMaker { agent: spec.entry().name.to_owned(), why });
        let named = |choice: Choice| Choice { other: other.clone(), ..choice };
        let watch = task.watch.take();
        let every = watch.as_ref().map(|watch| watch.every);
        let mut see = watch.map(|watch| |choice: &Choice| (watch.see)(&named(choice.clone())));
        let watch = every.zip(see.as_mut()).map(|(every, see)| Watch { every, see });
        let (_, agent) = match self.kept.take().filter(|(kept, _)| *kept == spec) {
            Some(kept) => self.kept.insert(kept),
            None => {
                let agent = (self.agents.build)(spec.clone(), network.cloned());
                self.kept.insert((spec, agent))
            }
        };
        named(agent.choose(Task { watch, ..task }))
    }
}
