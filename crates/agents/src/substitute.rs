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
        let other = OtherMaker { agent: spec.entry().name.to_owned(), why };
        let agent = self.agent(spec, network);
        let mut choice = match task.watch.take() {
            None => agent.choose(task),
            Some(Watch { every, see }) => {
                let mut see_named = |choice: &Choice| {
                    see(&Choice { other: Some(other.clone()), ..choice.clone() });
                };
                let watch = Some(Watch { every, see: &mut see_named });
                agent.choose(Task { watch, ..task })
            }
        };
        choice.other = Some(other);
        choice
    }

    /// The agent that was kept, if it is of this spec, or a new one, which is kept then.
    fn agent(&mut self, spec: AgentSpec, network: Option<&Arc<Network>>) -> &mut dyn Agent {
        let same = self.kept.take().filter(|(kept, _)| *kept == spec);
        let kept = same.unwrap_or_else(|| {
            let agent = (self.agents.build)(spec.clone(), network.cloned());
            (spec, agent)
        });
        let (_, agent) = self.kept.insert(kept);
        agent.as_mut()
    }
}
