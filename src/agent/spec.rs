use std::{fmt, str::FromStr, sync::Arc};

use super::{AGENTS, Agent, Entry, Kind, Settings, neural::nets};
use crate::{eval::Network, rules::text::short};

/// An agent as a text names it: `mcts sims=10000 threads=2`.
#[derive(Clone)]
pub struct AgentSpec {
    entry: &'static Entry,
    given: Vec<(&'static str, String)>,
}

/// Why a text names no agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// Nothing at all.
    #[error("an agent is expected, one of: {}", names())]
    Missing,
    /// No such agent.
    #[error("there is no agent '{0}', but: {names}", names = names())]
    Agent(String),
    /// No such parameter.
    #[error("{agent} has no parameter '{key}'{there_is}")]
    Key {
        /// The agent.
        agent: &'static str,
        /// What was given.
        key: String,
        /// What could be given.
        there_is: String,
    },
    /// A parameter twice.
    #[error("'{0}' is given twice")]
    Twice(String),
    /// A word without `=`.
    #[error("'{0}' is not of the form key=value")]
    Word(String),
    /// A file that is not what it should be.
    #[error("{key}={value}: {why}")]
    File {
        /// The parameter.
        key: &'static str,
        /// The file.
        value: String,
        /// What is wrong with it.
        why: String,
    },
    /// A value out of range.
    #[error("{key}={value}: expected {expected}")]
    Value {
        /// The parameter.
        key: &'static str,
        /// What was given.
        value: String,
        /// What could be given.
        expected: String,
    },
}

fn names() -> String {
    AGENTS.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ")
}

impl AgentSpec {
    /// The agent's row in the table.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// The values of all parameters, defaults included.
    pub fn settings(&self) -> Settings {
        let value = |name: &str| self.given.iter().find(|(key, _)| *key == name).map(|(_, v)| v);
        let all = self.entry.parameters.iter();
        Settings(
            all.filter_map(|p| {
                let value = value(p.name).cloned().or(p.default.map(str::to_owned))?;
                Some((p.name, value))
            })
            .collect(),
        )
    }

    /// A new agent of this kind.
    pub fn build(&self) -> Box<dyn Agent> {
        (self.entry.build)(&self.settings())
    }

    /// The same agent with one more parameter, if it has it and it was not
    /// given.
    pub fn with(&self, word: &str) -> Option<AgentSpec> {
        let mut spec = self.clone();
        spec.set(word).ok().map(|()| spec)
    }

    /// The network that it asks, if it asks one.
    pub fn network(&self) -> Option<Arc<Network>> {
        let file = self.entry.parameters.iter().find(|p| p.kind == Kind::Network)?;
        Some(nets::named(self.settings().word(file.name)))
    }

    fn set(&mut self, word: &str) -> Result<(), SpecError> {
        let (key, value) = word.split_once('=').ok_or_else(|| SpecError::Word(short(word)))?;
        let parameters = self.entry.parameters;
        let Some(parameter) = parameters.iter().find(|p| p.name == key) else {
            let names: Vec<&str> = parameters.iter().map(|p| p.name).collect();
            let there_is = if names.is_empty() {
                String::new()
            } else {
                format!(", but: {}", names.join(", "))
            };
            return Err(SpecError::Key { agent: self.entry.name, key: short(key), there_is });
        };
        if self.given.iter().any(|(name, _)| *name == key) {
            return Err(SpecError::Twice(short(key)));
        }
        parameter.check(value)?;
        self.given.push((parameter.name, value.to_owned()));
        Ok(())
    }
}

impl FromStr for AgentSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<AgentSpec, SpecError> {
        let mut words = text.split_whitespace();
        let name = words.next().ok_or(SpecError::Missing)?;
        let entry = AGENTS
            .iter()
            .find(|entry| entry.name == name)
            .ok_or_else(|| SpecError::Agent(short(name)))?;
        let mut spec = AgentSpec { entry, given: Vec::new() };
        words.try_for_each(|word| spec.set(word))?;
        Ok(spec)
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry.name)?;
        self.given.iter().try_for_each(|(key, value)| write!(f, " {key}={value}"))
    }
}

impl fmt::Debug for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AgentSpec({self})")
    }
}
