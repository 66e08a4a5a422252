//! Agents and their settings, parsed from text.

use std::{fmt, str::FromStr};

use kring_board::{
    grammar::{
        self, Located, ParseResult, Problem, Spanned, blanks, escaped, setting, whole, words,
    },
    suggest::hint,
    word::short,
};
use nom::{
    Err, Parser, bytes::complete::take_until, character::complete::char, combinator::map_opt,
    sequence::delimited,
};

use crate::{
    entry::{AgentEntry, AgentSettings, Parameter, ParameterKind, ParameterValue},
    registry::AGENTS,
};

/// An agent with its settings as text: `mcts sims=10000 threads=2`, or, without blanks,
/// `mcts,sims=10000,threads=2`.
///
/// Two specs are equal if their agents and the values of all parameters are, defaults included,
/// however the values are written.
///
/// ```
/// use kring_agents::AgentSpec;
///
/// let spec: AgentSpec = "mcts,sims=100".parse()?;
/// assert_eq!(spec.to_string(), "mcts sims=100");
/// assert_eq!(spec.settings().whole("sims"), Some(100));
/// assert_eq!(spec, "mcts sims=0100 threads=1".parse()?);
/// let _agent = spec.build()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct AgentSpec {
    entry: &'static AgentEntry,
    given: Vec<(&'static str, String)>,
}

impl PartialEq for AgentSpec {
    fn eq(&self, other: &AgentSpec) -> bool {
        let parameters = self.entry.parameters;
        self.entry.name == other.entry.name
            && parameters.iter().all(|parameter| self.value(parameter) == other.value(parameter))
    }
}

/// Why a text does not specify an agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// The text is empty.
    #[error("an agent is expected, one of: {}", all_names().join(", "))]
    Missing,
    /// No such agent.
    #[error("there is no agent '{0}'{hint}; available: {names}", hint = hint(.0, all_names()), names = all_names().join(", "))]
    Agent(String),
    /// A file that cannot be read, or is not what it should be.
    #[error("{0}")]
    File(String),
    /// A value that the client may not set.
    #[error("{0}")]
    Refused(String),
    /// Wrong or missing settings.
    #[error("{0}")]
    Settings(String),
}

fn all_names() -> Vec<&'static str> {
    AGENTS.iter().map(|entry| entry.name).collect()
}

/// Checks whether the client may set a parameter to a value; if not, says why.
pub type Permit<'a> = &'a dyn Fn(&Parameter, &str) -> Result<(), String>;

/// Permits every value that a parameter accepts.
pub const ANYTHING: Permit<'static> = &|_, _| Ok(());

impl AgentSpec {
    /// The agent's registry entry.
    pub fn entry(&self) -> &'static AgentEntry {
        self.entry
    }

    /// The values of all parameters, defaults included.
    pub fn settings(&self) -> AgentSettings {
        let setting = |p: &Parameter| Some((p.name, self.text(p)?.to_owned()));
        let values = self.entry.parameters.iter().filter_map(setting).collect();
        AgentSettings { values, ..AgentSettings::default() }
    }

    /// A parameter as it was given, or else its default, if there is one.
    fn text(&self, parameter: &Parameter) -> Option<&str> {
        let given = self.given.iter().find(|(name, _)| *name == parameter.name);
        given.map(|(_, value)| value.as_str()).or(parameter.default)
    }

    fn value(&self, parameter: &Parameter) -> Option<ParameterValue<'_>> {
        parameter.kind.read(self.text(parameter)?)
    }

    /// The same agent with another value of a parameter, if it is permitted; `None` restores the
    /// default.
    pub fn with(
        &self,
        key: &str,
        value: Option<&str>,
        permit: Permit<'_>,
    ) -> Result<AgentSpec, SpecError> {
        let mut spec = self.clone();
        spec.given.retain(|(name, _)| *name != key);
        if let Some(value) = value {
            spec.set(key, value, permit).map_err(|spanned| spanned.error)?;
        }
        Ok(spec)
    }

    /// The same agent with these numbers: sets the parameters that it has; skips the others, and
    /// numbers that they do not accept.
    pub(crate) fn with_known(self, numbers: &[(&str, Option<u64>)]) -> AgentSpec {
        numbers.iter().fold(self, |spec, &(key, number)| {
            let with = number.and_then(|n| spec.with(key, Some(&n.to_string()), ANYTHING).ok());
            with.unwrap_or(spec)
        })
    }

    /// Whether the text set this parameter.
    pub fn is_given(&self, key: &str) -> bool {
        self.given.iter().any(|(name, _)| *name == key)
    }

    /// Sets a parameter that is not set yet, if the value is permitted.
    fn set<'a>(
        &mut self,
        key: &'a str,
        value: &'a str,
        permit: Permit<'_>,
    ) -> Result<(), Spanned<'a, SpecError>> {
        let bad = |part, what| Err(Spanned::new(part, SpecError::Settings(what)));
        let AgentEntry { name: agent, parameters, .. } = self.entry;
        let Some(parameter) = parameters.iter().find(|p| p.name == key) else {
            let names: Vec<&str> = parameters.iter().map(|p| p.name).collect();
            let list = names.join(", ");
            let there_is = match names.is_empty() {
                true => String::new(),
                false => format!("{}; available: {list}", hint(key, names)),
            };
            return bad(key, format!("{agent} has no parameter '{}'{there_is}", short(key)));
        };
        if self.is_given(key) {
            return bad(key, format!("'{}' is given twice", short(key)));
        }
        let setting = format!("{}={}", parameter.name, short(value));
        if let Err(why) = permit(parameter, value) {
            return Err(Spanned::new(value, SpecError::Refused(format!("{setting}: {why}"))));
        }
        if !parameter.kind.accepts(value) {
            return bad(value, format!("{setting}: expected {}", parameter.kind));
        }
        self.given.push((parameter.name, value.to_owned()));
        Ok(())
    }

    /// Parses a text, if all of its values are permitted.
    pub fn parse(text: &str, permit: Permit<'_>) -> Result<AgentSpec, Located<SpecError>> {
        AgentSpec::read(text, permit).map_err(|error| error.located(text))
    }

    fn read<'a>(text: &'a str, permit: Permit<'_>) -> Result<AgentSpec, Spanned<'a, SpecError>> {
        if let Ok((file, (entry, key))) = with_file(text) {
            let mut spec = AgentSpec { entry, given: Vec::new() };
            let (rest, name) = grammar::value(file).map_err(|_: Err<Problem<'_, ()>>| {
                let error = format!("the quote of {}: does not end", entry.name);
                Spanned::new(file, SpecError::Settings(error))
            })?;
            spec.set(key, &name, permit).map_err(|bad| Spanned::new(file, bad.error))?;
            return spec.with_all(rest.split_whitespace(), permit);
        }
        let words = words(text);
        let (&name, settings) =
            words.split_first().ok_or(Spanned::new(text, SpecError::Missing))?;
        let entry = AGENTS.iter().find(|entry| entry.name == name);
        let entry = entry.ok_or_else(|| Spanned::new(name, SpecError::Agent(short(name))))?;
        AgentSpec { entry, given: Vec::new() }.with_all(settings.iter().copied(), permit)
    }

    /// The same agent with parameters from words of the form `key=value`.
    fn with_all<'a>(
        mut self,
        words: impl Iterator<Item = &'a str>,
        permit: Permit<'_>,
    ) -> Result<AgentSpec, Spanned<'a, SpecError>> {
        for word in words {
            let Ok((key, value)) = whole::<_, ()>(setting, word) else {
                let what = format!("'{}' is not of the form key=value", short(word));
                return Err(Spanned::new(word, SpecError::Settings(what)));
            };
            self.set(key, value, permit)?;
        }
        Ok(self)
    }
}

impl FromStr for AgentSpec {
    type Err = Located<SpecError>;

    fn from_str(text: &str) -> Result<AgentSpec, Located<SpecError>> {
        AgentSpec::parse(text, ANYTHING)
    }
}

/// The beginning of `book:FILE`: an agent with a file parameter, and the name of that parameter.
fn with_file(text: &str) -> ParseResult<'_, (&'static AgentEntry, &'static str), ()> {
    let agent = map_opt(take_until(":"), |name| {
        let entry = AGENTS.iter().find(|entry| entry.name == name)?;
        let file = entry.parameters.iter().find(|p| p.kind == ParameterKind::Proof)?;
        Some((entry, file.name))
    });
    delimited(blanks, agent, char(':')).parse(text)
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry.name)?;
        let is_file = |key: &str| {
            self.entry.parameters.iter().any(|p| p.name == key && p.kind == ParameterKind::Proof)
        };
        let (files, others): (Vec<_>, Vec<_>) =
            self.given.iter().partition(|(key, _)| is_file(key));
        for (_, file) in files {
            match file.contains(char::is_whitespace) || file.starts_with(['"', '\'']) {
                true => write!(f, ":\"{}\"", escaped(file, '"'))?,
                false => write!(f, ":{file}")?,
            }
        }
        others.into_iter().try_for_each(|(key, value)| write!(f, " {key}={value}"))
    }
}

impl fmt::Debug for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AgentSpec({self})")
    }
}
