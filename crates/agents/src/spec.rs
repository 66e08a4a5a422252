//! Agents and their settings, parsed from text.

use std::{any::Any, fmt, path::PathBuf, str::FromStr};

use kring_board::{
    grammar::{
        self, Located, ParseResult, Problem, Spanned, blanks, escaped, setting, whole, words,
    },
    suggest::hint,
    word::short,
};
use kring_eval::NetworkError;
use kring_proof::ProofError;
use nom::{
    Err, Parser, bytes::complete::take_until, character::complete::char, combinator::map_opt,
    sequence::delimited,
};

use crate::{
    entry::AgentEntry,
    factory::strategy_names,
    parameter::{Parameter, ParameterKind, ParameterValue, Role},
    registry::AGENTS,
    setting_limits::SettingLimits,
    settings::{AnySettings, Settings},
};

/// An agent with its settings: `mcts sims=10000 threads=2`, or, without blanks,
/// `mcts,sims=10000,threads=2`.
///
/// Two specs are equal if their agents and the values of all parameters are, defaults included,
/// however the values are written. A spec is printed as it was written.
///
/// ```
/// use kring_agents::{AgentSpec, Effort, Role};
///
/// let spec: AgentSpec = "mcts,sims=0100".parse()?;
/// assert_eq!(spec.to_string(), "mcts sims=0100");
/// assert_eq!(spec.whole(Role::Effort(Effort::Simulations)), Some(100));
/// assert_eq!(spec, "mcts threads=1 sims=100".parse()?);
/// let _agent = spec.build()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AgentSpec {
    entry: &'static AgentEntry,
    pub(crate) settings: Box<dyn AnySettings>,
    /// The parameters that were set, in their order.
    given: Vec<GivenParameter>,
}

/// A parameter that was set, with its value as it was written.
#[derive(Clone)]
struct GivenParameter {
    name: &'static str,
    text: String,
    value: ParameterValue,
}

impl Clone for AgentSpec {
    fn clone(&self) -> AgentSpec {
        AgentSpec {
            entry: self.entry,
            settings: self.settings.clone_box(),
            given: self.given.clone(),
        }
    }
}

impl PartialEq for AgentSpec {
    fn eq(&self, other: &AgentSpec) -> bool {
        self.entry.name == other.entry.name && self.parameters() == other.parameters()
    }
}

/// Why a text does not specify an agent, or why its agent cannot be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// The text is empty.
    #[error("an agent is expected, one of: {}", all_names().join(", "))]
    Missing,
    /// No such agent.
    #[error("there is no agent '{0}'{hint}; available: {names}", hint = hint(.0, all_names()), names = all_names().join(", "))]
    UnknownAgent(String),
    /// A word that is no setting.
    #[error("'{0}' is not of the form key=value")]
    NotASetting(String),
    /// The name of a file whose quote is not closed, after this agent.
    #[error("the quote of {0}: does not end")]
    OpenQuote(&'static str),
    /// The agent has no parameter of this name.
    #[error("{agent} has no parameter '{key}'{}", available(agent, key))]
    UnknownParameter {
        /// The agent.
        agent: &'static str,
        /// The name.
        key: String,
    },
    /// A parameter that is set twice.
    #[error("'{0}' is given twice")]
    Twice(&'static str),
    /// A value that the parameter does not accept.
    #[error("{parameter}={value}: expected {expected}")]
    Value {
        /// The parameter.
        parameter: &'static str,
        /// The value.
        value: String,
        /// What it accepts.
        expected: ParameterKind,
    },
    /// A value above what the client may set.
    #[error("{parameter}={value}: this engine permits at most {most}")]
    AboveLimit {
        /// The parameter.
        parameter: &'static str,
        /// The value.
        value: String,
        /// The limit.
        most: f64,
    },
    /// A file, from a client that may name none.
    #[error("{parameter}={file}: this engine opens no files for clients")]
    FileNotPermitted {
        /// The parameter.
        parameter: &'static str,
        /// The file.
        file: String,
    },
    /// The agent plays by a proof, and none is given.
    #[error("{0} plays by a proof and needs its file: {0}:FILE")]
    NoProof(&'static str),
    /// The agent plays by no strategy that can be verified.
    #[error("{0} plays by no strategy that can be verified; available: {names}", names = strategy_names().collect::<Vec<_>>().join(", "))]
    NoStrategy(&'static str),
    /// The file of a network cannot be used.
    #[error("{parameter}={file}: {why}")]
    Network {
        /// The parameter.
        parameter: &'static str,
        /// The file.
        file: String,
        /// Why.
        why: NetworkError,
    },
    /// The file of a proof cannot be used.
    #[error("{parameter}={file}: {why}")]
    Proof {
        /// The parameter.
        parameter: &'static str,
        /// The file.
        file: String,
        /// Why.
        why: ProofError,
    },
}

fn all_names() -> Vec<&'static str> {
    AGENTS.iter().map(|entry| entry.name).collect()
}

/// The end of the message that an agent has no such parameter: those that it has.
fn available(agent: &str, key: &str) -> String {
    let entry = AGENTS.iter().find(|entry| entry.name == agent);
    let parameters = entry.map(AgentEntry::parameters).unwrap_or_default();
    if parameters.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
    let list = names.join(", ");
    format!("{}; available: {list}", hint(key, names))
}

impl AgentSpec {
    /// An agent with its default settings.
    pub fn new(entry: &'static AgentEntry) -> AgentSpec {
        AgentSpec { entry, settings: (entry.settings)(), given: Vec::new() }
    }

    /// The agent's registry entry.
    pub fn entry(&self) -> &'static AgentEntry {
        self.entry
    }

    /// All parameters with their values, defaults included.
    pub fn parameters(&self) -> Vec<Parameter> {
        self.settings.parameters()
    }

    /// The settings, if they are of this type.
    pub(crate) fn settings_as<S: Settings>(&self) -> Option<&S> {
        let settings: &dyn Any = self.settings.as_ref();
        settings.downcast_ref()
    }

    /// The value of the parameter of this name, if there is one and it is set.
    pub fn value(&self, name: &str) -> Option<ParameterValue> {
        self.parameters().into_iter().find(|parameter| parameter.name == name)?.value
    }

    /// The parameter of this role, with its value, if the agent has one.
    pub fn parameter(&self, role: Role) -> Option<Parameter> {
        self.parameters().into_iter().find(|parameter| parameter.role == Some(role))
    }

    /// The number that the parameter of this role is set to, rounded down to a whole one; `None`
    /// if it is not set, or the agent has no such parameter.
    pub fn whole(&self, role: Role) -> Option<u64> {
        let number = self.parameter(role)?.value?.number()?;
        Some(number as u64)
    }

    /// Whether the text sets the parameter of this role.
    pub fn is_given(&self, role: Role) -> bool {
        self.is_named(role.name())
    }

    /// Whether the text limits how long the agent thinks about a move.
    pub fn is_limited(&self) -> bool {
        let roles = self.parameters().into_iter().filter_map(|parameter| parameter.role);
        roles.filter(|role| role.is_limit()).any(|role| self.is_given(role))
    }

    fn is_named(&self, name: &str) -> bool {
        self.given.iter().any(|given| given.name == name)
    }

    /// The value of a parameter as it was written, or else its default; empty if it is not set.
    pub fn text(&self, parameter: &Parameter) -> String {
        match self.given.iter().find(|given| given.name == parameter.name) {
            Some(given) => given.text.clone(),
            None => parameter.value.as_ref().map(ToString::to_string).unwrap_or_default(),
        }
    }

    /// The same agent with another value of the parameter of this name, if the limits permit it;
    /// `None` restores the default.
    pub fn with(
        &self,
        name: &str,
        text: Option<&str>,
        limits: &SettingLimits,
    ) -> Result<AgentSpec, SpecError> {
        let mut spec = self.without(name);
        if let Some(text) = text {
            spec.read(name, text, limits).map_err(|spanned| spanned.error)?;
        }
        Ok(spec)
    }

    /// The same agent with another value of the parameter of this role.
    pub fn with_value(&self, role: Role, value: ParameterValue) -> Result<AgentSpec, SpecError> {
        let mut spec = self.without(role.name());
        let parameter = spec.named(role.name())?;
        spec.set_checked(parameter, value)?;
        Ok(spec)
    }

    /// The same agent with this number, or the nearest that it accepts, for the parameter of this
    /// role. An agent without such a parameter does not change.
    pub fn with_nearest(&self, role: Role, number: f64) -> AgentSpec {
        let nearest = self.parameter(role).and_then(|found| found.kind.nearest(number));
        let Some(value) = nearest else { return self.clone() };
        let mut spec = self.without(role.name());
        spec.set(role.name(), value.to_string(), value);
        spec
    }

    /// The same agent with other values of the parameters that its text sets, in their places;
    /// where `change` says `None`, the parameter stays as it is.
    pub fn with_given(
        &self,
        change: impl Fn(&Parameter) -> Option<ParameterValue>,
    ) -> Result<AgentSpec, SpecError> {
        let mut spec = AgentSpec::new(self.entry);
        for given in &self.given {
            let parameter =
                Parameter { value: Some(given.value.clone()), ..self.named(given.name)? };
            match change(&parameter) {
                Some(value) => spec.set_checked(parameter, value)?,
                None => spec.set(given.name, given.text.clone(), given.value.clone()),
            }
        }
        Ok(spec)
    }

    /// The same agent with its defaults lowered to the limits.
    pub fn within(&self, limits: &SettingLimits) -> AgentSpec {
        let mut spec = self.clone();
        for parameter in self.parameters() {
            if self.is_named(parameter.name) {
                continue;
            }
            let Some(lowered) = limits.lowered(parameter.clone()) else { continue };
            if lowered.value != parameter.value
                && let Some(value) = lowered.value
            {
                spec.set(parameter.name, value.to_string(), value);
            }
        }
        spec
    }

    /// The same agent with the default of one parameter.
    fn without(&self, name: &str) -> AgentSpec {
        let mut spec = AgentSpec::new(self.entry);
        for given in self.given.iter().filter(|given| given.name != name) {
            spec.set(given.name, given.text.clone(), given.value.clone());
        }
        spec
    }

    fn named(&self, name: &str) -> Result<Parameter, SpecError> {
        let found = self.parameters().into_iter().find(|parameter| parameter.name == name);
        found
            .ok_or_else(|| SpecError::UnknownParameter { agent: self.entry.name, key: short(name) })
    }

    /// Sets a parameter that is not set yet, to a value that it accepts.
    fn set(&mut self, name: &'static str, text: String, value: ParameterValue) {
        self.settings.set(name, &value);
        self.given.push(GivenParameter { name, text, value });
    }

    /// Sets a parameter that is not set yet, if it accepts the value.
    fn set_checked(
        &mut self,
        parameter: Parameter,
        value: ParameterValue,
    ) -> Result<(), SpecError> {
        let text = value.to_string();
        if !parameter.kind.accepts(&value) {
            return Err(SpecError::Value {
                parameter: parameter.name,
                value: text,
                expected: parameter.kind,
            });
        }
        self.set(parameter.name, text, value);
        Ok(())
    }

    /// Reads the value of a parameter that is not set yet, if the limits permit it.
    fn read<'a>(
        &mut self,
        name: &'a str,
        text: &'a str,
        limits: &SettingLimits,
    ) -> Result<(), Spanned<'a, SpecError>> {
        let parameter = self.named(name).map_err(|error| Spanned::new(name, error))?;
        if self.is_named(name) {
            return Err(Spanned::new(name, SpecError::Twice(parameter.name)));
        }
        permit(&parameter, text, limits).map_err(|error| Spanned::new(text, error))?;
        let Some(value) = parameter.kind.read(text) else {
            let error = SpecError::Value {
                parameter: parameter.name,
                value: short(text),
                expected: parameter.kind,
            };
            return Err(Spanned::new(text, error));
        };
        self.set(parameter.name, text.to_owned(), value);
        Ok(())
    }

    /// Parses a text, if the limits permit all of its values.
    pub fn parse(text: &str, limits: &SettingLimits) -> Result<AgentSpec, Located<SpecError>> {
        AgentSpec::read_text(text, limits).map_err(|error| error.located(text))
    }

    fn read_text<'a>(
        text: &'a str,
        limits: &SettingLimits,
    ) -> Result<AgentSpec, Spanned<'a, SpecError>> {
        if let Ok((file, (entry, parameter))) = with_file(text) {
            let mut spec = AgentSpec::new(entry);
            let (rest, name) = grammar::value(file).map_err(|_: Err<Problem<'_, ()>>| {
                Spanned::new(file, SpecError::OpenQuote(entry.name))
            })?;
            spec.read(parameter, &name, limits).map_err(|bad| Spanned::new(file, bad.error))?;
            return spec.with_all(rest.split_whitespace(), limits);
        }
        let words = words(text);
        let (&name, settings) =
            words.split_first().ok_or(Spanned::new(text, SpecError::Missing))?;
        let entry = AGENTS.iter().find(|entry| entry.name == name);
        let entry =
            entry.ok_or_else(|| Spanned::new(name, SpecError::UnknownAgent(short(name))))?;
        AgentSpec::new(entry).with_all(settings.iter().copied(), limits)
    }

    /// The same agent with parameters from words of the form `key=value`.
    fn with_all<'a>(
        mut self,
        words: impl Iterator<Item = &'a str>,
        limits: &SettingLimits,
    ) -> Result<AgentSpec, Spanned<'a, SpecError>> {
        for word in words {
            let Ok((key, value)) = whole::<_, ()>(setting, word) else {
                return Err(Spanned::new(word, SpecError::NotASetting(short(word))));
            };
            self.read(key, value, limits)?;
        }
        Ok(self)
    }

    /// The file of this kind that the spec names, with its parameter.
    pub(crate) fn file(&self, kind: &ParameterKind) -> Option<(&'static str, PathBuf)> {
        let parameter = self.parameters().into_iter().find(|found| found.kind == *kind)?;
        match parameter.value {
            Some(ParameterValue::File(file)) => Some((parameter.name, file)),
            _ => None,
        }
    }
}

/// Whether the limits permit a text as the value of a parameter, whatever the parameter accepts.
fn permit(parameter: &Parameter, text: &str, limits: &SettingLimits) -> Result<(), SpecError> {
    if parameter.is_file() && !limits.files {
        return Err(SpecError::FileNotPermitted { parameter: parameter.name, file: short(text) });
    }
    let most = parameter.role.map_or(f64::INFINITY, |role| limits.most(role));
    match text.parse::<f64>() {
        Ok(number) if number > most => {
            Err(SpecError::AboveLimit { parameter: parameter.name, value: short(text), most })
        }
        _ => Ok(()),
    }
}

impl FromStr for AgentSpec {
    type Err = Located<SpecError>;

    fn from_str(text: &str) -> Result<AgentSpec, Located<SpecError>> {
        AgentSpec::parse(text, &SettingLimits::NONE)
    }
}

/// The beginning of `book:FILE`: an agent with a file parameter, and the name of that parameter.
fn with_file(text: &str) -> ParseResult<'_, (&'static AgentEntry, &'static str), ()> {
    let agent = map_opt(take_until(":"), |name| {
        let entry = AGENTS.iter().find(|entry| entry.name == name)?;
        let parameters = entry.parameters();
        let file = parameters.iter().find(|found| found.kind == ParameterKind::Proof)?;
        Some((entry, file.name))
    });
    delimited(blanks, agent, char(':')).parse(text)
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry.name)?;
        let proof = self.file(&ParameterKind::Proof).map(|(name, _)| name);
        // The file of a proof stands beside the name of the agent.
        for given in self.given.iter().filter(|given| Some(given.name) == proof) {
            let file = &given.text;
            if file.contains(char::is_whitespace) || file.starts_with(['"', '\'']) {
                write!(f, ":\"{}\"", escaped(file, '"'))?;
            } else {
                write!(f, ":{file}")?;
            }
        }
        for given in self.given.iter().filter(|given| Some(given.name) != proof) {
            write!(f, " {}={}", given.name, given.text)?;
        }
        Ok(())
    }
}

impl fmt::Debug for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AgentSpec({self})")
    }
}
