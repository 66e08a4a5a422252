//! The entries of the agent registry: name, parameters, supported games, and constructor of an
//! agent.

use std::{
    fmt,
    sync::{Arc, Once},
    time::Duration,
};

use kring_board::{Colour, Rules, Size, Turns};
use kring_eval::Network;
use kring_literature::strategy::{Boards, Strategy};
use kring_proof::AnyBook;

use crate::{agent::Agent, substitute::SubstituteAgents};

/// An entry of the agent registry.
pub struct AgentEntry {
    /// The name that selects the agent.
    pub name: &'static str,
    /// How it plays, in one line.
    pub summary: &'static str,
    /// The parameters that a spec can set.
    pub parameters: &'static [Parameter],
    /// The smallest sensible settings, for tests and quick runs.
    pub quick: &'static str,
    /// The games that the agent plays.
    pub games: SupportedGames,
    /// Makes an agent from its settings.
    pub builder: AgentBuilder,
}

impl AgentEntry {
    /// Whether the agent is nothing without a file: it plays by a proof.
    pub fn needs_file(&self) -> bool {
        self.parameters.iter().any(|parameter| parameter.kind == ParameterKind::Proof)
    }

    /// Whether the agent plays this colour of this game; if not, what it does play.
    pub fn plays(&self, rules: &Rules, size: Size, colour: Colour) -> Result<(), String> {
        match self.games {
            SupportedGames::Alternating if rules.turns == Turns::Random => {
                let others = "coin-exact, mcts, random-path, random-spot, adjacency and \
                              seasonal-adjacency play those";
                Err(format!("it plays without random turns; {others}"))
            }
            SupportedGames::BlackOn(boards) => boards.check(rules, size, colour),
            _ => Ok(()),
        }
    }
}

/// Which games an agent plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SupportedGames {
    /// Every game.
    All,
    /// Games without random turns.
    Alternating,
    /// Black's side on some boards.
    BlackOn(Boards),
}

/// How an agent is made from its settings.
#[derive(Clone, Copy)]
pub enum AgentBuilder {
    /// As a type of its own.
    Agent(fn(&AgentSettings) -> Box<dyn Agent>),
    /// As a player of a strategy, which can also be verified.
    Strategy(fn(&AgentSettings) -> Box<dyn Strategy>),
}

/// The error that a player does not play a colour of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} does not play {colour} in {game}: {why}")]
pub struct Unplayable {
    name: String,
    colour: Colour,
    game: String,
    /// What the player does play.
    pub why: String,
}

impl Unplayable {
    /// For the game at hand; `why` says what the player does play.
    pub fn here(name: impl Into<String>, colour: Colour, why: String) -> Unplayable {
        Unplayable { name: name.into(), colour, game: "this game".to_owned(), why }
    }

    /// For one of several games, which the message then names.
    pub fn on(self, size: Size, rules: &Rules) -> Unplayable {
        Unplayable { game: format!("{size} {rules}"), ..self }
    }
}

/// What a parameter's value can be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParameterKind {
    /// A whole number from the first to the second.
    Whole(u64, u64),
    /// A real number from the first to the second.
    Real(f64, f64),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A file that holds a network.
    Network,
    /// A file that holds a proof.
    Proof,
}

/// A parameter's value, however it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ParameterValue<'a> {
    Whole(u64),
    Real(f64),
    /// One of several words, or the name of a file.
    Text(&'a str),
}

impl ParameterKind {
    /// Whether the text is such a value. A file is not read.
    pub fn accepts(self, text: &str) -> bool {
        self.read(text).is_some()
    }

    /// The value of a text; `None` if it is not of this kind.
    pub(crate) fn read(self, text: &str) -> Option<ParameterValue<'_>> {
        match self {
            ParameterKind::Whole(least, most) => {
                let number = text.parse().ok().filter(|number| (least..=most).contains(number));
                number.map(ParameterValue::Whole)
            }
            ParameterKind::Real(least, most) => {
                let number = text.parse().ok().filter(|number| (least..=most).contains(number));
                number.map(ParameterValue::Real)
            }
            ParameterKind::OneOf(words) => {
                words.contains(&text).then_some(ParameterValue::Text(text))
            }
            ParameterKind::Network | ParameterKind::Proof => {
                (!text.is_empty()).then_some(ParameterValue::Text(text))
            }
        }
    }
}

impl fmt::Display for ParameterKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterKind::Whole(min, max) => write!(f, "{min}..{max}"),
            ParameterKind::Real(min, max) => write!(f, "{min:?}..{max:?}"),
            ParameterKind::OneOf(words) => f.write_str(&words.join("|")),
            ParameterKind::Network | ParameterKind::Proof => f.write_str("file"),
        }
    }
}

/// A parameter of an agent.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The key of `key=value`.
    pub name: &'static str,
    /// What the value can be.
    pub kind: ParameterKind,
    /// The value if none is given; `None`: it stays unset.
    pub default: Option<&'static str>,
    /// One line of help.
    pub help: &'static str,
}

impl Parameter {
    pub(crate) const TIME: Parameter = Parameter::real("time", 0.0, 1e6).help("seconds a move");
    pub(crate) const THREADS: Parameter = Parameter::whole("threads", 1, 256)
        .default("1")
        .help("threads that share one tree; more than one is not repeatable");
    pub(crate) const SEED: Parameter = Parameter::whole("seed", 0, u64::MAX)
        .help("random numbers of its own, whatever the engine's seed");
    pub(crate) const NET: Parameter =
        Parameter::new("net", ParameterKind::Network).help("a file with other weights");

    /// A parameter of this kind, unset by default.
    pub(crate) const fn new(name: &'static str, kind: ParameterKind) -> Parameter {
        Parameter { name, kind, default: None, help: "" }
    }

    pub(crate) const fn whole(name: &'static str, least: u64, most: u64) -> Parameter {
        Parameter::new(name, ParameterKind::Whole(least, most))
    }

    pub(crate) const fn real(name: &'static str, least: f64, most: f64) -> Parameter {
        Parameter::new(name, ParameterKind::Real(least, most))
    }

    /// The first of the words is the default.
    pub(crate) const fn one_of(name: &'static str, words: &'static [&'static str]) -> Parameter {
        Parameter::new(name, ParameterKind::OneOf(words)).default(words[0])
    }

    pub(crate) const fn switch(name: &'static str, default: &'static str) -> Parameter {
        Parameter::one_of(name, &["on", "off"]).default(default)
    }

    pub(crate) const fn default(self, value: &'static str) -> Parameter {
        Parameter { default: Some(value), ..self }
    }

    pub(crate) const fn help(self, help: &'static str) -> Parameter {
        Parameter { help, ..self }
    }
}

/// The checked values of all parameters of an agent, and the network and the proof that it uses.
#[derive(Clone, Default)]
pub struct AgentSettings {
    pub(super) values: Vec<(&'static str, String)>,
    /// `None` is the embedded network.
    pub(super) network: Option<Arc<Network>>,
    pub(super) book: Option<Arc<AnyBook>>,
    /// For agents that let others play.
    pub(super) substitutes: Option<SubstituteAgents>,
}

impl AgentSettings {
    fn get(&self, name: &str) -> Option<&str> {
        self.values.iter().find(|(key, _)| *key == name).map(|(_, value)| value.as_str())
    }

    /// The value of a whole number, if it is set.
    pub fn whole(&self, name: &str) -> Option<u64> {
        self.get(name)?.parse().ok()
    }

    /// The value of a real number, if it is set.
    pub fn real(&self, name: &str) -> Option<f64> {
        self.get(name)?.parse().ok()
    }

    /// The agent's own time for a move, if it is set.
    pub(super) fn time(&self) -> Option<Duration> {
        self.real("time").map(Duration::from_secs_f64)
    }

    pub(super) fn threads(&self) -> usize {
        self.whole("threads").unwrap_or(1) as usize
    }

    /// The number of threads, or as many as three quarters of the memory hold, each with this number
    /// of bytes; at least one.
    pub(super) fn threads_of(&self, bytes: usize) -> usize {
        static WARNED: Once = Once::new();
        let asked = self.threads();
        let held = ((self.memory() << 20) / 4 * 3 / bytes).max(1);
        if held < asked {
            let memory = self.memory();
            WARNED.call_once(|| {
                log::warn!("memory={memory} holds {held} of {asked} threads, and no more search");
            });
        }
        asked.min(held)
    }

    /// The memory that the agent may take, in megabytes.
    pub(super) fn memory(&self) -> usize {
        self.whole("memory").unwrap_or(256) as usize
    }

    /// The value of a choice of words; empty if it is not set.
    pub fn word(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// Whether a switch is on.
    pub fn is_on(&self, name: &str) -> bool {
        self.word(name) == "on"
    }
}
